import { Button, Checkbox, Highlight, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import type { ListedApp } from '../../../../api/apps'
import { AppLogo } from '../../../../layout/app-logo'
import { StateBadges } from '../../../../layout/state-badges'
import { LinkAnchor } from '../../../../layout/link-anchor'
import { clicked, toggledAll, type RowSelection } from '../../../../table/row-selection'
import classes from './app-table.module.css'

const rowHeight = 44
const loadAheadRows = 30

interface AppTableProps {
  apps: readonly ListedApp[]
  search: string
  hasMore: boolean
  onMore: () => void
  /** Undefined: nothing can be selected. */
  selection: RowSelection | undefined
  onSelection: (selection: RowSelection) => void
  onRestore: ((app: ListedApp) => void) | undefined
}

/** The way to all that is known of an app. An address is dear to make, so that one that has not changed is not made again while rows scroll by. */
const AppLink = memo(function AppLink({ id, name, search }: { id: string; name: string; search: string }) {
  return (
    <LinkAnchor from="/w/$workspaceId/apps" search={(before) => ({ ...before, app: id })} c="inherit" truncate>
      <Highlight highlight={search} fz="sm" fw={500} component="span" color="caution">{name}</Highlight>
    </LinkAnchor>
  )
})

/** Apps in rows of which only those in view are drawn, however many there are. */
export function AppTable({ apps, search, hasMore, onMore, selection, onSelection, onRestore }: AppTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({ count: apps.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 12 })
  const rows = virtualizer.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0

  useEffect(() => {
    if (hasMore && lastShown >= apps.length - loadAheadRows) onMore()
  }, [hasMore, lastShown, apps.length, onMore])

  const chosen = apps.filter(({ id }) => selection?.ids.has(id) === true).length
  return (
    <div ref={scroller} className={classes['scroller']} role="table" aria-label="Apps" aria-rowcount={hasMore ? -1 : apps.length + 1} tabIndex={0}>
      <div role="row" aria-rowindex={1} className={`${classes['row']} ${classes['head']}`}>
        <span role="columnheader">
          {selection !== undefined && <Checkbox size="xs" aria-label="Select all that are loaded" checked={chosen > 0 && chosen === apps.length} indeterminate={chosen > 0 && chosen < apps.length} onChange={() => onSelection(toggledAll(selection, apps))} />}
        </span>
        <span role="columnheader">Name</span>
        <span role="columnheader">Key</span>
        <span role="columnheader" className={classes['wide']}>Categories</span>
        <span role="columnheader" />
      </div>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="rowgroup">
        {rows.map(({ index, start }) => {
          const app = apps[index]
          return app === undefined ? null : (
            <div role="row" aria-rowindex={index + 2} key={app.id} className={classes['row']} style={{ position: 'absolute', transform: `translateY(${start}px)`, height: rowHeight }} data-selected={selection?.ids.has(app.id)}>
              <span role="cell">
                {selection !== undefined && (
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${app.name}`}
                    checked={selection.ids.has(app.id)}
                    onChange={(event) => onSelection(clicked(selection, apps, index, event.nativeEvent instanceof PointerEvent || event.nativeEvent instanceof MouseEvent ? event.nativeEvent.shiftKey : false))}
                  />
                )}
              </span>
              <span role="cell" className={classes['name']}>
                <AppLogo name={app.name} src={app.logoUri} />
                <AppLink id={app.id} name={app.name} search={search} />
                <StateBadges {...app} />
              </span>
              <span role="cell" className={`mono ${classes['key']}`}><Highlight highlight={search} fz="xs" truncate component="span" color="caution">{app.key}</Highlight></span>
              <span role="cell" className={classes['wide']}><Text fz="xs" c="dimmed" truncate>{app.categories?.join(', ')}</Text></span>
              <span role="cell" className={classes['actions']}>{onRestore !== undefined && app.archivedAt !== undefined && <Button size="compact-xs" variant="subtle" onClick={() => onRestore(app)}>Restore</Button>}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
