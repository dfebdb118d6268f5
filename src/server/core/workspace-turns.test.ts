import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallerIdentity } from './access/caller'
import { WorkspaceTurns, writeRules } from './workspace-turns'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const admin = (workspaceId: string): CallerIdentity => ({ role: 'admin', name: 'Ann', workspaceId })
const operator: CallerIdentity = { role: 'operator', name: 'Olga' }

/** Starts writes that end only when told to. */
function held(turns: WorkspaceTurns) {
  const started: string[] = []
  const ends: (() => void)[] = []
  return {
    started,
    end: () => ends.shift()?.(),
    start: (caller: CallerIdentity, name: string) =>
      turns.run(caller, () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.push(() => resolve(name)))
      }),
  }
}

test('three writes of a workspace run at once, and the next one when the first ends', async () => {
  const { start, started, end } = held(new WorkspaceTurns(writeRules))
  const first = start(admin('a'), 'first')
  for (const name of ['second', 'third', 'fourth']) void start(admin('a'), name)
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['first', 'second', 'third'])
  end()
  expect(await first).toBe('first')
  void start(admin('a'), 'fifth')
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['first', 'second', 'third', 'fourth'])
})

test('other workspaces and operators have turns of their own', async () => {
  const { start, started } = held(new WorkspaceTurns(writeRules))
  for (const name of ['1', '2', '3', 'waits']) void start(admin('a'), name)
  void start(admin('b'), 'of another')
  void start(operator, 'of an operator')
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['1', '2', '3', 'of another', 'of an operator'])
})

test('a failed write ends its turn', async () => {
  const turns = new WorkspaceTurns(writeRules)
  for (let count = 0; count < 5; count += 1)
    await expect(
      turns.run(operator, () => Promise.reject(new Error(`Failed ${count}`))),
    ).rejects.toThrow(`Failed ${count}`)
  expect(await turns.run(operator, async () => 'done')).toBe('done')
})

test('a write whose turn does not come is refused after five seconds, and never runs', async () => {
  const { start, started, end } = held(new WorkspaceTurns(writeRules))
  for (const name of ['1', '2', '3']) void start(operator, name)
  const late = start(operator, 'late').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(4999)
  void start(operator, 'later')
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toMatchObject({ key: 'unavailable' })
  end()
  await vi.waitFor(() => expect(started).toEqual(['1', '2', '3', 'later']))
})

test('a small share passes a large one that waits or waited too long', async () => {
  const turns = new WorkspaceTurns({ atOnce: 40, busy: 'busy' })
  await turns.take(admin('a'), 31)
  const large = turns.take(admin('a'), 10).catch(String)
  const endSmall = await turns.take(admin('a'), 9)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await large).toContain('busy')
  endSmall()
  await turns.take(admin('a'), 9)
})
