import { Text } from '@mantine/core'
import { labelOf, type Edit } from './edits'
import { ShownValue } from './shown-value'

/** Old and new value of each member that changes. */
export function DiffTable({ edits }: { edits: readonly Edit[] }) {
  return (
    <table className="diff-table">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Now</th>
          <th scope="col">Will be</th>
        </tr>
      </thead>
      <tbody>
        {edits.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row" style={{ fontWeight: 500 }}>
              {labelOf(path)}
              <Text fz="xs" c="dimmed" className="mono">{path.split('.').at(-1)}</Text>
            </th>
            <td><ShownValue value={before} /></td>
            <td style={{ background: 'var(--sb-changed)' }}><ShownValue value={after} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
