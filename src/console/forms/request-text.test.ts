import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { curlOf } from './request-text'

beforeAll(() => void vi.stubGlobal('location', { href: 'https://console.example/w/1' }))
afterAll(() => vi.unstubAllGlobals())

test('a curl command names the whole address, and a shell reads each text as it is', () => {
  const command = curlOf({
    method: 'PATCH',
    address: '/api/connectors/1?a=b&c=d',
    headers: { 'If-Match': '"3"' },
    body: { name: "Ann's $HOME" },
  })
  expect(command.split(' \\\n  ')).toEqual([
    "curl -X PATCH 'https://console.example/api/connectors/1?a=b&c=d'",
    '-H "Authorization: Bearer $TOKEN"',
    `-H 'If-Match: "3"'`,
    "-H 'Content-Type: application/json'",
    String.raw`-d '{"name":"Ann'\''s $HOME"}'`,
  ])
})

test('a curl command without a body names no type of it', () => {
  const address = 'https://engine.example/connectors'
  expect(curlOf({ method: 'GET', address })).not.toContain('Content-Type')
})
