import { Skeleton, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { showsOutline } from '@/console/ui/page/outline'
import { introductions } from './introductions'
import { pages } from './navigation'
import { PageHeader } from './page-header'

/** Returns the title and the introduction of the page at an address, if it has one. */
function headerAt(pathname: string): { title: string; introduction: string } | undefined {
  const path = /^\/w\/[^/]+(\/[^/]+)?\/?$/.exec(pathname)
  if (path === null) return
  const [, below = ''] = path
  const title = pages.find(({ to }) => to === `/w/$workspaceId${below}`)?.label
  const name = below.slice(1) || 'overview'
  const introduction = Object.entries(introductions).find(([page]) => page === name)?.[1]
  return title === undefined || introduction === undefined ? undefined : { title, introduction }
}

/**
 * The outline of a page, so that nothing moves when the page is loaded. The first page has one in
 * index.html, with the frame around the page.
 */
export function LoadingPage() {
  const { pathname } = useLocation()
  const header = headerAt(pathname)
  if (showsOutline()) return null
  return (
    <Stack className="page" gap="md" role="group" aria-busy="true" aria-label="Loading">
      {header === undefined ? (
        <>
          <Skeleton height={26} width="30%" />
          <Skeleton height={14} width="55%" />
        </>
      ) : (
        <div aria-hidden>
          <PageHeader title={header.title}>{header.introduction}</PageHeader>
        </div>
      )}
      {[90, 90, 240].map((height, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  )
}
