import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { listen } from './listen'

/**
 * Starts an engine of another origin that has only what the specification documents: any token, no
 * headers beyond the documented ones, and values that this server would refuse. It does not list
 * archived apps, and its workspace is not found until it is restored.
 */
export async function startPlainEngine() {
  let record: Record<string, unknown> = {
    id: 'w/1',
    name: 'Plain engine',
    orgId: 'o',
    key: 'plain',
    userFieldsSchema: ['any', 'value'],
    operatorLimitsSyncError: 'x'.repeat(500),
  }
  const app = { id: 'a1', key: 'app', name: 'App', uuid: 'u1' }
  const connector = { id: 'c1', key: 'created', name: 'Created' }
  let isRestored = false
  let isAppArchived = false
  const responses: Record<string, (body: unknown) => unknown> = {
    'POST /org-workspaces/w%2F1/restore': () => {
      isRestored = true
      return record
    },
    'PATCH /org-workspaces/w%2F1': (body) => {
      if (!isRestored) return undefined
      record = { ...record, ...z.record(z.string(), z.unknown()).optional().parse(body) }
      return record
    },
    'POST /connectors': () => connector,
    'GET /connectors/created': () => connector,
    'GET /connectors': () => ({ items: [connector], cursor: null }),
    'GET /external-apps': () => ({ items: isAppArchived ? [] : [app] }),
    'DELETE /external-apps/a1': () => {
      isAppArchived = true
      return null
    },
    'GET /universe/apps': () => ({ items: [app], cursor: 'next', total: 2 }),
  }
  /** The bodies of all writes. */
  const written: unknown[] = []
  /** How many pages after the first of a list were requested: all of them are refused. */
  let refusedPages = 0
  /** How many requests asked for its health, which it does not tell other origins. */
  let healthChecks = 0
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const body: unknown = sent === '' ? undefined : JSON.parse(sent)
      if (body !== undefined) written.push(body)
      const [path = '', query = ''] = (request.url ?? '').split('?')
      if (path === '/health') {
        healthChecks += 1
        return response.writeHead(404).end()
      }
      const isNextPage = query.includes('cursor=') && request.method === 'GET'
      if (isNextPage) refusedPages += 1
      const respond = isNextPage ? undefined : responses[`${request.method} ${path}`]
      const sentBack = respond?.(body)
      const status = request.method === 'OPTIONS' ? 204 : sentBack === undefined ? 404 : 200
      response.writeHead(status, {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
        'Access-Control-Allow-Headers': 'authorization, content-type',
      })
      response.end(JSON.stringify(sentBack))
    })
  })
  return {
    origin: await listen(server),
    written,
    refusedPages: () => refusedPages,
    healthChecks: () => healthChecks,
    close: () => void server.close(),
  }
}
