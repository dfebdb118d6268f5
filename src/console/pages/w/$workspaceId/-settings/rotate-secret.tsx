import { List, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/console/api/api-error'
import { accessTokensList } from '@/console/api/tokens'
import { useRotateSecret, workspaceQuery } from '@/console/api/workspaces'
import { tokenFromSecret } from '@/console/session/secret-token'
import { useSession, useTokenFacts } from '@/console/session/use-session'
import { useListPage } from '@/console/table/use-list-page'
import { countOf } from '@/console/ui/format/format-count'
import { formatDateTime } from '@/console/ui/format/format-date'
import { DangerousAction } from './dangerous-action'
import { useEditing } from './editing'
import { PreviousSecrets } from './previous-secrets'
import { SecretModal } from './secret-modal'

const overlapOptions = [
  { value: 0, label: 'Not at all' },
  { value: 1, label: '1 hour' },
  { value: 8, label: '8 hours' },
  { value: 24, label: '24 hours' },
]

/** Returns what a rotation means for the session of the user. */
function consequenceFor(staysValid: boolean, refusesSecret: boolean, maySeeSecret: boolean) {
  if (staysValid) return 'You stay signed in: your own token does not depend on the secret.'
  if (refusesSecret)
    return 'This session ends: sign in again with a token signed with one of your keys.'
  if (maySeeSecret)
    return 'You stay signed in: this session continues with a token signed with the new secret.'
  return (
    'This session ends, because its token may not see the secret. ' +
    'Ask an operator for the new one, then sign in again.'
  )
}

/** Replaces the secret of the workspace, at once or with an overlap. */
export function RotateSecret() {
  const { workspace } = useEditing()
  const session = useSession()
  const facts = useTokenFacts()
  const { data: latest } = useQuery(workspaceQuery(workspace.id))
  const issued = useListPage(accessTokensList(workspace.id))
  const [overlapHours, setOverlapHours] = useState(0)
  // From when the dialog was opened: a secret that someone else has rotated in since must not be
  // replaced before the user knows of it.
  const [etag, setEtag] = useState<string>()
  const refusesSecret = workspace.settings?.['disableSecretKeyAuth'] === true
  const staysValid =
    facts?.role === 'operator' || facts?.signedBy === 'key' || facts?.signedBy === 'provider'
  const rotate = useRotateSecret(workspace.id, async (secret) =>
    secret === undefined ||
    staysValid ||
    refusesSecret ||
    session === undefined ||
    facts === undefined
      ? undefined
      : { ...session, token: await tokenFromSecret(workspace.key, secret, facts.name) },
  )
  const wasRefusedAsStale = rotate.isError && toApiError(rotate.error).isStale
  const consequence = consequenceFor(staysValid, refusesSecret, workspace.secret !== undefined)
  const { secret, previousSecretUntil } = rotate.data ?? {}
  const earlier = latest?.response.previousSecretsUntil ?? []
  return (
    <DangerousAction
      label="Rotate the secret"
      description="Replaces the secret that signs tokens of this workspace."
      action="Rotate the secret"
      confirmation={workspace.name}
      mutation={{
        ...rotate,
        mutateAsync: (reason) =>
          rotate.mutateAsync({
            overlapHours,
            reason,
            ifMatch: wasRefusedAsStale ? latest?.etag : etag,
          }),
      }}
      onOpen={() => setEtag(latest?.etag)}
      consequence={consequence}
      details={
        <Stack gap="sm">
          <Select
            label="Keep accepting the current secret for"
            description="Choose a time to change over without a gap; choose none if it has leaked."
            data={overlapOptions}
            value={overlapHours}
            onChange={(value) => setOverlapHours(value ?? 0)}
            allowDeselect={false}
          />
          <WhatStops
            overlapHours={overlapHours}
            issued={issued.rows.length}
            hasMore={issued.hasMore}
            earlier={earlier.length}
          />
          <div>{consequence}</div>
        </Stack>
      }
      note={
        earlier.length > 0 && (
          <PreviousSecrets until={earlier} use={{ one: 'is accepted', many: 'are accepted' }} />
        )
      }
    >
      {secret !== undefined && (
        <SecretModal title="New workspace secret" secret={secret} onCopied={rotate.reset}>
          Secret rotated. Copy it now and give it to whatever signs tokens of this workspace. You
          can also find it under Internal.
          {previousSecretUntil !== undefined &&
            ` The old secret is accepted until ${formatDateTime(previousSecretUntil)}.`}
        </SecretModal>
      )}
    </DangerousAction>
  )
}

/** Lists what a rotation ends, and when. */
function WhatStops({
  overlapHours,
  issued,
  hasMore,
  earlier,
}: {
  overlapHours: number
  /** How many issued tokens are known, and whether there are more. */
  issued: number
  hasMore: boolean
  /** How many earlier secrets are still valid. */
  earlier: number
}) {
  const when =
    overlapHours === 0
      ? 'immediately'
      : `in ${overlapHours === 1 ? 'an hour' : `${overlapHours} hours`}`
  return (
    <div>
      What stops working:
      <List fz="sm">
        <List.Item>tokens signed with the current secret, {when}</List.Item>
        {overlapHours === 0 && earlier > 0 && (
          <List.Item>tokens signed with an earlier secret, immediately</List.Item>
        )}
        {issued > 0 && (
          <List.Item>
            {hasMore && 'more than '}
            {countOf(issued, 'issued token')}, immediately
          </List.Item>
        )}
      </List>
      Tokens signed with a registered key keep working.
    </div>
  )
}
