import { notifications } from '@mantine/notifications'
import { lazyPart } from '@/console/ui/loading/load-part'
import { FailedDialog, LoadedPart } from '@/console/ui/loading/loaded-part'
import type { AppDetails } from '@/contract/apps'

const CreateDrawer = lazyPart(() => import('./create-drawer'))

interface NewAppProps {
  workspaceId: string
  draftKey: string
  opened: boolean
  onClose: () => void
  onCreated: (app: AppDetails) => void
}

/** The form for a new app, loaded when it is first needed. */
export function NewApp({ workspaceId, draftKey, opened, onClose, onCreated }: NewAppProps) {
  return (
    <LoadedPart failed={<FailedDialog opened={opened} onClose={onClose} />}>
      <CreateDrawer
        workspaceId={workspaceId}
        draftKey={draftKey}
        opened={opened}
        onClose={onClose}
        onCreated={(app) => {
          onClose()
          notifications.show({ message: `${app.name} is created` })
          onCreated(app)
        }}
      />
    </LoadedPart>
  )
}
