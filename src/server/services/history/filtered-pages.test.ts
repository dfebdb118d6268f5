import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { AuditEvent } from '@/contract/history'
import { operations } from '@/contract/operations'
import { maxSearchedRows } from '@/contract/pagination'
import { insertEvents } from '@/server/testing/audit-events'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const eventCount = maxSearchedRows + 100

const { api, workspace, token } = await workspacePerFile('Filtered')

/** Changes the actor of the entry at a position, counted from the newest. */
async function setActor(position: number, name: string): Promise<void> {
  await sql`
    update audit_events set actor = jsonb_set(actor, '{name}', to_jsonb(${name}::text))
    where id = (
      select id from audit_events where workspace_id = ${workspace.id}
      order by id desc offset ${position - 1} limit 1
    )`.execute(api.dependencies.database)
}

beforeAll(async () => {
  await insertEvents(api.dependencies.database, workspace.id, 1, eventCount)
  await setActor(eventCount, 'Oldest')
  for (const position of [-1, 0, 1, 2]) await setActor(maxSearchedRows + position, 'Edge')
})

/** Reads all pages. */
async function pagesOf(query: Record<string, string>): Promise<AuditEvent[][]> {
  const pages: AuditEvent[][] = []
  let cursor: string | undefined
  do {
    const parameters = new URLSearchParams({ ...query, ...(cursor && { cursor }) })
    const { body } = await api.request('GET', `/audit-events?${parameters.toString()}`, { token })
    const page = operations.listAuditEvents.response.parse(body)
    pages.push(page.items)
    ;({ cursor } = page)
  } while (cursor !== undefined)
  return pages
}

test('a filter ends a page when it was checked for many entries, and misses none', async () => {
  const sizes = (pages: AuditEvent[][]) => pages.map(({ length }) => length)
  expect(sizes(await pagesOf({ actor: 'nobody' }))).toEqual([0, 0])
  expect(sizes(await pagesOf({ path: 'nothing' }))).toEqual([0, 0])
  expect(sizes(await pagesOf({ operation: 'nothing' }))).toEqual([0, 0])
  expect(sizes(await pagesOf({ actor: 'oldest' }))).toEqual([0, 1])
  // An index has the entries about the workspace itself.
  expect(sizes(await pagesOf({ operation: 'createOrgWorkspace' }))).toEqual([1])
  const changes = { operation: 'updateOrgWorkspace', path: 'limits.parallelFlowRuns' }
  expect(sizes(await pagesOf(changes))).toEqual([0])
  for (const limit of ['1', '2', '3', '4', '100']) {
    const found = (await pagesOf({ actor: 'edge', limit })).flat().map(({ id }) => id)
    expect(found).toHaveLength(4)
    expect(new Set(found).size).toBe(4)
    expect(found).toEqual(found.toSorted().toReversed())
  }
  // A period that is short enough is searched at once.
  const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' }
  expect(sizes(await pagesOf({ actor: 'oldest', ...period }))).toEqual([1])
})

test('an export with a filter goes on after pages without entries', async () => {
  const { body } = await api.request('GET', '/audit-events/export?actor=oldest', { token })
  expect(z.array(z.unknown()).parse(body)).toHaveLength(1)
})
