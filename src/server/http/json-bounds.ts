import { createScanner } from 'jsonc-parser'
import type { Issue } from '../../contract/errors'
import { maxNesting } from '../core/invalid-text'

/** Bounds checked before parsing, so that parsing takes at most a few times the body's size. */
export const maxMembers = 10_000
export const maxValues = 100_000
export const maxTextLength = 1_000_000
/** The length of one member of a body, such as a schema, in characters of JSON. */
export const maxMemberLength = 1024 * 1024

const number = new Intl.NumberFormat('en')

/** An object or array that the scanner is inside of, with its member count so far. */
interface OpenContainer {
  closedBy: string
  members: number
  /** The names of an object's members so far; absent for an array. */
  names?: Set<string>
}

/**
 * Finds what is refused of a JSON text before it is parsed: a name that an object has twice, which
 * parsers read differently, and the first exceeded bound: nesting, members of one object or array,
 * total values, length of one text or of one member of the body. It reads malformed text as the
 * error-tolerant parser of jsonc-parser does, so that neither recurses deeper than the bound.
 * @param memberLength the longest allowed member of the body, in characters
 */
export function findRefusedJson(text: string, memberLength = maxMemberLength): Issue | undefined {
  const scanner = createScanner(text, true)
  const open: OpenContainer[] = []
  let values = 0
  let commas = 0
  /** The text before, which is a name if a colon follows. */
  let lastText: string | undefined
  /** The member of the body that the scanner is in, and where its value begins. */
  let path: string[] = []
  let memberStart = Infinity
  const issue = (message: string, code: string): Issue => ({
    path: ['body', ...path],
    message,
    code,
  })
  const excess = (message: string) => issue(message, 'too_large')

  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text.charAt(scanner.getTokenOffset())
    const innermost = open.at(-1)
    if (first === ':') {
      if (open.length === 1) {
        path = lastText === undefined ? [] : [lastText]
        memberStart = scanner.getTokenOffset()
      }
      if (lastText !== undefined && innermost?.names !== undefined) {
        if (innermost.names.has(lastText))
          return issue(
            `An object has the name '${lastText.slice(0, 100)}' more than once`,
            'repeated',
          )
        innermost.names.add(lastText)
      }
    } else if (first === ',') {
      if (innermost !== undefined) innermost.members += 1
      if (open.length === 1) {
        path = []
        memberStart = Infinity
      }
      commas += 1
    } else if (first === '}' || first === ']') {
      if (innermost?.closedBy === first) open.pop()
    } else {
      values += 1
      if (first === '{') open.push({ closedBy: '}', members: 1, names: new Set() })
      if (first === '[') open.push({ closedBy: ']', members: 1 })
      lastText = first === '"' ? scanner.getTokenValue() : undefined
      // The token includes quotes and escapes, so it is longer than the text.
      if (scanner.getTokenValue().length > maxTextLength)
        return excess(`A text is longer than ${number.format(maxTextLength)} characters`)
    }
    if (open.length > maxNesting) return excess(`Nested deeper than ${maxNesting} levels`)
    if ((innermost?.members ?? 0) > maxMembers)
      return excess(`An object or list has more than ${number.format(maxMembers)} members`)
    if (scanner.getTokenOffset() + scanner.getTokenLength() - memberStart > memberLength)
      return excess(`Longer than ${number.format(memberLength)} characters of JSON (1 MB)`)
    // Malformed text can have any number of commas without values between them.
    if (Math.max(values, commas) > maxValues)
      return excess(`More than ${number.format(maxValues)} names and values`)
  }
  return undefined
}
