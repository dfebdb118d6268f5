import { Text } from '@mantine/core'
import { maxPageSize } from '@/contract/pagination'
import { formatCount } from '@/console/ui/format/format-count'

/** Warns that a sort doesn't cover the whole list. */
export function SortNote({ sort, hasMore }: { sort: string | undefined; hasMore: boolean }) {
  if (sort === undefined || !hasMore) return null
  return (
    <Text fz="xs" c="var(--sb-caution-text)" mb="xs" role="status">
      Sorted within the first {formatCount(maxPageSize)}; filter to sort all.
    </Text>
  )
}
