import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReferenceOperation } from '@/console/api/reference'
import { MethodBadge } from './method-badge'
import classes from './reference.module.css'

/** Returns the operations that have each word of a search. */
export function findOperations(
  operations: readonly ReferenceOperation[],
  search: string,
): ReferenceOperation[] {
  const words = search.toLowerCase().split(/\s+/)
  return operations.filter(({ operationId, method, path, summary, tags }) => {
    const text = [operationId, method, path, summary, ...tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** No operation has this name: on a phone it replaces the list, as an operation does. */
const introduction = 'introduction'

/** Links to the introduction, and to the operations that a search has found, by resource. */
export function OperationList({
  found,
  search,
  current,
}: {
  found: readonly ReferenceOperation[]
  search: string
  /** The operation that is shown, or else the introduction. */
  current: string | undefined
}) {
  const resources = [...new Set(found.flatMap(({ tags }) => tags))]
  return (
    <nav aria-label="Operations">
      <div className={classes['list']}>
        <Link
          to="/reference"
          search={(before) => ({ ...before, operation: introduction })}
          aria-current={current === undefined ? 'page' : undefined}
        >
          Introduction
        </Link>
      </div>
      {found.length === 0 && (
        <Text fz="sm" c="dimmed">
          No operation matches “{search}”.
        </Text>
      )}
      {resources.map((resource) => (
        <section key={resource} aria-label={resource}>
          <Text fz="xs" fw={600} c="dimmed" mt="sm">
            {resource}
          </Text>
          <ul className={classes['list']}>
            {found
              .filter(({ tags }) => tags.includes(resource))
              .map(({ operationId, method, summary, 'x-extension': isExtension }) => (
                <li key={operationId}>
                  <Link
                    to="/reference"
                    search={(before) => ({ ...before, operation: operationId })}
                    aria-current={operationId === current ? 'page' : undefined}
                  >
                    <MethodBadge method={method} />
                    <span>{summary}</span>
                    {isExtension && <span className={classes['extension']}>extension</span>}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
