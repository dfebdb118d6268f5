// @vitest-environment happy-dom
import fc from 'fast-check'
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '@/console/api/api-error'
import type { ApiResponse } from '@/console/api/client'
import { editOf, type Edit } from '@/console/edits/edits'
import { settingPath, type MemberPath } from '@/console/edits/member-path'
import { renderHook } from '@/console/testing/render'
import type { RecordStore } from './edited-record'
import { useSave } from './use-save'

type Values = Readonly<Record<string, number>>
interface Stored {
  id: string
  name: string
  values: Values
}

const names = ['a', 'b', 'c']
const nameAt = (path: MemberPath) => path.replace('settings.', '')
const valueAt = ({ values }: Stored, path: MemberPath): unknown => values[nameAt(path)]

/** Returns the edits that change a record to these values. */
function editsTo(record: Stored, values: Values): Edit[] {
  return names.flatMap((name) => editOf(settingPath(name), record.values[name], values[name]))
}

const inOrder = (edits: readonly Edit[]) =>
  edits.toSorted((one, other) => one.path.localeCompare(other.path))

/** Applies edits to a record. */
function withEdits(record: Stored, edits: readonly Edit[]): Stored {
  const changed = edits.map(({ path, after }) => [nameAt(path), Number(after)])
  return { ...record, values: { ...record.values, ...Object.fromEntries(changed) } }
}

/** An editor on a page, and a server that holds back its next response until it is released. */
function openEditor(initial: Values) {
  let stored: Stored = { id: 'record', name: 'Record', values: initial }
  let version = 1
  let letGo = () => {}
  let waiting: Promise<void> | undefined
  let isReadable = true
  const reply = (): ApiResponse<Stored> => ({ response: stored, etag: String(version) })

  function useEditor() {
    const [base, setBase] = useState(reply)
    const [edits, setEdits] = useState<readonly Edit[]>([])
    const [latest, setLatest] = useState(base)
    const goOn = (record: ApiResponse<Stored>, left: readonly Edit[]) => {
      setBase(record)
      setEdits(left)
    }
    const store: RecordStore<Stored> = {
      valueAt,
      read: () =>
        isReadable ? Promise.resolve(reply()) : Promise.reject(new ApiError(503, 'Not now')),
      send: async (record, sent) => {
        await waiting
        if (record.etag !== String(version)) throw new ApiError(412, 'Changed meanwhile')
        stored = withEdits(stored, sent)
        version += 1
        return reply()
      },
    }
    const saving = useSave({ base, edits, latest, kept: undefined }, store, {
      onRebase: goOn,
      onSaved: goOn,
    })
    return {
      saving,
      edits,
      shown: withEdits(base.response, edits).values,
      readAgain: () => setLatest(reply()),
      type: (values: Values) => setEdits(editsTo(base.response, values)),
    }
  }

  const now = renderHook(useEditor)
  return {
    now,
    stored: () => stored.values,
    type: (values: Values) => act(() => now().type(values)),
    /** Saves as someone else. */
    storeElsewhere: (values: Values) => {
      stored = { ...stored, values: { ...stored.values, ...values } }
      version += 1
    },
    refuseReads: () => {
      isReadable = false
    },
    readAgain: () => act(() => now().readAgain()),
    hold: () => {
      waiting = new Promise((resolve) => (letGo = resolve))
    },
    save: async (meanwhile: () => void = () => {}) => {
      let saved: Promise<void> | undefined
      act(() => {
        saved = now().saving.save()
      })
      meanwhile()
      await act(async () => {
        letGo()
        await saved
      })
    },
    close: now.unmount,
  }
}

const values = fc.record({
  a: fc.integer({ min: 0, max: 3 }),
  b: fc.integer({ min: 0, max: 3 }),
  c: fc.integer({ min: 0, max: 3 }),
})

test('sent edits are saved, and edits typed during the save stay unsaved', async () => {
  await fc.assert(
    fc.asyncProperty(values, values, values, async (initial, sent, later) => {
      const editor = openEditor(initial)
      editor.hold()
      editor.type(sent)
      await editor.save(() => editor.type(later))
      expect(editor.stored()).toEqual(sent)
      expect(editor.now().shown).toEqual(later)
      expect(inOrder(editor.now().edits)).toEqual(
        editsTo({ id: 'record', name: 'Record', values: sent }, later),
      )
      editor.close()
    }),
    { numRuns: 60 },
  )
})

test('the same holds if the edits are merged with a concurrent save of someone else', async () => {
  await fc.assert(
    fc.asyncProperty(values, values, values, async (initial, sent, theirs) => {
      const editor = openEditor({ ...initial, c: 0 })
      editor.hold()
      editor.type({ ...sent, c: 0 })
      editor.storeElsewhere({ c: theirs.c })
      await editor.save(() => editor.type({ ...sent, b: theirs.b, c: 0 }))
      expect(editor.stored()).toEqual({ ...sent, c: theirs.c })
      expect(editor.now().shown).toEqual({ ...sent, b: theirs.b, c: theirs.c })
      editor.close()
    }),
    { numRuns: 60 },
  )
})

test('on a conflict the user is asked, and nothing is sent before the choice', async () => {
  const editor = openEditor({ a: 1, b: 1, c: 1 })
  editor.type({ a: 2, b: 2, c: 1 })
  editor.storeElsewhere({ a: 3 })
  await editor.save()
  expect(editor.stored()).toEqual({ a: 3, b: 1, c: 1 })
  expect(editor.now().saving.conflict?.conflicts).toMatchObject([
    { path: settingPath('a'), base: 1, mine: 2, theirs: 3 },
  ])
  act(() => {
    editor.now().saving.resolve([])
  })
  await editor.save()
  expect(editor.stored()).toEqual({ a: 3, b: 2, c: 1 })
  expect(editor.now().edits).toEqual([])
  editor.close()
})

test('if what someone else saved cannot be read, the save says so and the edits stay', async () => {
  const editor = openEditor({ a: 1, b: 1, c: 1 })
  editor.type({ a: 2, b: 1, c: 1 })
  editor.storeElsewhere({ b: 3 })
  editor.refuseReads()
  await editor.save()
  expect(editor.now().saving.error).toMatchObject({ status: 503, message: 'Not now' })
  expect(editor.now().edits).toHaveLength(1)
  expect(editor.stored()).toEqual({ a: 1, b: 3, c: 1 })
  editor.close()
})

test('what someone else saves is taken over while I edit, unless I edit the same', async () => {
  const editor = openEditor({ a: 0, b: 0, c: 0 })
  editor.type({ a: 1, b: 0, c: 0 })
  editor.storeElsewhere({ b: 5 })
  editor.readAgain()
  expect(editor.now().shown).toEqual({ a: 1, b: 5, c: 0 })
  expect(editor.now().edits).toEqual([{ path: settingPath('a'), before: 0, after: 1 }])

  editor.storeElsewhere({ a: 2, c: 7 })
  editor.readAgain()
  expect(editor.now().shown).toEqual({ a: 1, b: 5, c: 0 })
  const conflict = { path: settingPath('a'), base: 0, mine: 1, theirs: 2 }
  expect(editor.now().saving.pendingConflicts).toMatchObject([conflict])
  await editor.save()
  expect(editor.now().saving.conflict?.conflicts).toMatchObject([conflict])
  expect(editor.stored()).toEqual({ a: 2, b: 5, c: 7 })
  editor.close()
})

test('what is read while a save is on its way changes nothing until it has ended', async () => {
  const editor = openEditor({ a: 0, b: 0, c: 0 })
  editor.type({ a: 1, b: 0, c: 0 })
  editor.hold()
  await editor.save(() => {
    editor.storeElsewhere({ b: 5 })
    editor.readAgain()
    expect(editor.now().edits).toHaveLength(1)
  })
  expect(editor.stored()).toEqual({ a: 1, b: 5, c: 0 })
  expect(editor.now().edits).toEqual([])
  editor.close()
})
