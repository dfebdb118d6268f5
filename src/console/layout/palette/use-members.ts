import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { alertTypeFacts, alertTypeNames } from '@/contract/alerts'
import { limitFacts, limitNames } from '@/contract/limits'
import { settingNames, settings } from '@/contract/workspaces'

/** Returns the settings, limits and alert types of a workspace. */
export function useMembers(workspaceId: string): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const params = { workspaceId }
  return [
    {
      group: 'Settings',
      actions: settingNames.map((name) => ({
        id: `setting ${name}`,
        label: settings[name].label,
        description: name,
        onClick: () => void navigate({ to: '/w/$workspaceId/settings', params, hash: name }),
      })),
    },
    {
      group: 'Limits',
      actions: limitNames.map((name) => ({
        id: `limit ${name}`,
        label: limitFacts(name).label,
        description: name,
        onClick: () =>
          void navigate({ to: '/w/$workspaceId/limits', params, search: { focus: name } }),
      })),
    },
    {
      group: 'Alert types',
      actions: alertTypeNames.map((name) => ({
        id: `alert ${name}`,
        label: alertTypeFacts(name).label,
        description: name,
        onClick: () =>
          void navigate({ to: '/w/$workspaceId/alerts', params, search: { focus: name } }),
      })),
    },
  ]
}
