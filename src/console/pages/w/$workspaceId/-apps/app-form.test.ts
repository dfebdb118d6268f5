import { expect, test, vi } from 'vitest'
import { ApiError } from '@/console/api/api-error'
import { showIssues } from './app-form'

test('issues of a refused request appear at their fields, and the first gets the focus', () => {
  const issues = [
    { path: ['body', 'unknown'], message: 'Unknown' },
    { path: ['body', 'name'], message: 'Taken' },
    { path: ['query', 'name'], message: 'Elsewhere' },
    { path: ['body', 'logoUri'], message: 'No address' },
  ].map((issue) => ({ ...issue, code: 'custom' }))
  const setError = vi.fn<Parameters<typeof showIssues>[1]>()
  showIssues(new ApiError(400, 'Refused', { issues }), setError)
  expect(setError.mock.calls).toEqual([
    ['name', { message: 'Taken' }, { shouldFocus: true }],
    ['logoUri', { message: 'No address' }, { shouldFocus: false }],
  ])
})
