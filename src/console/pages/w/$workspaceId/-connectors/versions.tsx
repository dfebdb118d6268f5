import { Button, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { specificationQuery, versionsQuery } from '@/console/api/connectors'
import { useHasExtensions } from '@/console/api/workspaces'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { showFailure } from '@/console/layout/show-error'
import { useIsTenant } from '@/console/session/use-session'
import { LinkButton } from '@/console/ui/link-button'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart, FailedDialog } from '@/console/ui/loading/loaded-part'

const PublishModal = lazyPart(() => import('./publish-modal'))

interface VersionsProps {
  workspaceId: string
  connector: string
  /** Whether the connector allows changes of its working copy. */
  isEditable: boolean
  version: string | undefined
  other: string | undefined
  onChange: (search: { version?: string | undefined; with?: string | undefined }) => void
}

/** Names the version that is shown unless another is chosen. */
function latestText(published: readonly string[] | undefined): string {
  if (published === undefined) return 'Latest'
  return published[0] === undefined ? 'Not published' : `Latest: ${published[0]}`
}

/** Selects the version to show and the one to compare it with, and edits or publishes `dev`. */
export function Versions({
  workspaceId,
  connector,
  isEditable,
  version,
  other,
  onChange,
}: VersionsProps) {
  const readOnlyReason = useWorkspaceReadOnlyReason(workspaceId)
  const hasExtensions = useHasExtensions()
  const isTenant = useIsTenant()
  const client = useQueryClient()
  const [publishing, { open, close }] = useDisclosure(false)
  const { data } = useQuery({ ...versionsQuery(workspaceId, connector), enabled: hasExtensions })
  const published = data?.response.items.map(({ version: number }) => number) ?? []
  // The version of the address is offered too, whether or not it exists.
  const options = (chosen: string | undefined) => [
    ...new Set(['dev', 'latest', ...published, ...(chosen === undefined ? [] : [chosen])]),
  ]

  /**
   * Opens the dialog once its content is up to date, so that its number does not change, and its
   * buttons do not move when they are about to be clicked. It shows which comparison could not be
   * read; without the published versions, it would name a number that is not the next one.
   */
  const { mutate: openWhenRead, isPending: isOpening } = useMutation({
    mutationFn: async () => {
      const compared = Promise.allSettled(
        ['latest', 'dev'].map(async (one) =>
          client.fetchQuery(specificationQuery(workspaceId, connector, one)),
        ),
      )
      await client.fetchQuery(versionsQuery(workspaceId, connector))
      await compared
    },
    onSuccess: open,
    onError: (error) => showFailure('Couldn’t read the published versions', error),
  })

  const mayEdit = hasExtensions && isEditable && readOnlyReason === undefined
  return (
    <>
      <Select
        aria-label="Version"
        placeholder={latestText(data === undefined ? undefined : published)}
        data={options(version)}
        value={version ?? null}
        onChange={(value) => onChange({ version: value ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'The published version' }}
        w={170}
      />
      {hasExtensions && !isTenant && (
        <Select
          aria-label="Compare with version"
          placeholder="Compare with…"
          data={options(other)}
          value={other ?? null}
          onChange={(value) => onChange({ with: value ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'Stop comparing' }}
          w={160}
        />
      )}
      {mayEdit && (
        <LinkButton
          variant="default"
          to="/w/$workspaceId/connectors/$connector/edit"
          params={{ workspaceId, connector }}
        >
          Edit
        </LinkButton>
      )}
      {mayEdit && (
        <Button variant="default" loading={isOpening} onClick={() => openWhenRead()}>
          Publish…
        </Button>
      )}
      {publishing && (
        <LoadedPart failed={<FailedDialog opened onClose={close} />}>
          <PublishModal
            workspaceId={workspaceId}
            connector={connector}
            published={published}
            onClose={close}
          />
        </LoadedPart>
      )}
    </>
  )
}
