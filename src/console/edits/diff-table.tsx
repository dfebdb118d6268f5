import { Text } from '@mantine/core'
import { Breakable } from '@/console/ui/breakable'
import { LineDiffView } from '@/console/ui/code/line-diff-view'
import { labelOf, memberName } from './member-path'
import { comparableSides, ValueText } from './value-text'
import classes from './diff-table.module.css'

const beforeSaving = ['Now', 'New value'] as const

interface ChangedMember {
  path: string
  before?: unknown
  after?: unknown
}

interface DiffTableProps<Change> {
  edits: readonly Change[]
  heads?: readonly [before: string, after: string]
  /** Returns a note that helps to judge an edit. */
  noteOf?: ((edit: Change) => string | undefined) | undefined
}

/** Lists changed members with their old and new values, long ones line by line. */
export function DiffTable<Change extends ChangedMember>({
  edits,
  heads: [before, after] = beforeSaving,
  noteOf,
}: DiffTableProps<Change>) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {edits.map((edit) => {
          const { path, before: old, after: fresh } = edit
          const note = noteOf?.(edit)
          const sides = comparableSides(old, fresh)
          return (
            <tr key={path}>
              <th scope="row" style={{ fontWeight: 500 }}>
                {labelOf(path)}
                <Text fz="xs" c="dimmed" className="mono">
                  <Breakable text={memberName(path)} />
                </Text>
                {note !== undefined && (
                  <Text fz="xs" c="dimmed" className="figures">
                    {note}
                  </Text>
                )}
              </th>
              {sides !== undefined ? (
                <td colSpan={2}>
                  <LineDiffView
                    label={`Changes of ${labelOf(path)}`}
                    before={sides[0]}
                    after={sides[1]}
                    beforeLabel={before}
                    afterLabel={after}
                  />
                </td>
              ) : (
                <>
                  <td>
                    <ValueText value={old} />
                  </td>
                  <td style={{ background: 'var(--sb-changed)' }}>
                    <ValueText value={fresh} />
                  </td>
                </>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
