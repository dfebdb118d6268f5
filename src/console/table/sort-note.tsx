import { Text } from '@mantine/core'
import { maxPageSize } from '../../contract/pagination'
import { formatStored } from '../ui/quantity'
import { userLocale } from '../ui/locale'

/** Says plainly where a sort does not reach the whole list. */
export function SortNote({ sort, hasMore }: { sort: string | undefined; hasMore: boolean }) {
  if (sort === undefined || !hasMore) return null
  return (
    <Text fz="xs" c="var(--sb-overridden)" mb="xs" role="status">
      Only the first {formatStored(maxPageSize, userLocale)} are sorted: narrow the list to sort all
      of it.
    </Text>
  )
}
