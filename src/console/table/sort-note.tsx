import { Text } from '@mantine/core'
import { formatCount } from '@/console/ui/format/format-count'
import { maxPageSize } from '@/contract/pagination'

/** Warns that a sort doesn't cover the whole list. */
export function SortNote({ sort, hasMore }: { sort: string | undefined; hasMore: boolean }) {
  if (sort === undefined || !hasMore) return null
  return (
    <Text fz="xs" c="var(--sb-caution-text)" mb="xs" role="status">
      Sorted within the first {formatCount(maxPageSize)}; filter to sort all.
    </Text>
  )
}
