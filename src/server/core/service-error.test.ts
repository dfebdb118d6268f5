import { expect, test } from 'vitest'
import { maxIssues } from '@/contract/errors'
import { invalidRequest } from './service-error'

const issues = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    path: ['body', 'items', index],
    message: 'Too long',
    code: 'too_big',
  }))

test.each([
  [0, 'The request is not valid'],
  [1, 'body.items.0: Too long'],
  [2, 'body.items.0: Too long (and 1 more)'],
  [maxIssues - 1, `body.items.0: Too long (and ${maxIssues - 2} more)`],
  [maxIssues, `body.items.0: Too long (and at least ${maxIssues - 1} more)`],
  [maxIssues + 50, `body.items.0: Too long (and at least ${maxIssues - 1} more)`],
])('a request with %i issues', (count, message) => {
  expect(invalidRequest(issues(count))).toMatchObject({
    key: 'invalid_request',
    message,
    data: { issues: issues(Math.min(count, maxIssues)) },
  })
})
