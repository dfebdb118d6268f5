import { Table, Text } from '@mantine/core'
import { memo } from 'react'
import { formatCount } from '@/console/ui/format/format-count'
import { resultOf, rowsOf, type ShownItem } from './outcomes'

const maxShown = 500

/** Long names and keys take several lines, so that the results beside them stay in view. */
const anywhere = { overflowWrap: 'anywhere' } as const

/** Lists apps, with their results if `withResults` is set. */
export const AppTable = memo(function AppTable({
  items,
  withResults = true,
}: {
  items: readonly ShownItem[]
  withResults?: boolean
}) {
  const rows = rowsOf(items)
  return (
    <Table.ScrollContainer minWidth={0} mah={340} type="native">
      <Table fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>App</Table.Th>
            <Table.Th>Key</Table.Th>
            {withResults && <Table.Th>Result</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, maxShown).map((item) => (
            <Table.Tr key={item.id ?? item.selector}>
              <Table.Td style={anywhere}>
                {item.name ?? (
                  <Text span c="dimmed" fz="inherit">
                    {item.selector}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="mono" style={anywhere}>
                {item.key}
              </Table.Td>
              {withResults && (
                <Table.Td>
                  {resultOf(item)}
                  {item.names.length > 1 && (
                    <Text span c="dimmed" fz="xs" style={anywhere}>
                      {' '}
                      · named as {item.names.join(', ')}
                    </Text>
                  )}
                  {(item.connections ?? 0) > 0 && (
                    <Text span c="dimmed" fz="xs">
                      {' '}
                      · {formatCount(item.connections ?? 0)} connected
                    </Text>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > maxShown && (
        <Text fz="xs" c="dimmed" p="xs">
          and {formatCount(rows.length - maxShown)} more. The CSV of the result lists all of them.
        </Text>
      )}
    </Table.ScrollContainer>
  )
})
