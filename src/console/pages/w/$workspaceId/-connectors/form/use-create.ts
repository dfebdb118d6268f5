import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { toApiError, type ApiError } from '@/console/api/api-error'
import { useCreateConnector } from '@/console/api/connectors'
import { useIsShown } from '@/console/forms/use-is-shown'
import { showFailure } from '@/console/layout/show-error'
import { forgetDraft } from '@/console/session/kept-drafts'
import type { ConnectorCreate } from '@/contract/connectors'
import { storageKey } from './draft'

/** Creates a connector and opens its page, unless the user has left the form. */
export function useCreate(workspaceId: string, onRefused: (error: ApiError) => void) {
  const navigate = useNavigate()
  const { mutateAsync, isPending, isSuccess, error, reset } = useCreateConnector(workspaceId)
  const isShown = useIsShown()

  async function create(body: ConnectorCreate) {
    try {
      const { name, key } = await mutateAsync(body)
      forgetDraft(storageKey(workspaceId))
      notifications.show({ message: `${name} created` })
      if (!isShown.current) return
      await navigate({
        to: '/w/$workspaceId/connectors/$connector',
        params: { workspaceId, connector: key },
        ignoreBlocker: true,
      })
    } catch (thrown) {
      const refused = toApiError(thrown)
      onRefused(refused)
      if (!isShown.current) showFailure(`Couldn’t create ${body.name}`, refused)
    }
  }

  return { create, isPending, isCreated: isSuccess, error, clearError: reset }
}
