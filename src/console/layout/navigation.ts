import type { Icon } from '../ui/create-icon'
import {
  IconActivity,
  IconApps,
  IconBell,
  IconBellRinging,
  IconBolt,
  IconGauge,
  IconHistory,
  IconPlug,
  IconPresentation,
  IconPlugConnected,
  IconSend,
  IconSettings,
} from '../ui/icons.gen'

export interface Page {
  to:
    | '/w/$workspaceId'
    | '/w/$workspaceId/settings'
    | '/w/$workspaceId/limits'
    | '/w/$workspaceId/alerts'
    | '/w/$workspaceId/raised-alerts'
    | '/w/$workspaceId/deliveries'
    | '/w/$workspaceId/connectors'
    | '/w/$workspaceId/apps'
    | '/w/$workspaceId/history'
    | '/w/$workspaceId/demo'
    | '/w/$workspaceId/connections'
    | '/w/$workspaceId/actions'
  label: string
  icon: Icon
  /** Needs the token of an admin or operator. */
  admin?: true
  /** Needs more than the ten operations. */
  extension?: true
  /** Needs demo data. */
  demo?: true
}

/** Returns the page of a workspace that a URL belongs to. */
export function pageAt(
  pathname: string,
  workspaceId: string,
  among: readonly Page[],
): Page | undefined {
  return among.findLast(({ to }) => {
    const path = to.replace('$workspaceId', workspaceId)
    // Every address of the workspace starts with that of its overview.
    const isOverview = to === '/w/$workspaceId'
    return (
      pathname === path || (isOverview ? pathname === `${path}/` : pathname.startsWith(`${path}/`))
    )
  })
}

/** The pages of a workspace, in the order of the navigation. */
export const pages: readonly Page[] = [
  { to: '/w/$workspaceId', label: 'Overview', icon: IconActivity, admin: true },
  { to: '/w/$workspaceId/settings', label: 'Settings', icon: IconSettings, admin: true },
  { to: '/w/$workspaceId/limits', label: 'Limits', icon: IconGauge, admin: true },
  { to: '/w/$workspaceId/alerts', label: 'Alerts', icon: IconBell, admin: true },
  {
    to: '/w/$workspaceId/raised-alerts',
    label: 'Raised alerts',
    icon: IconBellRinging,
    extension: true,
  },
  {
    to: '/w/$workspaceId/deliveries',
    label: 'Deliveries',
    icon: IconSend,
    admin: true,
    extension: true,
  },
  { to: '/w/$workspaceId/connectors', label: 'Connectors', icon: IconPlug },
  { to: '/w/$workspaceId/apps', label: 'Apps', icon: IconApps },
  { to: '/w/$workspaceId/connections', label: 'Connections', icon: IconPlugConnected },
  { to: '/w/$workspaceId/actions', label: 'Actions', icon: IconBolt },
  {
    to: '/w/$workspaceId/history',
    label: 'History',
    icon: IconHistory,
    admin: true,
    extension: true,
  },
  {
    to: '/w/$workspaceId/demo',
    label: 'Demo',
    icon: IconPresentation,
    admin: true,
    extension: true,
    demo: true,
  },
]
