import { Badge } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useActiveAlerts } from '@/console/api/alerts'
import { useHasExtensions } from '@/console/api/workspaces'
import { ownApi } from '@/console/browser/site'
import { useSession } from '@/console/session/use-session'
import type { Icon } from '@/console/ui/create-icon'
import { IconBook2 } from '@/console/ui/icons.gen'
import type { Page } from '../navigation'
import { useAvailablePages, useCurrentPage } from '../use-pages'
import classes from './shell.module.css'

interface WorkspaceNavigationProps {
  workspaceId: string
  /** An archived workspace has no active alerts; asking for them would be refused. */
  isArchived: boolean
  /** Whether it is open on a phone. */
  isOpen: boolean
  onClose: () => void
}

/** The links to the pages of a workspace. */
export function WorkspaceNavigation({
  workspaceId,
  isArchived,
  isOpen,
  onClose,
}: WorkspaceNavigationProps) {
  const pages = useAvailablePages()
  const current = useCurrentPage(pages)
  // There, only the icons are in sight.
  const isRail = useMediaQuery('(min-width: 48.01em) and (max-width: 68em)', false, {
    getInitialValueInEffect: false,
  })
  // The reference describes the API of this server.
  const isOwnEngine = useSession()?.baseUrl === ownApi
  const hasReference = useHasExtensions() && isOwnEngine
  return (
    <nav className={classes['navbar']} data-opened={isOpen} aria-label="Pages of the workspace">
      {pages.map((page) => {
        const link = { workspaceId, page, isCurrent: page === current, isRail, onClick: onClose }
        return page.to === '/w/$workspaceId/raised-alerts' && !isArchived ? (
          <RaisedAlertsLink key={page.to} {...link} />
        ) : (
          <PageLink key={page.to} {...link} />
        )
      })}
      {hasReference && (
        <Link
          to="/reference"
          className={classes['reference']}
          title={isRail ? 'API reference' : undefined}
        >
          <LinkContent icon={IconBook2} label="API reference" />
        </Link>
      )}
    </nav>
  )
}

interface PageLinkProps {
  workspaceId: string
  page: Page
  isCurrent: boolean
  /** Whether only its icon is in sight. */
  isRail: boolean
  badge?: ReactNode
  onClick: () => void
}

/** A link to a page. Memoized, because few of them change when another page is opened. */
const PageLink = memo(function PageLink({
  workspaceId,
  page: { to, label, icon },
  isCurrent,
  isRail,
  badge,
  onClick,
}: PageLinkProps) {
  return (
    <Link
      to={to}
      params={{ workspaceId }}
      activeOptions={{ exact: to === '/w/$workspaceId' }}
      title={isRail ? label : undefined}
      data-active={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      <LinkContent icon={icon} label={label} badge={badge} />
    </Link>
  )
})

interface LinkContentProps {
  icon: Icon
  label: string
  badge?: ReactNode
}

/** Not Mantine's NavLink: with ten components each, the links were a seventh of the overview. */
function LinkContent({ icon: LinkIcon, label, badge }: LinkContentProps) {
  return (
    <>
      <LinkIcon size={16} stroke={1.7} />
      <span className={classes['label']}>{label}</span>
      {badge}
    </>
  )
}

/** The link to the raised alerts, with the number of active ones. */
function RaisedAlertsLink(link: Omit<PageLinkProps, 'badge'>) {
  const count = useActiveAlerts(link.workspaceId).alerts.length
  if (count === 0) return <PageLink {...link} />
  const badge = (
    <Badge size="sm" circle color="danger.7" variant="filled" aria-label={`${count} active`}>
      {count}
    </Badge>
  )
  return <PageLink {...link} badge={badge} />
}
