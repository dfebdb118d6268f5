import { operations, type OperationId } from '@/contract/operations'

/** Converts a path to the syntax of the router: `/a/{b}` to `/a/:b`. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Matches the paths of an operation. */
export function pathPattern(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    return segment.startsWith('{') ? '[^/]+' : segment.replaceAll('.', '\\.')
  })
  return new RegExp(`^${segments.join('/')}$`)
}

/** Sorts fixed path segments before parameters, so that no parameter hides an operation. */
export function bySpecificity(a: OperationId, b: OperationId): number {
  const sortable = (id: OperationId) => operations[id].path.replaceAll('{', '~')
  return sortable(a) < sortable(b) ? -1 : 1
}
