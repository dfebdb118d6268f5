import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Edit } from '@/console/edits/edits'
import { labelOf } from '@/console/edits/member-path'
import type { Conflict } from '@/console/edits/rebase'
import { ValueText } from '@/console/edits/value-text'

export interface ConflictModalProps {
  /** The kind of record. */
  what: 'workspace' | 'app' | 'connector'
  /** Who made the other change, if known. */
  changedBy?: string | undefined
  conflicts: readonly Conflict[]
  /** How many edits without a conflict will be saved too. */
  standing: number
  /** Returns the label of a member. */
  nameOf?: ((path: string) => string) | undefined
  /** Returns a value in the form in which it is shown. */
  shown?: ((value: unknown) => unknown) | undefined
  onResolve: (chosen: Edit[]) => void
  onClose: () => void
}

const unchanged = (value: unknown) => value

/** Lets the user choose between their value and someone else's for each conflicting field. */
export function ConflictModal({
  what,
  changedBy = 'someone else',
  conflicts,
  standing,
  nameOf = labelOf,
  shown = unchanged,
  onResolve,
  onClose,
}: ConflictModalProps) {
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const choose = (path: string, keepMine: boolean) => {
    const next = new Set(mine)
    if (keepMine) next.add(path)
    else next.delete(path)
    setMine(next)
  }
  const chosen = conflicts.flatMap(({ path, keepMine, keepTheirs }) =>
    mine.has(path) ? [keepMine] : keepTheirs,
  )
  const count = conflicts.length === 1 ? 'a field' : `${conflicts.length} fields`
  return (
    <Modal opened onClose={onClose} title={`This ${what} was changed by ${changedBy}`} size="xl">
      <Stack gap="sm">
        <Text fz="sm">
          They changed {count} that you changed too. Choose which value to keep.
          {standing > 0 &&
            ` Your other ${standing === 1 ? 'change is' : `${standing} changes are`} kept.`}
        </Text>
        {conflicts.length > 1 && (
          <Group gap="xs">
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => setMine(new Set(conflicts.map(({ path }) => path)))}
            >
              All mine
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => setMine(new Set())}>
              All theirs
            </Button>
          </Group>
        )}
        {conflicts.map(({ path, base, mine: my, theirs }) => (
          <Radio.Group
            key={path}
            className="panel"
            p="sm"
            label={nameOf(path)}
            value={mine.has(path) ? 'mine' : 'theirs'}
            onChange={(value) => choose(path, value === 'mine')}
          >
            <Text fz="xs" c="dimmed">
              Before: <ValueText value={shown(base)} />
            </Text>
            <Stack gap={4} mt={4}>
              <Radio
                value="theirs"
                label={
                  <>
                    Theirs: <ValueText value={shown(theirs)} />
                  </>
                }
              />
              <Radio
                value="mine"
                label={
                  <>
                    Mine: <ValueText value={shown(my)} />
                  </>
                }
              />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back to editing
          </Button>
          <Button onClick={() => onResolve(chosen)}>Continue</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
