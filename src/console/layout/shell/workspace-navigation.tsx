import { Badge, NavLink } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useActiveAlerts } from '@/console/api/alerts'
import { IconBook2 } from '@/console/ui/icons.gen'
import type { Page } from '../navigation'
import classes from './shell.module.css'

interface WorkspaceNavigationProps {
  workspaceId: string
  pages: readonly Page[]
  current: Page | undefined
  hasReference: boolean
  /** Whether it is open on a phone. */
  isOpen: boolean
  onClose: () => void
}

/** The links to the pages of a workspace. */
export function WorkspaceNavigation({
  workspaceId,
  pages,
  current,
  hasReference,
  isOpen,
  onClose,
}: WorkspaceNavigationProps) {
  // There, only the icons are in sight.
  const isRail = useMediaQuery('(min-width: 48.01em) and (max-width: 68em)')
  const activeAlerts = useActiveAlerts(workspaceId).alerts.length
  return (
    <nav className={classes['navbar']} data-opened={isOpen} aria-label="Pages of the workspace">
      {pages.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          renderRoot={(props) => (
            <Link
              {...props}
              to={to}
              params={{ workspaceId }}
              activeOptions={{ exact: to === '/w/$workspaceId' }}
            />
          )}
          label={label}
          title={isRail ? label : undefined}
          leftSection={<Icon size={16} stroke={1.7} />}
          rightSection={
            to === '/w/$workspaceId/raised-alerts' && activeAlerts > 0 ? (
              <Badge
                size="sm"
                circle
                color="danger.7"
                variant="filled"
                aria-label={`${activeAlerts} active`}
              >
                {activeAlerts}
              </Badge>
            ) : undefined
          }
          active={current?.to === to}
          aria-current={current?.to === to ? 'page' : undefined}
          onClick={onClose}
        />
      ))}
      {hasReference && (
        <NavLink
          component={Link}
          to="/reference"
          label="API reference"
          title={isRail ? 'API reference' : undefined}
          leftSection={<IconBook2 size={16} stroke={1.7} />}
          mt="auto"
        />
      )}
    </nav>
  )
}
