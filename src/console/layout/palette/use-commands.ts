import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { fetchAllApps } from '@/console/api/apps'
import { useIsDemo } from '@/console/api/demo'
import { useHasExtensions, workspaceQuery } from '@/console/api/workspaces'
import { download } from '@/console/browser/download'
import { startStory, storyNames } from '@/console/presenter/progress'
import { storyTexts } from '@/console/presenter/story-texts'
import { useIsAdmin } from '@/console/session/use-session'
import { showFailure } from '../show-error'
import { useSignOut } from '../use-sign-out'

const colorSchemes = [
  { value: 'dark', label: 'Use dark colors' },
  { value: 'light', label: 'Use light colors' },
  { value: 'auto', label: 'Use the system’s colors' },
] as const

/** Returns the commands: colors, exports, rotation of secrets, stories of the demo, sign-out. */
export function useCommands(workspaceId: string): SpotlightActionGroupData[] {
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const exportApps = useExportApps(workspaceId)
  const adminCommands = useAdminCommands(workspaceId)
  const isAdmin = useIsAdmin()
  const isDemo = useIsDemo()
  return [
    {
      group: 'Actions',
      actions: [
        ...colorSchemes.map(({ value, label }) => ({
          id: `theme ${value}`,
          label,
          keywords: ['theme', 'color scheme', 'appearance'],
          onClick: () => setColorScheme(value),
        })),
        {
          id: 'export apps',
          label: 'Export apps as JSON',
          keywords: ['download'],
          onClick: () =>
            void exportApps().catch((error: unknown) => showFailure('Couldn’t export apps', error)),
        },
        ...(isAdmin ? adminCommands : []),
        ...(isAdmin && isDemo ? storyCommands : []),
        { id: 'sign out', label: 'Sign out', onClick: () => void signOut() },
      ],
    },
  ]
}

const storyCommands: SpotlightActionData[] = storyNames.map((story) => ({
  id: `story ${story}`,
  label: `Present: ${storyTexts[story].title}`,
  keywords: ['presenter', 'demo', 'tour', 'story'],
  onClick: () => startStory(story),
}))

function useExportApps(workspaceId: string): () => Promise<void> {
  const hasExtensions = useHasExtensions()
  return async () => {
    const filter = { scope: 'workspace', search: '', state: 'active' } as const
    const items = await fetchAllApps(workspaceId, hasExtensions, filter)
    download('apps.json', 'application/json', JSON.stringify(items, null, 2))
  }
}

function useAdminCommands(workspaceId: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const client = useQueryClient()
  async function exportLimits() {
    const { response } = await client.ensureQueryData(workspaceQuery(workspaceId))
    download('limits.json', 'application/json', JSON.stringify(response.limits ?? {}, null, 2))
  }
  const goToSettings = (hash: string) =>
    void navigate({ to: '/w/$workspaceId/settings', params: { workspaceId }, hash })
  return [
    {
      id: 'export limits',
      label: 'Export limits as JSON',
      keywords: ['download'],
      onClick: () =>
        void exportLimits().catch((error: unknown) => showFailure('Couldn’t export limits', error)),
    },
    {
      id: 'rotate secret',
      label: 'Rotate the workspace secret…',
      onClick: () => goToSettings('danger-zone'),
    },
    {
      id: 'rotate webhook secret',
      label: 'Rotate the webhook secret…',
      onClick: () => goToSettings('webhook'),
    },
  ]
}
