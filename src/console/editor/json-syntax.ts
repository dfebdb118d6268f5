import { parse, type ParseError } from 'jsonc-parser'
import { lineAndColumn } from '@/contract/text-place'

/** Describes the place of an offset in a text: `line 2, column 5`. */
export function placeOf(text: string, offset: number): string {
  const { line, column } = lineAndColumn(text, offset)
  return `line ${line}, column ${column}`
}

/** Returns the place of the first syntax error of a JSON text; undefined if there is none. */
export function syntaxErrorPlace(text: string): string | undefined {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowEmptyContent: true })
  const [first] = errors
  return first && placeOf(text, first.offset)
}
