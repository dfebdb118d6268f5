import {
  ActionIcon,
  Button,
  Group,
  Text,
  VisuallyHidden,
  type ActionIconProps,
  type ButtonProps,
} from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconSelector, IconUser } from '@/console/ui/icons.gen'
import type { WorkspaceSummary } from '@/contract/workspaces'
import { WorkspaceBadges } from '../workspace-badges'

/** The facts of a workspace that its switcher shows. */
export type ShownWorkspace = Pick<
  WorkspaceSummary,
  'id' | 'name' | 'type' | 'isReadOnly' | 'archivedAt'
>

/** Opens the account menu. */
export function UserButton(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  return (
    <ActionIcon variant="default" size="lg" aria-label="Account and appearance" {...props}>
      <IconUser size={16} />
    </ActionIcon>
  )
}

/** Shows the current workspace and opens the list of workspaces. */
export function SwitcherButton({
  current,
  ...others
}: { current: ShownWorkspace } & ButtonProps & ComponentPropsWithRef<'button'>) {
  return (
    <Button
      variant="default"
      size="compact-md"
      px={8}
      maw="min(100%, 28rem)"
      rightSection={<IconSelector size={14} />}
      aria-haspopup="listbox"
      {...others}
    >
      <VisuallyHidden>Workspace: </VisuallyHidden>
      <Group gap={6} wrap="nowrap" miw={0}>
        <Text span truncate fz="sm" fw={600} dir="auto">
          {current.name}
        </Text>
        {/* On a phone, the name needs the room; the banners of the pages say the same. */}
        <WorkspaceBadges workspace={current} isCompact />
      </Group>
    </Button>
  )
}
