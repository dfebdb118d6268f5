import type * as Yaml from 'yaml'
import { authTypeNames } from '@/contract/auth-types'
import {
  authFieldNames,
  connectorFunctionNames,
  functionKinds,
  usesFunction,
} from '@/contract/connectors'

type Members = Record<string, unknown>

/** A text that can't become a draft without changing its data. */
class SpecificationError extends Error {}

/** Text members, which stay text even if YAML parses them as another type. */
const textMembers = new Set([
  'name',
  'key',
  'title',
  'proxyKey',
  'oauthClientKey',
  'description',
  'code',
])

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Refuses a description of an API, which is no specification of a connector. */
function refuseOpenApi(): never {
  throw new SpecificationError(
    'This is an OpenAPI document. A connector is specified by its name, type and so on',
  )
}

/** Copies a value as plain JSON. @throws SpecificationError if that would change it */
function toJson(value: unknown, path: string, around: readonly unknown[]): unknown {
  const at = path === '' ? 'The text' : `'${path}'`
  if (typeof value === 'bigint') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)
      throw new SpecificationError(
        `${at} is a number too large to keep exactly: put it in quotes to keep it as text`,
      )
    return Number(value)
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new SpecificationError(`${at} is ${value}, which JSON can’t hold`)
  if (typeof value !== 'object' || value === null) return value
  // Such as the dates, sets and bytes of YAML's tags.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
    throw new SpecificationError(`${at} has a YAML tag, which JSON can’t hold: leave the tag out`)
  if (around.includes(value))
    throw new SpecificationError(`${at} refers to an object that contains it`)
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  // The API refuses this name, and JavaScript takes it for something else.
  if (Object.hasOwn(value, '__proto__'))
    throw new SpecificationError(`${at} has a member '__proto__', which is refused`)
  const inside = [...around, value]
  if (Array.isArray(value))
    return value.map((item: unknown, index) => toJson(item, below(String(index)), inside))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      const json = toJson(member, below(name), inside)
      const isScalar = typeof json === 'number' || typeof json === 'boolean'
      return [name, textMembers.has(name) && isScalar ? String(json) : json]
    }),
  )
}

type YamlLibrary = Pick<typeof Yaml, 'parseDocument' | 'visit' | 'isScalar'>

/** Turns what YAML reads as a number in a text member back into the text: 00123, not 123. */
function keepSpelling(document: Yaml.Document, { visit, isScalar }: YamlLibrary): void {
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || !textMembers.has(String(key.value))) return
      if (!isScalar(value) || value.source === undefined) return
      if (['number', 'bigint', 'boolean'].includes(typeof value.value)) value.value = value.source
    },
  })
}

/** @throws SpecificationError for members that the form would drop or change */
function checkAuthentication(members: Members, path: string): void {
  for (const name of ['proxyKey', 'oauthClientKey', 'title']) {
    const value = members[name]
    if (value !== undefined && typeof value !== 'string')
      throw new SpecificationError(`'${path}${name}' has to be text`)
  }
  const authType = authTypeNames.find((known) => known === members['type'])
  for (const name of connectorFunctionNames) {
    const value = members[name]
    if (value === undefined) continue
    if (!usesFunction(authType, name))
      throw new SpecificationError(
        `'${path}${name}' is not used by the type ${authType}: leave it out`,
      )
    if (!isObject(value)) throw new SpecificationError(`'${path}${name}' has to be an object`)
    const { type, code, description } = value
    if (type !== undefined && !functionKinds.some((kind) => kind === type))
      throw new SpecificationError(
        `'${path}${name}' has the unknown type ${JSON.stringify(type)}: ` +
          `use one of ${functionKinds.join(', ')}`,
      )
    for (const [member, text] of Object.entries({ code, description }))
      if (text !== undefined && typeof text !== 'string')
        throw new SpecificationError(`'${path}${name}.${member}' has to be text`)
  }
}

/**
 * Checks that the form can represent a specification without loss.
 * @throws SpecificationError naming the first member that it can't
 */
export function checkSpecification(value: unknown): Members {
  if (!isObject(value))
    throw new SpecificationError('A specification is an object, with name, type and so on')
  if (value['openapi'] !== undefined || value['swagger'] !== undefined) refuseOpenApi()
  for (const name of ['name', 'key'])
    if (value[name] !== undefined && typeof value[name] !== 'string')
      throw new SpecificationError(`'${name}' has to be text`)
  const { categories, options } = value
  if (
    categories !== undefined &&
    !(Array.isArray(categories) && categories.every((category) => typeof category === 'string'))
  )
    throw new SpecificationError("'categories' has to be a list of texts")
  checkAuthentication(value, '')
  if (options === undefined) return value
  if (!isObject(options)) throw new SpecificationError("'options' has to be an object")
  const beside = authFieldNames.find((name) => value[name] !== undefined)
  if (beside !== undefined)
    throw new SpecificationError(`'${beside}' can’t be beside 'options': move it into an option`)
  for (const [key, option] of Object.entries(options)) {
    if (!isObject(option)) throw new SpecificationError(`'options.${key}' has to be an object`)
    checkAuthentication(option, `options.${key}.`)
  }
  return value
}

const tooDeep = 'The text is nested too deeply to be read'

/** What is wrong with a text that the YAML library can read, but not as plain JSON. */
const problems: Partial<Record<Yaml.ErrorCode, string>> = {
  MULTIPLE_DOCS: 'The text has several YAML documents: keep one of them',
  DUPLICATE_KEY: 'An object has two members of the same name',
  NON_STRING_KEY: 'The name of a member is not plain text',
  RESOURCE_EXHAUSTION: tooDeep,
  TAG_RESOLVE_FAILED: 'JSON can’t hold this YAML tag: leave it out',
}

/** Describes the first problem of a text in one line, which names the place. */
function describeProblem({ code, message, linePos }: Yaml.YAMLError | Yaml.YAMLWarning): string {
  const [start] = linePos ?? []
  const problem = problems[code]
  if (problem === undefined) return `Neither JSON nor YAML: ${message.split(/:?\n/)[0]}`
  if (start === undefined || code === 'MULTIPLE_DOCS' || code === 'RESOURCE_EXHAUSTION')
    return problem
  return `Line ${start.line}, column ${start.col}: ${problem}`
}

/** A bound for repeated data. The default, 100, is too low for a connector with many options. */
const maxAliasCount = 1000

/** Turns a document into values, with a plain message if its aliases or its depth prevent it. */
function valuesOf(document: Yaml.Document): unknown {
  try {
    return document.toJS({ maxAliasCount })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw new SpecificationError(
      error.message.startsWith('Excessive alias count')
        ? 'The text repeats too much data by its aliases, such as *name'
        : 'The text has an alias, such as *name, without its anchor, &name, before it',
    )
  }
}

/**
 * Reads JSON or YAML as a specification that the form can represent without loss.
 * @param yaml the YAML library, which is loaded when it is needed
 * @throws SpecificationError
 */
export function readSpecification(text: string, yaml: YamlLibrary): Members {
  // Such documents are large: parsing one would keep the page busy for a minute.
  if (/^\s*(?:\{\s*)?"?(?:openapi|swagger)"?\s*:/.test(text)) refuseOpenApi()
  const document = yaml.parseDocument(text, { merge: true, intAsBigInt: true, stringKeys: true })
  // Unknown tags are warnings: the library leaves them out.
  const unknownTag = document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED')
  const problem = document.errors[0] ?? unknownTag
  if (problem !== undefined) throw new SpecificationError(describeProblem(problem))
  if (document.contents === null) throw new SpecificationError('The text is empty')
  try {
    keepSpelling(document, yaml)
    return checkSpecification(toJson(valuesOf(document), '', []))
  } catch (error) {
    // The call stack is exhausted.
    if (error instanceof RangeError) throw new SpecificationError(tooDeep)
    throw error
  }
}
