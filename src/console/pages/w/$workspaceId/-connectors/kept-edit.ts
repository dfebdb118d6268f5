import { z } from 'zod'
import { connectorOperations } from '../../../../../contract/connectors'
import { draftKey, keptDraft } from '../../../../session/kept-drafts'
import { draftSchema } from './draft'

/** A draft of a connector that exists, and the connector when the editing began. */
const keptEditSchema = z.object({
  draft: draftSchema,
  base: z.object({
    response: connectorOperations.getConnectorSpecification.response,
    etag: z.string().optional(),
  }),
})

/** Returns the storage key of the draft of a connector that exists. */
export const editDraftKey = (workspaceId: string, connector: string) =>
  draftKey(workspaceId, `connectors/${connector}/edit`)

/** Reads the draft of this tab. It ends with the tab, since it may contain secrets. */
export const keptEdit = (workspaceId: string, connector: string) =>
  keptDraft(editDraftKey(workspaceId, connector), keptEditSchema)
