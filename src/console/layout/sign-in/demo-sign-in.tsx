import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { storyNames, type StoryName } from '@/console/presenter/progress'
import { storyTexts } from '@/console/presenter/story-texts'
import type { Role } from '@/console/session/session'
import type { WorkspaceType } from '@/contract/workspaces'
import { WorkspaceBadges } from '../workspace-badges'
import classes from './demo-sign-in.module.css'

interface DemoSignInProps {
  note: string
  workspaces: { id: string; name: string; type: WorkspaceType }[]
  pending: boolean
  /** The session to continue; neither is known at the first sign-in. */
  before: { workspaceId: string | undefined; role: Role | undefined }
  onChoose: (role: DemoRole, workspaceId: string | undefined) => void
  /** Presents a story; absent where a session is to be continued. */
  onStory: ((story: StoryName) => void) | undefined
}

const demoRoles = [
  {
    role: 'admin',
    label: 'Sign in as admin',
    sees: 'One workspace: its settings, limits, alerts, apps and connectors.',
  },
  {
    role: 'operator',
    label: 'Sign in as operator',
    sees: 'Every workspace, and the limits that override what workspaces set.',
  },
  {
    role: 'reader',
    label: 'Sign in as reader',
    sees: 'Connectors, apps, connections and actions, without changing anything.',
  },
] as const
export type DemoRole = (typeof demoRoles)[number]['role']

/** Signs in to the demo by role, or starts one of its stories. */
export function DemoSignIn({
  note,
  workspaces,
  pending,
  before,
  onChoose,
  onStory,
}: DemoSignInProps) {
  const id = useId()
  const [workspaceId, setWorkspaceId] = useState(before.workspaceId ?? workspaces[0]?.id)
  const chosen = workspaces.find(({ id }) => id === workspaceId)
  const [pressed, setPressed] = useState<DemoRole | StoryName>()
  const stateOf = (name: DemoRole | StoryName) => ({
    loading: pending && name === pressed,
    disabled: pending && name !== pressed,
  })
  return (
    <Alert color="signal" title="Demo data" role="group">
      <Stack gap="sm">
        <Text fz="sm">{note}</Text>
        <NativeSelect
          label="Workspace"
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceId}
          onChange={(event) => setWorkspaceId(event.currentTarget.value)}
          rightSectionWidth={110}
          rightSection={chosen !== undefined && <WorkspaceBadges workspace={chosen} />}
          rightSectionPointerEvents="none"
        />
        {demoRoles.map(({ role, label, sees }) => (
          <div key={role} className={classes['choice']}>
            <Button
              {...stateOf(role)}
              variant={role === (before.role ?? 'admin') ? 'filled' : 'default'}
              aria-describedby={`${id}-${role}`}
              onClick={() => {
                setPressed(role)
                onChoose(role, workspaceId)
              }}
            >
              {label}
            </Button>
            <Text fz="xs" id={`${id}-${role}`}>
              {sees}
            </Text>
          </div>
        ))}
        {onStory !== undefined && (
          <>
            <Text component="h2" fz="sm" fw={620} mt="xs">
              Or watch a story
            </Text>
            {storyNames.map((story) => (
              <div key={story} className={classes['choice']}>
                <Button
                  {...stateOf(story)}
                  variant="default"
                  aria-describedby={`${id}-${story}`}
                  onClick={() => {
                    setPressed(story)
                    onStory(story)
                  }}
                >
                  {storyTexts[story].title}
                </Button>
                <Text fz="xs" id={`${id}-${story}`}>
                  {storyTexts[story].summary}
                </Text>
              </div>
            ))}
          </>
        )}
      </Stack>
    </Alert>
  )
}
