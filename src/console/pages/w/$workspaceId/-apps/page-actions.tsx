import { Button, Menu } from '@mantine/core'
import { useHasExtensions } from '@/console/api/workspaces'
import { IconDots, IconPlus } from '@/console/ui/icons.gen'
import type { BulkDialog } from './bulk/use-bulk-dialog'

interface PageActionsProps {
  /** Why nothing can be changed; undefined if it can. */
  readOnlyReason: string | undefined
  mayCreate: boolean
  onDialog: (dialog: BulkDialog) => void
  onCreate: () => void
}

/** The actions of the apps page: bulk operations and a new app. */
export function PageActions({ readOnlyReason, mayCreate, onDialog, onCreate }: PageActionsProps) {
  const hasExtensions = useHasExtensions()
  const isLocked = readOnlyReason !== undefined
  return (
    <>
      <Button
        variant="default"
        disabled={isLocked}
        title={readOnlyReason}
        onClick={() => onDialog({ kind: 'archive list' })}
      >
        Archive a list…
      </Button>
      {hasExtensions && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={8} aria-label="More">
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={isLocked} onClick={() => onDialog({ kind: 'restore list' })}>
              Restore a list…
            </Menu.Item>
            <Menu.Item onClick={() => onDialog({ kind: 'recent archives' })}>
              Recent bulk archives…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {mayCreate && (
        <Button
          leftSection={<IconPlus size={14} />}
          disabled={isLocked}
          title={readOnlyReason}
          onClick={onCreate}
        >
          Create app
        </Button>
      )}
    </>
  )
}
