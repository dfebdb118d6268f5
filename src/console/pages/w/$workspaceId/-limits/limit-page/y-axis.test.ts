import { expect, test } from 'vitest'
import { yAxisTo } from './y-axis'

/** Returns the labels of an axis to a highest count, from its top to 0. */
function labels(highest: number): string[] {
  const { domain, tickCount, tickFormatter } = yAxisTo(highest)
  const [bottom = 0, top = 0] = domain
  const part = (top - bottom) / (tickCount - 1)
  return Array.from({ length: tickCount }, (_, tick) => tickFormatter(top - tick * part))
}

test('an axis has round numbers, which are short also if they are huge', () => {
  expect(labels(0)).toEqual(['4', '3', '2', '1', '0'])
  expect(labels(344)).toEqual(['400', '300', '200', '100', '0'])
  expect(labels(1300)).toEqual(['2k', '1.5k', '1k', '500', '0'])
  expect(labels(6_958_667)).toEqual(['8M', '6M', '4M', '2M', '0'])
  expect(labels(9.6e11)).toEqual(['2,000bn', '1,500bn', '1,000bn', '500bn', '0'])
})
