import { Badge } from '@mantine/core'
import type { Method } from '@/console/api/reference'
import classes from './reference.module.css'

const colors: Record<Method, string> = {
  GET: 'gray',
  POST: 'signal',
  PATCH: 'signal',
  PUT: 'signal',
  DELETE: 'danger',
}

/** Shows the HTTP method of an operation. */
export function MethodBadge({ method }: { method: Method }) {
  return (
    <Badge size="sm" color={colors[method]} className={classes['method'] ?? ''}>
      {method}
    </Badge>
  )
}
