import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { labelOf, type Conflict, type Edit } from './edits'
import { ValueText } from './value-text'

interface ConflictModalProps {
  /** What was changed: it names the record’s kind. */
  what: 'workspace' | 'app'
  conflicts: readonly Conflict[]
  /** Edits that nobody else touched: they will be saved whatever is chosen. */
  standing: number
  onResolve: (chosen: Edit[]) => void
  onClose: () => void
}

/** Somebody changed the same things: each is shown as it was, as they made it and as I would, and I choose. */
export function ConflictModal({
  what,
  conflicts,
  standing,
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
  const chosen = conflicts
    .filter(({ path }) => mine.has(path))
    .map(({ path, theirs, mine: after }) => ({ path, before: theirs, after }))
  return (
    <Modal opened onClose={onClose} title={`Somebody changed this ${what} meanwhile`} size="xl">
      <Stack gap="sm">
        <Text fz="sm">
          They changed {conflicts.length === 1 ? 'something' : `${conflicts.length} things`} that
          you changed too. Choose what shall stand.
          {standing > 0 &&
            ` Your other ${standing === 1 ? 'change is' : `${standing} changes are`} kept.`}
        </Text>
        {conflicts.map(({ path, base, mine: my, theirs }) => (
          <Radio.Group
            key={path}
            className="panel"
            p="sm"
            label={labelOf(path)}
            value={mine.has(path) ? 'mine' : 'theirs'}
            onChange={(value) => choose(path, value === 'mine')}
          >
            <Text fz="xs" c="dimmed">
              It was: <ValueText value={base} />
            </Text>
            <Stack gap={4} mt={4}>
              <Radio
                value="theirs"
                label={
                  <>
                    Theirs: <ValueText value={theirs} />
                  </>
                }
              />
              <Radio
                value="mine"
                label={
                  <>
                    Mine: <ValueText value={my} />
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
          <Button onClick={() => onResolve(chosen)}>Go on with these</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
