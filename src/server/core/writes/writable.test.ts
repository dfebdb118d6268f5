import { expect, test } from 'vitest'
import { assertWritable, type AllowedStates } from './writable'

const [open, readOnly, archived] = [
  { is_read_only: false, archived_at: null },
  { is_read_only: true, archived_at: null },
  { is_read_only: false, archived_at: new Date() },
]
const both = { is_read_only: true, archived_at: new Date() }

test.each<[AllowedStates | undefined, (string | undefined)[]]>([
  [undefined, [undefined, 'access_denied', 'conflict', 'conflict']],
  [{ readOnly: true }, [undefined, undefined, 'conflict', 'conflict']],
  [{ archived: true }, [undefined, 'access_denied', undefined, 'access_denied']],
  [{ readOnly: true, archived: true }, [undefined, undefined, undefined, undefined]],
])('a write that allows %j', (allowed, refusals) => {
  for (const [index, state] of [open, readOnly, archived, both].entries()) {
    const write = () => assertWritable(state, allowed)
    const key = refusals[index]
    if (key === undefined) expect(write).not.toThrow()
    else expect(write).toThrow(expect.objectContaining({ key }))
  }
})
