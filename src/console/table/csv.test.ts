import { expect, test } from 'vitest'
import { spreadsheetCsv } from './csv'

test.each([
  ['=1+1', '"\'=1+1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['=1+1\nx', '"\'=1+1\nx"'],
  ['\n=1+1', '"\'\n=1+1"'],
  ['＝1+1', '"\'＝1+1"'],
  ['x;=1+1', '"x;=1+1"'],
  ['x\t=1+1', '"x\t=1+1"'],
  ['a, b', '"a, b"'],
  ['plain', 'plain'],
])('%j is written so that no spreadsheet runs it as a formula', (value, written) => {
  expect(spreadsheetCsv([{ value }])).toBe(`value\r\n${written}`)
})
