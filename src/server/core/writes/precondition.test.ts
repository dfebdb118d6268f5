import { expect, test } from 'vitest'
import { contentEtag, etagOf } from '../etag'
import { assertFresh } from './precondition'

const time = new Date(1_700_000_000_000)
const tagOf = (revision: number, updatedAt = time) =>
  etagOf({ id: 'one', revision, updated_at: updatedAt })
const tag = tagOf(3)
const restored = tagOf(3, new Date(time.getTime() - 1))
const write = (ifMatch?: string) => () => assertFresh({ ifMatch }, 'workspace', tag)

test.each([
  undefined,
  '*',
  ' * ',
  tag,
  `W/${tag}`,
  `"other", ${tag}`,
  ` W/${tag} ,"other"`,
  `"a, b",${tag}`,
  `, "a",, ${tag},`,
])('a write with If-Match %s is allowed', (ifMatch) => expect(write(ifMatch)).not.toThrow())

test.each(['""', tagOf(2), tagOf(33), restored, `"${tag.slice(1, -1)}, "`, `"other",${tagOf(4)}`])(
  'a write with If-Match %s is refused',
  (ifMatch) =>
    expect(write(ifMatch)).toThrow(
      expect.objectContaining({
        key: 'precondition_failed',
        message: expect.stringMatching(/^The workspace was changed since you read it/),
      }),
    ),
)

test.each([
  '',
  ',',
  tag.slice(1, -1),
  tag.slice(1),
  `"W/${tag}"`,
  `w/${tag}`,
  `${tag}, *`,
  `${tag} ""`,
])('a write with the malformed If-Match %s is refused as such', (ifMatch) =>
  expect(write(ifMatch)).toThrow(
    expect.objectContaining({
      key: 'invalid_request',
      message: expect.stringContaining('If-Match'),
    }),
  ),
)

test('equal content has one tag, as text and as bytes; other content has another', () => {
  const text = '{"name":"é"}'
  expect(contentEtag(text)).toMatch(/^"[\da-f-]{36}"$/)
  expect(contentEtag(new TextEncoder().encode(text))).toBe(contentEtag(text))
  expect(contentEtag('{"name":"e"}')).not.toBe(contentEtag(text))
})
