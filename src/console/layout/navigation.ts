import type { Icon } from '@/console/ui/create-icon'
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
} from '@/console/ui/icons.gen'

interface PageFacts {
  to: `/w/$workspaceId${string}`
  label: string
  icon: Icon
  /** Needs a token that is not one of a tenant. */
  workspace?: true
  /** Needs the token of an admin or operator. */
  admin?: true
  /** Needs more than the ten operations. */
  extension?: true
  /** Needs demo data. */
  demo?: true
  /** Also offered for an archived workspace, whose tokens are refused. */
  archived?: true
}

const allPages = [
  { to: '/w/$workspaceId', label: 'Overview', icon: IconActivity, admin: true, archived: true },
  {
    to: '/w/$workspaceId/settings',
    label: 'Settings',
    icon: IconSettings,
    admin: true,
    archived: true,
  },
  { to: '/w/$workspaceId/limits', label: 'Limits', icon: IconGauge, admin: true, archived: true },
  { to: '/w/$workspaceId/alerts', label: 'Alerts', icon: IconBell, admin: true, archived: true },
  {
    to: '/w/$workspaceId/raised-alerts',
    label: 'Raised alerts',
    icon: IconBellRinging,
    workspace: true,
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
    archived: true,
  },
  {
    to: '/w/$workspaceId/demo',
    label: 'Demo',
    icon: IconPresentation,
    admin: true,
    extension: true,
    demo: true,
  },
] as const satisfies readonly PageFacts[]

/** A page of a workspace. */
export interface Page extends PageFacts {
  to: (typeof allPages)[number]['to']
}

/** The pages of a workspace, in the order of the navigation. */
export const pages: readonly Page[] = allPages

/** Returns the page of a workspace that a URL belongs to. The id in the URL may be encoded. */
export function pageAt(pathname: string, among: readonly Page[]): Page | undefined {
  const below = /^\/w\/[^/]+(.*)$/.exec(pathname)?.[1]
  return among.findLast(({ to }) => {
    const path = to.slice('/w/$workspaceId'.length)
    return path === ''
      ? below === '' || below === '/'
      : below === path || below?.startsWith(`${path}/`) === true
  })
}
