import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useCreateToken } from '@/console/api/tokens'
import { FormFooter } from '@/console/forms/form-footer'
import { ErrorAlert } from '@/console/layout/error-alert'
import type { TokenFacts } from '@/console/session/session'
import { useTokenFacts } from '@/console/session/use-session'
import { IconPlus } from '@/console/ui/icons.gen'
import { keepOpenWhile } from '@/console/ui/keep-open-while'
import { maxTokenDays, type TokenKind } from '@/contract/tokens'
import { SecretModal } from './secret-modal'

type LongLivedKind = Exclude<TokenKind, 'session'>

const kindOptions: readonly { value: LongLivedKind; label: string }[] = [
  { value: 'service', label: 'Service: belongs to the workspace' },
  { value: 'personal', label: 'Personal: ends with your role' },
]

const roleOptions = [
  { value: false, label: 'Reader' },
  { value: true, label: 'Admin' },
]

const dayOptions = [30, 90, 180, maxTokenDays].map((days) => ({
  value: days,
  label: `${days} days`,
}))

/** Which tokens the server lets the user create. */
function creatableKinds(facts: TokenFacts | undefined): readonly LongLivedKind[] {
  if (facts?.role === 'operator') return ['service']
  if (facts?.role !== 'admin' || facts.signedBy === 'server') return []
  return facts.signedBy === 'provider' ? ['personal'] : ['service', 'personal']
}

/** Says to an admin with a token that can't create others which tokens can. */
export function CreationNote() {
  const facts = useTokenFacts()
  if (facts?.role !== 'admin' || creatableKinds(facts).length > 0) return null
  return (
    <Text fz="xs" c="dimmed">
      Your token can’t create others, because this server issued it. To create one, sign in with a
      token that is signed with the workspace secret or a registered key, with your organization’s
      account if this server offers that, or as an operator.
    </Text>
  )
}

/** Creates a service or personal token, and shows it once. */
export function CreateToken({ workspaceId }: { workspaceId: string }) {
  const kinds = creatableKinds(useTokenFacts())
  const [opened, { open, close }] = useDisclosure(false)
  const [token, setToken] = useState<string>()
  if (kinds.length === 0) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={open}
      >
        Create a token
      </Button>
      {opened && (
        <CreateTokenModal
          workspaceId={workspaceId}
          kinds={kinds}
          onClose={close}
          onCreated={(created) => {
            close()
            setToken(created)
          }}
        />
      )}
      {token !== undefined && (
        <SecretModal title="New token" secret={token} onCopied={() => setToken(undefined)}>
          Copy the token now. It is not stored and can’t be shown again.
        </SecretModal>
      )}
    </>
  )
}

function CreateTokenModal({
  workspaceId,
  kinds,
  onClose,
  onCreated,
}: {
  workspaceId: string
  kinds: readonly LongLivedKind[]
  onClose: () => void
  onCreated: (token: string) => void
}) {
  const create = useCreateToken(workspaceId)
  const [name, setName] = useState('')
  const [kind, setKind] = useState(kinds[0] ?? 'service')
  const [isAdmin, setIsAdmin] = useState(false)
  const [days, setDays] = useState(90)
  const [isSubmitted, setSubmitted] = useState(false)
  // The token would be lost if the dialog or the page closed before it arrives.
  useBlocker({ shouldBlockFn: () => create.isPending, enableBeforeUnload: create.isPending })

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (name.trim() === '' || create.isPending) return
    create.mutate(
      { kind, name, isAdmin, expiresInDays: days },
      { onSuccess: ({ token }) => onCreated(token) },
    )
  }

  return (
    <Modal opened {...keepOpenWhile(create.isPending, onClose)} title="Create a token">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            description="What will use the token."
            placeholder="Nightly export"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isSubmitted && name.trim() === '' ? 'Name the token' : undefined}
            autoComplete="off"
            data-autofocus
          />
          <Select
            label="Type"
            data={kindOptions.filter(({ value }) => kinds.includes(value))}
            value={kind}
            onChange={(value) => setKind(value ?? kind)}
            allowDeselect={false}
          />
          <Select
            label="Role"
            data={roleOptions}
            value={isAdmin}
            onChange={(value) => setIsAdmin(value ?? isAdmin)}
            allowDeselect={false}
          />
          <Select
            label="Expires in"
            description="It also ends when the workspace secret is rotated."
            data={dayOptions}
            value={days}
            onChange={(value) => setDays(value ?? days)}
            allowDeselect={false}
          />
          <ErrorAlert error={create.error} />
          <FormFooter
            submit="Create"
            isPending={create.isPending}
            other={{ label: 'Cancel', disabled: create.isPending, onClick: onClose }}
          />
        </Stack>
      </form>
    </Modal>
  )
}
