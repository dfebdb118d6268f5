import { Button, Highlight } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { ListedApp } from '../../../../api/apps'
import { AppLogo } from '../../../../layout/app-logo'
import { StateBadges } from '../../../../layout/state-badges'
import { LinkAnchor } from '../../../../layout/link-anchor'
import { clicked, toggledAll, type RowSelection } from '../../../../table/row-selection'
import { TickBox } from '../../../../table/tick-box'
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

/** A text in which what was searched for is marked. */
function Marked({ text, search }: { text: string; search: string }) {
  return search === '' ? text : <Highlight highlight={search} component="span" inherit color="caution">{text}</Highlight>
}

/** The way to all that is known of an app. An address is dear to make, so that one that has not changed is not made again while rows scroll by. */
const AppLink = memo(function AppLink({ id, name, search }: { id: string; name: string; search: string }) {
  return (
    <LinkAnchor from="/w/$workspaceId/apps" search={(before) => ({ ...before, app: id })} c="inherit" fz="sm" fw={500} truncate>
      <Marked text={name} search={search} />
    </LinkAnchor>
  )
})

interface AppRowProps {
  app: ListedApp
  index: number
  /** Pixels from the top of all rows. */
  start: number
  search: string
  /** Undefined: nothing can be selected. */
  isSelected: boolean | undefined
  onSelect: (index: number, extend: boolean) => void
  onRestore: ((app: ListedApp) => void) | undefined
}

/** Drawn once while it scrolls by. */
const AppRow = memo(function AppRow({ app, index, start, search, isSelected, onSelect, onRestore }: AppRowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} className={`${classes['row']} ${classes['app']}`} style={{ transform: `translateY(${start}px)`, height: rowHeight }} data-selected={isSelected}>
      <span role="cell">{isSelected !== undefined && <TickBox label={`Select ${app.name}`} state={isSelected ? 'on' : 'off'} onToggle={(extend) => onSelect(index, extend)} />}</span>
      <span role="cell" className={classes['name']}>
        <AppLogo name={app.name} src={app.logoUri} />
        <AppLink id={app.id} name={app.name} search={search} />
        <StateBadges {...app} />
      </span>
      <span role="cell" className={`mono ${classes['key']}`}><span className={classes['cut']}><Marked text={app.key} search={search} /></span></span>
      <span role="cell" className={`${classes['wide']} ${classes['categories']} ${classes['cut']}`}>{app.categories?.join(', ')}</span>
      <span role="cell" className={classes['actions']}>{onRestore !== undefined && app.archivedAt !== undefined && <Button size="compact-xs" variant="subtle" onClick={() => onRestore(app)}>Restore</Button>}</span>
    </div>
  )
})

/** Apps in rows of which only those in view are drawn, however many there are. */
export const AppTable = memo(function AppTable({ apps, search, hasMore, onMore, selection, onSelection, onRestore }: AppTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({ count: apps.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 12 })
  const rows = virtualizer.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0

  useEffect(() => {
    if (hasMore && lastShown >= apps.length - loadAheadRows) onMore()
  }, [hasMore, lastShown, apps.length, onMore])

  // The same function from one drawing to the next, so that rows are redrawn only for what is in them.
  const select = useCallbackRef((index: number, extend: boolean) => {
    if (selection !== undefined) onSelection(clicked(selection, apps, index, extend))
  })
  const chosen = useMemo(() => apps.filter(({ id }) => selection?.ids.has(id) === true).length, [apps, selection])
  return (
    <div ref={scroller} className={classes['scroller']} role="table" aria-label="Apps" aria-rowcount={hasMore ? -1 : apps.length + 1} tabIndex={0}>
      <div role="row" aria-rowindex={1} className={`${classes['row']} ${classes['head']}`}>
        <span role="columnheader">
          {selection !== undefined && <TickBox label="Select all that are loaded" state={chosen === 0 ? 'off' : chosen === apps.length ? 'on' : 'mixed'} onToggle={() => onSelection(toggledAll(selection, apps))} />}
        </span>
        <span role="columnheader">Name</span>
        <span role="columnheader">Key</span>
        <span role="columnheader" className={classes['wide']}>Categories</span>
        <span role="columnheader" />
      </div>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="rowgroup">
        {rows.map(({ index, start }) => {
          const app = apps[index]
          return app === undefined ? null : <AppRow key={app.id} app={app} index={index} start={start} search={search} isSelected={selection?.ids.has(app.id)} onSelect={select} onRestore={onRestore} />
        })}
      </div>
    </div>
  )
})
