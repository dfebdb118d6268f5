import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { versionsQuery } from '@/console/api/connectors'
import { useHasExtensions } from '@/console/api/workspaces'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { useIsTenant } from '@/console/session/use-session'
import { LinkButton } from '@/console/ui/link-button'
import { Publishing } from './publishing'

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
  const { data } = useQuery({ ...versionsQuery(workspaceId, connector), enabled: hasExtensions })
  const published = data?.response.items.map(({ version: number }) => number) ?? []
  // The version of the address is offered too, whether or not it exists.
  const options = (chosen: string | undefined) => [
    ...new Set(['dev', 'latest', ...published, ...(chosen === undefined ? [] : [chosen])]),
  ]

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
      <Publishing
        workspaceId={workspaceId}
        connector={connector}
        published={published}
        isOffered={mayEdit}
      />
    </>
  )
}
