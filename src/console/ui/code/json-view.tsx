import { ActionIcon, Button, Highlight, Text, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { countOf } from '../format/format-count'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy } from '../icons.gen'
import { SearchField } from '../inputs/search-field'
import classes from './json-view.module.css'

interface NodeProps {
  name: string
  value: unknown
  /** The path of the value in JavaScript notation. */
  path: string
  search: string
  /** Whether what was searched for is the name of a branch around it: all of that is shown. */
  isInside?: boolean
  depth: number
}

const openDepth = 2
/** How many members of a branch are shown at first, and with each click on the button for more. */
const shownAtOnce = 100

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function matches(name: string, value: unknown, search: string): boolean {
  if (search === '' || name.toLowerCase().includes(search)) return true
  if (isBranch(value))
    return Object.entries(value).some(([key, part]) => matches(key, part, search))
  return JSON.stringify(value).toLowerCase().includes(search)
}

function childPath(parent: string, value: object, key: string): string {
  if (Array.isArray(value)) return `${parent}[${key}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

interface SearchedProps {
  search: string
  className: string | undefined
  text: string
}

/** A text in which what was searched for is highlighted. */
function Searched({ search, className = '', text }: SearchedProps) {
  return (
    <Highlight
      highlight={search}
      component="span"
      fz="inherit"
      className={className}
      color="caution"
    >
      {text}
    </Highlight>
  )
}

function Node({ name, value, path, search, isInside = false, depth }: NodeProps) {
  // For the search it was toggled in: another search opens the branches with its hits again.
  const [toggled, setToggled] = useState<{ search: string; isOpen: boolean }>()
  const clipboard = useClipboard({ timeout: 1500 })
  const opensItself = search === '' ? depth < openDepth : matches(name, value, search)
  const isOpen = toggled?.search === search ? toggled.isOpen : opensItself
  const copy = (
    <Tooltip label={clipboard.copied ? 'Copied' : `Copy path ${path}`}>
      <ActionIcon
        className={classes['copy'] ?? ''}
        variant="subtle"
        color="gray"
        size={24}
        aria-label={`Copy path ${path}`}
        onClick={() => clipboard.copy(path)}
      >
        {clipboard.copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
      </ActionIcon>
    </Tooltip>
  )
  if (!isBranch(value)) {
    return (
      <li className={classes['leaf']}>
        <Searched search={search} className={classes['name']} text={name} />
        <Searched search={search} className={classes['value']} text={JSON.stringify(value)} />
        {copy}
      </li>
    )
  }
  const entries = Object.entries(value)
  return (
    <li>
      <span className={classes['branch']}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          onClick={() => setToggled({ search, isOpen: !isOpen })}
        >
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <Searched search={search} className={classes['name']} text={name} />
          <Text span fz="xs" c="dimmed">
            {countOf(entries.length, Array.isArray(value) ? 'item' : 'member')}
          </Text>
        </button>
        {copy}
      </span>
      {isOpen && (
        <Members
          value={value}
          path={path}
          search={search}
          isInside={isInside || (search !== '' && name.toLowerCase().includes(search))}
          depth={depth + 1}
        />
      )}
    </li>
  )
}

interface MembersProps extends Omit<Required<NodeProps>, 'name'> {
  value: object
}

/** The members of a branch that match the search; those of a large branch little by little. */
function Members({ value, path, search, isInside, depth }: MembersProps) {
  const [limit, setLimit] = useState(shownAtOnce)
  const entries = Object.entries(value).filter(
    ([key, part]) => isInside || matches(key, part, search),
  )
  const left = entries.length - limit
  return (
    <ul className={classes['children']}>
      {entries.slice(0, limit).map(([key, part]) => (
        <Node
          key={key}
          name={key}
          value={part}
          path={childPath(path, value, key)}
          search={search}
          isInside={isInside}
          depth={depth}
        />
      ))}
      {left > 0 && (
        <li className={classes['leaf']}>
          <Button variant="subtle" size="compact-xs" onClick={() => setLimit(limit + shownAtOnce)}>
            Show {Math.min(left, shownAtOnce)} more
          </Button>
        </li>
      )}
    </ul>
  )
}

interface JsonViewProps {
  name: string
  value: unknown
  search: string
  onSearch: (search: string | undefined) => void
}

/** Shows a JSON document as a tree with search and copyable paths. */
export function JsonView({ name, value, search, onSearch }: JsonViewProps) {
  const searched = search.trim().toLowerCase()
  const isFound = matches(name, value, searched)
  return (
    <>
      <div style={{ marginBottom: 'var(--mantine-spacing-xs)' }}>
        <SearchField
          label={`Search inside ${name}`}
          placeholder="Search inside"
          text={search}
          onText={onSearch}
          width={260}
          found={isFound ? undefined : 'No results'}
        />
      </div>
      {isFound ? (
        <ul aria-label={name} className={`mono ${classes['tree']}`}>
          <Node name={name} value={value} path="$" search={searched} depth={0} />
        </ul>
      ) : (
        <Text fz="sm" c="dimmed">
          No results for '{search}'.
        </Text>
      )}
    </>
  )
}
