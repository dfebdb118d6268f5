import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { connectorUpdateSchema, type ConnectorUpdate } from '../../../../../contract/connectors'
import { toApiError, type ApiError } from '../../../../api/api-error'
import {
  specificationQuery,
  useUpdateConnector,
  type SpecificationResponse,
} from '../../../../api/connectors'
import { showUndoToast } from '../../../../forms/undo-toast'
import { useIsShown } from '../../../../forms/use-is-shown'
import { showFailure } from '../../../../layout/show-error'
import { keepDraft } from '../../../../session/kept-drafts'
import { draftOf } from './draft-of-specification'
import { editDraftKey } from './kept-edit'
import {
  changeableMembers,
  mergeSpecifications,
  type MergedSpecification,
} from './specification-members'

/** The user's changes beside those that someone else has saved since. */
export interface UpdateConflict extends MergedSpecification {
  theirs: SpecificationResponse
}

interface UpdateEvents {
  onSaved: () => void
  onRefused: (error: ApiError) => void
  /** Continues with these members on a newer connector. */
  onRebase: (base: SpecificationResponse, members: Record<string, unknown>) => void
}

/**
 * Saves the working copy of a connector and opens its page, unless the user has left the form. If
 * someone else has saved in the meantime, both changes are merged, unless they conflict.
 */
export function useUpdate(
  workspaceId: string,
  connector: string,
  { onSaved, onRefused, onRebase }: UpdateEvents,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync } = useUpdateConnector(workspaceId, connector)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [conflict, setConflict] = useState<UpdateConflict>()
  const isShown = useIsShown()
  const params = { workspaceId, connector }

  const read = () =>
    client.fetchQuery({ ...specificationQuery(workspaceId, connector, 'dev'), staleTime: 0 })

  /**
   * Merges the user's changes with someone else's, and continues with both.
   * @returns undefined if they conflict, which is shown
   */
  function merge(
    base: SpecificationResponse,
    mine: ConnectorUpdate,
    theirs: SpecificationResponse,
  ): ConnectorUpdate | undefined {
    const merged = mergeSpecifications(
      changeableMembers(base.response),
      mine,
      changeableMembers(theirs.response),
    )
    if (merged.conflicts.length > 0) {
      setConflict({ ...merged, theirs })
      return undefined
    }
    onRebase(theirs, merged.withMine)
    return connectorUpdateSchema.parse(merged.withMine)
  }

  /** Sends the members, merged with what others have saved; undefined if there is a conflict. */
  async function send(
    base: SpecificationResponse,
    body: ConnectorUpdate,
    reason: string | undefined,
  ): Promise<SpecificationResponse | undefined> {
    try {
      return await mutateAsync({ body, ifMatch: base.etag, reason })
    } catch (error) {
      if (!toApiError(error).isStale) throw error
    }
    const theirs = await read()
    const merged = merge(base, body, theirs)
    return merged && send(theirs, merged, reason)
  }

  /** Saves what was there before, or opens the form with it if someone else has saved since. */
  async function undo(before: SpecificationResponse, saved: SpecificationResponse) {
    try {
      const body = connectorUpdateSchema.parse(changeableMembers(before.response))
      await mutateAsync({ body, ifMatch: saved.etag })
      notifications.show({ message: `${before.response.name} is as it was before` })
    } catch (error) {
      if (!toApiError(error).isStale) return showFailure('Couldn’t undo the save', error)
      keepDraft(editDraftKey(workspaceId, connector), {
        draft: draftOf(before.response),
        base: saved,
      })
      await navigate({ to: '/w/$workspaceId/connectors/$connector/edit', params })
    }
  }

  async function save(
    base: SpecificationResponse,
    body: ConnectorUpdate,
    reason: string | undefined,
  ): Promise<void> {
    setPending(true)
    setError(undefined)
    try {
      const saved = await send(base, body, reason)
      if (saved === undefined) return
      onSaved()
      showUndoToast({ message: `${body.name} saved`, onUndo: () => void undo(base, saved) })
      if (isShown.current)
        await navigate({
          to: '/w/$workspaceId/connectors/$connector',
          params,
          search: { version: 'dev' },
          ignoreBlocker: true,
        })
    } catch (thrown) {
      const refused = toApiError(thrown)
      onRefused(refused)
      setError(refused)
      if (!isShown.current) showFailure(`Couldn’t save ${body.name}`, refused)
    } finally {
      setPending(false)
    }
  }

  return {
    save,
    merge,
    isPending,
    error,
    clearError: () => setError(undefined),
    conflict,
    closeConflict: () => setConflict(undefined),
  }
}
