import { Combobox, Group, Loader, ScrollArea, Text, useCombobox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRestoreWorkspace, useWorkspaces } from '@/console/api/workspaces'
import { useRole } from '@/console/session/use-session'
import { IconArrowBackUp } from '@/console/ui/icons.gen'
import { ErrorAlert } from '../error-alert'
import { pageAt, pages } from '../navigation'
import { showError } from '../show-error'
import { WorkspaceBadges } from '../workspace-badges'
import { SwitcherButton, type ShownWorkspace } from './shell-buttons'

/** Of the option to restore a workspace, before its id: a list of options has no other buttons. */
const restorePrefix = 'restore '

/** Switches to another workspace and keeps the page; operators restore archived ones here. */
export default function WorkspaceSwitcher({
  current,
  startsOpen,
}: {
  current: ShownWorkspace
  startsOpen: boolean
}) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // Every workspace has the same limits, but connectors of its own.
  const { limit } = useParams({ strict: false })
  const role = useRole()
  const { data: workspaces, isFetching, error, refetch } = useWorkspaces()
  const isUnknown = workspaces === undefined && error !== null
  const restore = useRestoreWorkspace()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    defaultOpened: startsOpen,
    onDropdownClose: () => setSearch(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  })

  const wanted = search.trim().toLowerCase()
  const shown = (workspaces ?? [current]).filter(
    ({ name, key }: ShownWorkspace & { key?: string }) =>
      `${name} ${key ?? ''}`.toLowerCase().includes(wanted),
  )

  async function open(id: string) {
    combobox.closeDropdown()
    if (limit !== undefined)
      return navigate({
        to: '/w/$workspaceId/limits/$limit',
        params: { workspaceId: id, limit },
      })
    const page = pageAt(pathname, pages)
    return navigate({ to: page?.to ?? '/w/$workspaceId', params: { workspaceId: id } })
  }

  function restoreThere(id: string) {
    const name = shown.find((workspace) => workspace.id === id)?.name ?? 'The workspace'
    void restore
      .mutateAsync(id)
      .then(() => notifications.show({ message: `${name} restored` }), showError)
  }

  function listAgain() {
    // The button goes with the failure.
    combobox.focusSearchInput()
    return refetch()
  }

  function choose(value: string) {
    if (value.startsWith(restorePrefix)) restoreThere(value.slice(restorePrefix.length))
    else void open(value)
  }

  return (
    <Combobox
      store={combobox}
      width="min(28rem, calc(100vw - 1rem))"
      position="bottom-start"
      onOptionSubmit={choose}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <SwitcherButton
          current={current}
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder="Find a workspace"
          aria-label="Find a workspace"
          rightSection={isFetching ? <Loader size={12} /> : null}
        />
        <Combobox.Options aria-label="Workspaces">
          {/* Its content would be as wide as the longest name. */}
          <ScrollArea.Autosize mah={320} type="auto" styles={{ content: { minWidth: 0 } }}>
            {shown.map((workspace) => (
              <WorkspaceOption
                key={workspace.id}
                workspace={workspace}
                isCurrent={workspace.id === current.id}
                isRestorable={workspace.archivedAt !== undefined && role === 'operator'}
              />
            ))}
            {shown.length === 0 && !isUnknown && <Combobox.Empty>No results</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
        {isUnknown && (
          <Combobox.Footer>
            <Text fz="xs" c="dimmed" mb={4}>
              The other workspaces can’t be listed.
            </Text>
            <ErrorAlert error={error} onRetry={listAgain} />
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface WorkspaceOptionProps {
  workspace: ShownWorkspace
  isCurrent: boolean
  /** Whether the user may restore it. */
  isRestorable: boolean
}

/** A workspace to switch to, beside the option to restore it. */
function WorkspaceOption({ workspace, isCurrent, isRestorable }: WorkspaceOptionProps) {
  const { id, name } = workspace
  return (
    <Group gap={4} wrap="nowrap">
      <Combobox.Option value={id} active={isCurrent} flex={1} miw={0}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text span fz="sm" truncate dir="auto" fw={isCurrent ? 600 : 400}>
            {name}
          </Text>
          <WorkspaceBadges workspace={workspace} />
        </Group>
      </Combobox.Option>
      {isRestorable && (
        <Combobox.Option value={`${restorePrefix}${id}`} aria-label={`Restore ${name}`}>
          <Group gap={4} wrap="nowrap" fz="xs" c="var(--mantine-primary-color-light-color)">
            <IconArrowBackUp size={12} aria-hidden />
            Restore
          </Group>
        </Combobox.Option>
      )}
    </Group>
  )
}
