import { findNodeAtLocation, parseTree, type ParseError } from 'jsonc-parser'
import { toIssues } from '@/contract/issues'
import { jsonSchemaObject } from '@/contract/json-schema'
import { findRoundedNumbers } from '@/contract/rounded-numbers'
import type { TextIssue } from './code-editor'

/** Finds the problems of a JSON Schema. Invalid JSON is left to the syntax checker. */
export function findJsonSchemaIssues(text: string): TextIssue[] {
  if (text.trim() === '') return []
  const syntax: ParseError[] = []
  const tree = parseTree(text, syntax, { disallowComments: true })
  if (tree === undefined || syntax.length > 0) return []
  const rounded = findRoundedNumbers(text)
  if (rounded.length > 0) return rounded
  const read = jsonSchemaObject.safeParse(JSON.parse(text))
  if (read.success) return []
  return toIssues(read.error, []).map(({ path, message }) => {
    const node =
      findNodeAtLocation(tree, [...path]) ?? findNodeAtLocation(tree, path.slice(0, -1)) ?? tree
    return {
      offset: node.offset,
      length: node.length,
      message: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    }
  })
}
