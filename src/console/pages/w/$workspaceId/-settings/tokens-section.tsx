import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { accessTokensList, useRevokeTokens } from '@/console/api/tokens'
import { ErrorAlert } from '@/console/layout/error-alert'
import { rowCountText } from '@/console/table/row-count-text'
import { useListPage } from '@/console/table/use-list-page'
import { useRestoredScroll } from '@/console/table/use-restored-scroll'
import { formatCount } from '@/console/ui/format/format-count'
import { SearchField } from '@/console/ui/inputs/search-field'
import { ListTime } from '@/console/ui/list-time'
import { useIsPhone } from '@/console/ui/page/use-is-phone'
import type { IssuedToken } from '@/contract/tokens'
import { ConfirmModal } from './confirm-modal'
import { CreateToken, CreationNote } from './create-token'

const settingsRoute = '/w/$workspaceId/settings'

/** Lists the tokens that the server issued for the workspace, and revokes them. */
export function TokensSection({ workspaceId }: { workspaceId: string }) {
  const labelId = useId()
  const { token: search } = useSearch({ from: settingsRoute })
  const navigate = useNavigate({ from: settingsRoute })
  const { rows, isLoaded, isStale, isFetching, error, hasMore, loadMore, onMore, retry } =
    useListPage(accessTokensList(workspaceId, search))
  const [revoking, setRevoking] = useState<IssuedToken | 'all'>()
  const hasTokens = rows.length > 0
  useRestoredScroll({ size: rows.length, hasMore, onMore })
  return (
    <Stack gap="xs" role="group" aria-labelledby={labelId}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text id={labelId} fz="sm" fw={500}>
            Issued tokens
          </Text>
          <Text fz="xs" c="dimmed">
            Access tokens that this server issued and still accepts: session tokens expire after an
            hour, service and personal tokens when you choose.
          </Text>
          <CreationNote />
        </div>
        <Group gap="xs">
          <CreateToken workspaceId={workspaceId} />
          {/* During a search, it would seem to revoke what is listed. */}
          {search === undefined && hasTokens && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setRevoking('all')}
              aria-label="Revoke all tokens"
            >
              Revoke all
            </Button>
          )}
        </Group>
      </Group>
      {(search !== undefined || isStale || hasTokens) && (
        <SearchField
          label="Find a token"
          text={search ?? ''}
          onText={(token) =>
            void navigate({
              search: (before) => ({ ...before, token }),
              hash: true,
              replace: true,
              resetScroll: false,
              hashScrollIntoView: false,
            })
          }
          width={260}
          found={
            search !== undefined && isLoaded && !isStale
              ? rowCountText(rows.length, ['token', 'tokens'], hasMore)
              : undefined
          }
        />
      )}
      <ErrorAlert error={error} onRetry={retry} />
      {isLoaded && !hasTokens && !isStale && (
        <Text fz="sm" c="dimmed">
          {search === undefined
            ? 'No token is valid. Tokens that are created here or through the API appear here.'
            : 'No token’s name, tenant or creator contains this text.'}
        </Text>
      )}
      {hasTokens && <TokensTable tokens={rows} labelId={labelId} onRevoke={setRevoking} />}
      {hasMore && (
        <Button size="compact-sm" variant="subtle" loading={isFetching} onClick={loadMore}>
          Show more
        </Button>
      )}
      {revoking !== undefined && (
        <RevokeModal
          workspaceId={workspaceId}
          token={revoking}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Stack>
  )
}

const kindLabels: Record<IssuedToken['kind'], string> = {
  session: 'Session',
  personal: 'Personal',
  service: 'Service',
}

const roleLabels: Record<IssuedToken['role'], string> = {
  admin: 'Admin',
  reader: 'Reader',
  tenant: 'Tenant',
}

/** The style of cells that stay in view where the table is wider than the window. */
const inView = { position: 'sticky', right: 0, background: 'var(--sb-surface)' } as const

function TokensTable({
  tokens,
  labelId,
  onRevoke,
}: {
  tokens: readonly IssuedToken[]
  labelId: string
  onRevoke: (token: IssuedToken) => void
}) {
  const isPhone = useIsPhone()
  return (
    // Positioned, so that the hidden text of its last column scrolls with it.
    <Table.ScrollContainer minWidth={isPhone ? 0 : 700} type="native" pos="relative">
      <Table fz="sm" aria-labelledby={labelId}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {!isPhone && (
              <>
                <Table.Th>Type</Table.Th>
                <Table.Th>Role</Table.Th>
                <Table.Th>Created</Table.Th>
                <Table.Th style={{ whiteSpace: 'nowrap' }}>Last used</Table.Th>
              </>
            )}
            <Table.Th>Expires</Table.Th>
            <Table.Th style={inView}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isPhone={isPhone}
              onRevoke={() => onRevoke(token)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A token. On a phone, one line below its name stands for most of the columns. */
function TokenRow({
  token: { name, kind, role, tenantKey, createdBy, createdAt, lastUsedAt, expiresAt },
  isPhone,
  onRevoke,
}: {
  token: IssuedToken
  isPhone: boolean
  onRevoke: () => void
}) {
  const roleText = (
    <>
      {roleLabels[role]}
      {tenantKey !== undefined && (
        <Text span fz="xs" c="dimmed" className="mono">
          {` ${tenantKey}`}
        </Text>
      )}
    </>
  )
  const lastUse = lastUsedAt === undefined ? 'never' : <ListTime value={lastUsedAt} />
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {name}
        {createdBy !== name && (
          <Text fz="xs" c="dimmed">
            created by {createdBy}
          </Text>
        )}
        {isPhone && (
          <Text fz="xs" c="dimmed">
            {kindLabels[kind]} · {roleText} · last used: {lastUse}
          </Text>
        )}
      </Table.Td>
      {!isPhone && (
        <>
          <Table.Td>{kindLabels[kind]}</Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{roleText}</Table.Td>
          <Table.Td>
            <ListTime value={createdAt} />
          </Table.Td>
          <Table.Td>{lastUse}</Table.Td>
        </>
      )}
      <Table.Td>
        <ListTime value={expiresAt} />
      </Table.Td>
      <Table.Td style={inView}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={onRevoke}
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

function revokedText(count: number, isAll: boolean): string {
  if (count === 0)
    return isAll ? 'All tokens were already revoked' : 'The token was already revoked'
  return count === 1 ? 'Token revoked' : `${formatCount(count)} tokens revoked`
}

function RevokeModal({
  workspaceId,
  token,
  onClose,
}: {
  workspaceId: string
  token: IssuedToken | 'all'
  onClose: () => void
}) {
  const revoke = useRevokeTokens(workspaceId)
  const isAll = token === 'all'
  return (
    <ConfirmModal
      title={isAll ? 'Revoke all tokens' : 'Revoke token'}
      action={isAll ? 'Revoke all' : 'Revoke'}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={(reason) =>
        revoke.mutate(
          { tokenId: isAll ? undefined : token.id, reason },
          {
            onSuccess: ({ count }) => {
              notifications.show({ message: revokedText(count, isAll) })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      {isAll
        ? 'Every issued token of this workspace stops working immediately. ' +
          'If you are signed in with one, you have to sign in again. '
        : `The token ${token.name} stops working immediately. `}
      Tokens signed with the workspace secret or a registered key are not affected.
    </ConfirmModal>
  )
}
