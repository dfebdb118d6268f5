import { expect, test } from 'vitest'
import * as yaml from 'yaml'
import { checkSpecification, readSpecification } from './read-specification'

const read = (text: string) => readSpecification(text, yaml)

test('numbers in text members keep their spelling', () => {
  expect(read('name: 2024\nkey: 7\nparameters: {limit: 5}')).toEqual({
    name: '2024',
    key: '7',
    parameters: { limit: 5 },
  })
  expect(read('key: 00123\nname: 1.10\ndescription: True\noptions: {one: {title: 1e3}}')).toEqual({
    key: '00123',
    name: '1.10',
    description: 'True',
    options: { one: { title: '1e3' } },
  })
})

test('names keep their spelling', () => {
  expect(read('parameters: {1.10: a, 007: b, ~: c, true: d}')).toEqual({
    parameters: { '1.10': 'a', '007': 'b', '~': 'c', true: 'd' },
  })
})

test('an anchor may be used by hundreds of options', () => {
  const options = Array.from({ length: 300 }, (_option, index) => `  o${index}: *one\n`).join('')
  const { options: read300 } = read(`options:\n  one: &one {type: proxy}\n${options}`)
  expect(Object.keys(read300 ?? {})).toHaveLength(301)
})

test('a text that is nested too deeply, or repeats too much, is refused in plain words', () => {
  const lines = Array.from({ length: 5000 }, (_line, level) => `${' '.repeat(level)}a:\n`)
  for (const text of [`{"parameters": ${'['.repeat(9000)}`, lines.join('')])
    expect(() => read(text)).toThrow(/^The text is nested too deeply to be read$/)
  const tenfold = (name: string, of: string) => `${name}: &${name} [${`*${of},`.repeat(10)}]\n`
  const bomb = `a: &a [1]\n${tenfold('b', 'a')}${tenfold('c', 'b')}${tenfold('d', 'c')}`
  expect(() => read(`${bomb}${tenfold('e', 'd')}`)).toThrow(/^The text repeats too much data/)
})

test('merge keys are merged', () => {
  expect(read('base: &base {a: 1}\nparameters:\n  <<: *base\n  b: 2')).toEqual({
    base: { a: 1 },
    parameters: { a: 1, b: 2 },
  })
})

test('an OpenAPI document is refused, a large or broken one without parsing it', () => {
  const refusal = 'This is an OpenAPI document'
  const unparsed = {
    ...yaml,
    parseDocument: () => expect.unreachable('The text is parsed'),
  }
  for (const text of ['{\n  "openapi": "3.1.0"', 'swagger: "2.0"\n', 'openapi: [broken'])
    expect(() => readSpecification(text, unparsed)).toThrow(refusal)
  expect(() => read('info: {}\nopenapi: 3.1.0')).toThrow(refusal)
  expect(read('name: openapi')).toEqual({ name: 'openapi' })
})

test('a text that can’t be parsed is refused in one line, which names the place', () => {
  expect(() => read('{"name": "A" "key": "b"}')).toThrow(/^Neither JSON nor YAML: .* column \d+$/)
})

test.each([
  ['parameters: {id: 12345678901234567890}', "'parameters.id' is a number too large"],
  ['parameters: {on: !!timestamp 2026-01-02}', "'parameters.on' has a YAML tag"],
  ['parameters: {names: !!set {a, b}}', "'parameters.names' has a YAML tag"],
  ['parameters: {logo: !!binary aGVsbG8=}', "'parameters.logo' has a YAML tag"],
  ['name: a\n---\nname: b', 'The text has several YAML documents: keep one of them'],
  ['parameters: {share: .inf}', "'parameters.share' is Infinity"],
  ['parameters: &loop\n  again: *loop', "'parameters.again' refers to an object that contains it"],
  ['test: {type: python}', '\'test\' has the unknown type "python": use one of javascript'],
  ['test: nothing', "'test' has to be an object"],
  ['options: {one: {makeApiClient: {type: x}}}', "'options.one.makeApiClient' has the unknown"],
  ['categories: CRM', "'categories' has to be a list"],
  ['proxyKey: [a]', "'proxyKey' has to be text"],
  ['type: proxy\noptions: {one: {}}', "'type' can’t be beside 'options'"],
  ['type: proxy\ndisconnect: {}', "'disconnect' is not used by the type proxy"],
  ['options: {one: {type: proxy, disconnect: {}}}', "'options.one.disconnect' is not used"],
  ['', 'The text is empty'],
  ['# name: a', 'The text is empty'],
  ['just text', 'A specification is an object'],
  ['name: "open', 'Neither JSON nor YAML'],
  ['name: *missing', 'The text has an alias, such as *name, without its anchor'],
  ['name: a\nname: b', 'Line 2, column 1: An object has two members of the same name'],
  ['name: a\nparameters: !point {x: 1}', 'Line 2, column 13: JSON can’t hold this YAML tag'],
  ['name: !e!short a', 'Line 1, column 7: JSON can’t hold this YAML tag: leave it out'],
  ['parameters:\n  ? [a, b]\n  : 1', 'Line 2, column 5: The name of a member is not plain text'],
  ['options: {__proto__: {type: proxy}}', "'options' has a member '__proto__', which is refused"],
])('%s is refused rather than changed', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('a complete specification is read unchanged', () => {
  const specification = { name: 'CRM', test: { type: 'javascript', code: 'return 1' } }
  expect(checkSpecification(specification)).toBe(specification)
})
