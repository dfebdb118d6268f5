import { Text } from '@mantine/core'
import type { Edit } from './edits'
import { labelOf, memberName } from './member-path'
import { ValueText } from './value-text'

const beforeSaving = ['Now', 'New value'] as const

/** Lists changed members with their old and new values. */
export function DiffTable({
  edits,
  heads: [before, after] = beforeSaving,
  noteOf,
}: {
  edits: readonly Edit[]
  heads?: readonly [before: string, after: string]
  /** Returns a note that helps to judge an edit. */
  noteOf?: ((edit: Edit) => string | undefined) | undefined
}) {
  return (
    <table className="diff-table">
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
          return (
            <tr key={path}>
              <th scope="row" style={{ fontWeight: 500 }}>
                {labelOf(path)}
                <Text fz="xs" c="dimmed" className="mono">
                  {memberName(path)}
                </Text>
                {note !== undefined && (
                  <Text fz="xs" c="dimmed" className="figures">
                    {note}
                  </Text>
                )}
              </th>
              <td>
                <ValueText value={old} />
              </td>
              <td style={{ background: 'var(--sb-changed)' }}>
                <ValueText value={fresh} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
