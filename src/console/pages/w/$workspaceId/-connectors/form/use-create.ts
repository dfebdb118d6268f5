import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { ConnectorCreate } from '../../../../../../contract/connectors'
import { toApiError, type ApiError } from '../../../../../api/api-error'
import { showFailure } from '../../../../../layout/show-error'
import { useCreateConnector } from '../../../../../api/connectors'
import { useIsShown } from '../../../../../forms/use-is-shown'

interface CreateEvents {
  onCreated: () => void
  onRefused: (error: ApiError) => void
}

/** Creates a connector and opens its page, unless the user has left the form. */
export function useCreate(workspaceId: string, { onCreated, onRefused }: CreateEvents) {
  const navigate = useNavigate()
  const { mutateAsync, isPending, error, reset } = useCreateConnector(workspaceId)
  const isShown = useIsShown()

  async function create(body: ConnectorCreate) {
    try {
      const { name, key } = await mutateAsync(body)
      onCreated()
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

  return { create, isPending, error, clearError: reset }
}
