import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { queueEmail, type EmailRow } from '@/server/notifications/queue-email'
import { emailQueue } from '@/server/notifications/send-emails'
import { webhookQueue } from '@/server/notifications/webhook-queue'
import { mirrorQueue } from '@/server/services/workspaces/mirror-operator-limits'
import { apiPerFile } from '@/server/testing/api-per-file'
import { claim, repairClockSkew, retryTime, workOff } from './queue'

const now = new Date('2026-06-30T12:00:00Z')
const api = await apiPerFile({ clock: () => now, mailer: { send: async () => {} } })

const claimEmails = async (time: Date) =>
  (await claim(emailQueue, time).execute(api.dependencies.database)).rows

test('a row is claimed once, and again when its lease has ended', async () => {
  const { id } = await api.newWorkspace('Queue')
  await queueEmail(api.dependencies, api.dependencies.database, id, { subject: '', paragraphs: [] })
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimEmails(now)))
  expect(claims.flat().map(({ attempts }) => attempts)).toEqual([1])
  const leaseEnd = new Date('2026-06-30T12:02:00Z')
  expect(await claimEmails(secondsAfter(leaseEnd, -1))).toEqual([])
  expect(await claimEmails(leaseEnd)).toMatchObject([{ attempts: 2 }])
})

test('a failed attempt is retried after about its delay, until there are no more delays', () => {
  const delayOf = (attempt: number) => {
    const time = retryTime(emailQueue, attempt, now)
    return time === undefined ? undefined : (time.getTime() - now.getTime()) / 1000
  }
  for (const [attempt, seconds] of [10, 60, 300, 1800, 7200].entries()) {
    expect(delayOf(attempt + 1)).toBeGreaterThanOrEqual(seconds * 0.9)
    expect(delayOf(attempt + 1)).toBeLessThanOrEqual(seconds * 1.1)
  }
  expect(delayOf(6)).toBeUndefined()
  expect(mirrorQueue.delaySeconds(99)).toBe(3600)
})

test('rows scheduled before the clock was set back are due again; others wait', async () => {
  const { database } = api.dependencies
  const putOff = async (name: string, seconds: number) => {
    const { id } = await api.newWorkspace(name)
    await database
      .updateTable('workspaces')
      .set({ operator_limits_mirror_due: secondsAfter(now, seconds) })
      .where('id', '=', id)
      .execute()
    return id
  }
  const longest = 3600 * 1.1 + clockSkewSeconds
  const [waiting, stuck] = [await putOff('Waiting', longest), await putOff('Stuck', longest + 1)]
  await repairClockSkew(database, mirrorQueue, now)
  const rows = await database
    .selectFrom('workspaces')
    .select(['id', 'operator_limits_mirror_due as due'])
    .where('operator_limits_mirror_due', 'is not', null)
    .execute()
  expect(new Map(rows.map(({ id, due }) => [id, due]))).toEqual(
    new Map([
      [waiting, secondsAfter(now, longest)],
      [stuck, now],
    ]),
  )
})

test('after the clock was set back, leases that are too long end, and retries wait', async () => {
  const { database } = api.dependencies
  const { id: workspaceId } = await api.newWorkspace('Deliveries')
  const inAnHour = secondsAfter(now, 3600)
  const put = async (isLeased: boolean) => {
    const id = uuid()
    await database
      .insertInto('webhook_deliveries')
      .values({
        id,
        workspace_id: workspaceId,
        event_type: 'ping',
        body: '{}',
        is_leased: isLeased,
        next_attempt_at: inAnHour,
        created_at: now,
      })
      .execute()
    return id
  }
  const [leased, waiting] = [await put(true), await put(false)]
  await repairClockSkew(database, webhookQueue, now)
  const rows = await database
    .selectFrom('webhook_deliveries')
    .select(['id', 'is_leased', 'next_attempt_at'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: leased, is_leased: false, next_attempt_at: now },
    { id: waiting, is_leased: false, next_attempt_at: inAnHour },
  ])
})

test('rows are processed in sequence until none is left or the server stops', async () => {
  const { dependencies } = api
  await dependencies.database.deleteFrom('emails').execute()
  const { id } = await api.newWorkspace('Queue')
  for (const subject of ['one', 'two', 'three'])
    await queueEmail(dependencies, dependencies.database, id, { subject, paragraphs: [] })
  const stopping = new AbortController()
  const processed: string[] = []
  const work = async ({ subject }: EmailRow) => {
    processed.push(subject)
    if (processed.length === 2) stopping.abort()
  }
  await workOff(emailQueue, dependencies, work, stopping.signal)
  expect(processed).toHaveLength(2)
  await workOff(emailQueue, dependencies, work)
  expect(processed.toSorted()).toEqual(['one', 'three', 'two'])
})
