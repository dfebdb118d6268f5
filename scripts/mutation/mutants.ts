import { parseSync, Visitor, type ESTree } from 'vite'

/** One small change to a file, which its tests should detect. */
export interface Mutant {
  start: number
  end: number
  replacement: string
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** Calls in a chain that can be left out: parts of queries, schemas and pipelines. */
const removableCalls = new Set(
  `where orWhere having orderBy limit offset forUpdate distinct set filter sort reverse slice
  trim toLowerCase normalize min max length regex refine strict optional default int positive`
    .trim()
    .split(/\s+/),
)

/** Functions of `src/server/store/condition.ts`, which join conditions of SQL. */
const joins: Readonly<Record<string, string>> = { and: 'or', or: 'and' }

/** Comparisons of SQL, as Kysely's functions take them. */
const comparisons: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
}

const sqlChanges: readonly [RegExp, string][] = [
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/ <> /g, ' = '],
  [/ = /g, ' <> '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ is null/g, ' is not null'],
  [/ is not null/g, ' is null'],
  [/\basc\b/g, 'desc'],
  [/\bdesc\b/g, 'asc'],
  [/\bleast\(/g, 'greatest('],
  [/\bgreatest\(/g, 'least('],
]

/** Lists the mutants of a file, in the order of their positions. */
export function listMutants(path: string, text: string): Mutant[] {
  const mutants: Mutant[] = []
  /** Values of tables and bounds of schemas, which a test could only repeat, and types. */
  const tableValues = new Set<number>()
  const source = (node: ESTree.Span) => text.slice(node.start, node.end)
  const change = (node: ESTree.Span, replacement: string) => {
    mutants.push({ start: node.start, end: node.end, replacement })
  }
  const emptyBody = ({ body }: { body: ESTree.FunctionBody | ESTree.Expression | null }) => {
    if (body === null) return
    if (source(body) === 'undefined') return
    if (body.type !== 'BlockStatement') change(body, 'undefined')
    else if (body.body.length > 0) change(body, '{}')
  }
  const swapOperator = (node: ESTree.BinaryExpression | ESTree.LogicalExpression) => {
    const operator = operators[node.operator]
    if (operator === undefined) return
    if (operator === '-' && /['"`]/.test(source(node))) return
    change(node, `(${source(node.left)}) ${operator} (${source(node.right)})`)
  }
  const fixOutcome = ({ test }: { test: ESTree.Expression }) => {
    change(test, 'true')
    change(test, 'false')
  }
  const changeCondition = (
    node: ESTree.CallExpression,
    { name, ...callee }: ESTree.IdentifierReference,
  ) => {
    const [argument, values] = node.arguments
    const join = joins[name]
    if (join !== undefined && node.arguments.length > 1) change(callee, join)
    if (name === 'not' && argument !== undefined) change(node, source(argument))
    if (name === 'matches' && values?.type === 'ObjectExpression')
      for (const value of values.properties) change(value, '...{}')
  }
  const visitor = new Visitor({
    FunctionDeclaration: emptyBody,
    FunctionExpression: emptyBody,
    ArrowFunctionExpression: emptyBody,
    IfStatement: fixOutcome,
    ConditionalExpression: fixOutcome,
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    UnaryExpression: (node) => {
      if (node.operator === '!') change(node, source(node.argument))
    },
    ReturnStatement: (node) => {
      if (node.argument !== null && source(node.argument) !== 'undefined') change(node, 'return')
    },
    ExpressionStatement: ({ expression, ...node }) => {
      if (expression.type === 'CallExpression' || expression.type === 'AwaitExpression')
        change(node, ';')
    },
    CallExpression: (node) => {
      const { callee } = node
      if (callee.type === 'Identifier') changeCondition(node, callee)
      else if (callee.type === 'MemberExpression' && !callee.computed) {
        if (removableCalls.has(callee.property.name)) change(node, source(callee.object))
        if (callee.property.name === 'max' && source(callee.object) !== 'Math')
          for (const bound of node.arguments)
            if (bound.type === 'Literal') tableValues.add(bound.start)
      }
    },
    ArrayExpression: (node) => {
      if (node.elements.length > 0) change(node, '[]')
    },
    TSLiteralType: ({ literal }) => void tableValues.add(literal.start),
    Property: ({ value }) => {
      if (value.type === 'Literal') tableValues.add(value.start)
    },
    Literal: (node) => {
      if (tableValues.has(node.start)) return
      const comparison = typeof node.value === 'string' ? comparisons[node.value] : undefined
      if (comparison !== undefined) change(node, `'${comparison}'`)
      else if (typeof node.value === 'boolean') change(node, String(!node.value))
      else if (typeof node.value === 'number') change(node, String(node.value + 1))
    },
    TaggedTemplateExpression: ({ quasi }) => {
      for (const part of quasi.quasis)
        for (const [pattern, replacement] of sqlChanges)
          for (const match of source(part).matchAll(pattern)) {
            const start = part.start + match.index
            change({ start, end: start + match[0].length }, replacement)
          }
    },
  })
  visitor.visit(parseSync(path, text).program)
  return mutants.toSorted((a, b) => a.start - b.start)
}
