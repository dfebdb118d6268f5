import { Loader, NavLink, Skeleton, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorAlert } from '@/console/layout/error-alert'
import { SearchField } from '@/console/ui/inputs/search-field'
import { rowCountText } from './row-count-text'
import type { LoadedList } from './use-list-page'
import classes from './picker-list.module.css'

export interface PickerItem {
  id: string
  name: string
  key?: string | undefined
}

interface PickerListProps<Item extends PickerItem> {
  /** What an item is called, and several of them. */
  nouns: readonly [one: string, many: string]
  list: LoadedList<Item>
  search: string
  onSearch: (search: string | undefined) => void
  /** The id or key of the chosen item. */
  chosen: string | undefined
  /** Returns the address of the page with an item chosen. */
  linkTo: (selector: string) => LinkProps
  /** Says that there is nothing to list. */
  noneText?: string | undefined
  renderBadge?: (item: Item) => ReactNode
}

/** Holds the place of a long list, so that what is below it does not move. */
function LoadingItems() {
  return (
    <div role="status" aria-label="Loading">
      {[...Array(20).keys()].map((index) => (
        <NavLink
          key={index}
          component="div"
          label={<Skeleton height={12} my={4} width={`${70 - (index % 4) * 10}%`} />}
          description={<Skeleton height={9} my={4} width={`${50 - (index % 3) * 10}%`} />}
        />
      ))}
    </div>
  )
}

/** A list to choose one item from, searched by the server. */
export function PickerList<Item extends PickerItem>({
  nouns,
  list: { rows, total, isLoaded, isStale, error, hasMore, loadMore, retry },
  search,
  onSearch,
  chosen,
  linkTo,
  noneText = `No ${nouns[1]} yet.`,
  renderBadge,
}: PickerListProps<Item>) {
  const label = nouns[1]
  const isSearching = isStale || (!isLoaded && error === undefined)
  return (
    <div>
      <div style={{ marginBottom: 'var(--mantine-spacing-xs)' }}>
        <SearchField
          label={`Find in ${label}`}
          placeholder="Find by name or key"
          rightSection={isSearching ? <Loader size={12} /> : null}
          text={search}
          onText={onSearch}
          width="100%"
          found={
            isLoaded && !isStale
              ? rowCountText(total ?? rows.length, nouns, total === undefined && hasMore)
              : undefined
          }
        />
      </div>
      <ErrorAlert error={error} onRetry={retry} />
      <div className={`panel ${classes['list']}`} tabIndex={-1}>
        <nav aria-label={label}>
          {rows.map((item) => {
            const isChosen = chosen !== undefined && (chosen === item.id || chosen === item.key)
            return (
              <NavLink
                key={item.id}
                renderRoot={(props) => <Link {...props} {...linkTo(item.key ?? item.id)} />}
                label={item.name}
                description={<span className="mono">{item.key ?? item.id}</span>}
                rightSection={renderBadge?.(item)}
                active={isChosen}
                aria-current={isChosen ? 'page' : undefined}
              />
            )
          })}
          {hasMore && <NavLink component="button" label="Show more" onClick={loadMore} />}
        </nav>
        {!isLoaded && error === undefined && <LoadingItems />}
        {isLoaded && rows.length === 0 && (
          <Text fz="sm" c="dimmed" p="sm">
            {search === '' ? noneText : 'No results.'}
          </Text>
        )}
      </div>
    </div>
  )
}
