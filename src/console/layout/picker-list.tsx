import { Loader, NavLink, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { toApiError } from '../api/api-error'
import { SearchField } from '../ui/search-field'
import { ErrorAlert } from './error-alert'
import classes from './picker-list.module.css'

interface PickerItem {
  id: string
  name: string
  key?: string | undefined
}

interface PickerListProps<Item extends PickerItem> {
  label: string
  items: readonly Item[] | undefined
  error: Error | null
  search: string
  onSearch: (search: string | undefined) => void
  /** The id or key of the chosen item. */
  chosen: string | undefined
  onChoose: (item: Item) => void
  hasMore: boolean
  onMore: () => void
  renderBadge?: (item: Item) => ReactNode
}

/** A list to choose one item from, searched by the server. */
export function PickerList<Item extends PickerItem>({
  label,
  items,
  error,
  search,
  onSearch,
  chosen,
  onChoose,
  hasMore,
  onMore,
  renderBadge,
}: PickerListProps<Item>) {
  return (
    <div>
      <div style={{ marginBottom: 'var(--mantine-spacing-xs)' }}>
        <SearchField
          label={`Find in ${label}`}
          placeholder="Find by name or key"
          rightSection={items === undefined && error === null ? <Loader size={12} /> : null}
          text={search}
          onText={onSearch}
          width="100%"
        />
      </div>
      {error !== null && <ErrorAlert error={toApiError(error)} />}
      <div className={`panel ${classes['list']}`} tabIndex={-1}>
        <nav aria-label={label}>
          {items?.map((item) => (
            <NavLink
              key={item.id}
              component="button"
              label={item.name}
              description={<span className="mono">{item.key ?? item.id}</span>}
              rightSection={renderBadge?.(item)}
              active={chosen !== undefined && (chosen === item.id || chosen === item.key)}
              onClick={() => onChoose(item)}
            />
          ))}
          {hasMore && <NavLink component="button" label="Show more" onClick={onMore} />}
        </nav>
        {items?.length === 0 && (
          <Text fz="sm" c="dimmed" p="sm">
            {search === '' ? `No ${label} yet.` : 'No results.'}
          </Text>
        )}
      </div>
    </div>
  )
}
