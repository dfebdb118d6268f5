import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ApiError } from '@/console/api/api-error'
import { ErrorAlert } from '../error-alert'

interface SubmitProps {
  isPending: boolean
  /** Whether the form is the main way to sign in. */
  isMain: boolean
  /** Why the last attempt was refused. */
  error: ApiError | undefined
}

interface CredentialFormProps extends SubmitProps {
  /** The label of the button. */
  action: string
  onSubmit: () => void
  /** The fields. */
  children: ReactNode
}

function CredentialForm({
  isPending,
  isMain,
  error,
  action,
  onSubmit,
  children,
}: CredentialFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={error} />
        {children}
        <Button type="submit" loading={isPending} variant={isMain ? 'filled' : 'default'}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

interface TokenFormProps extends SubmitProps {
  /** @param text what was pasted */
  onToken: (text: string) => void
}

/** Asks for an access token. */
export function TokenForm({ onToken, ...submitting }: TokenFormProps) {
  const [token, setToken] = useState('')
  return (
    <CredentialForm {...submitting} action="Sign in with the token" onSubmit={() => onToken(token)}>
      <PasswordInput
        label="Access token"
        description="Kept until you close the tabs of this console."
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        required
        autoComplete="off"
      />
    </CredentialForm>
  )
}

interface SecretFormProps extends SubmitProps {
  /** The key that is entered at first. */
  workspaceKey: string
  /** Returns whether the secret was accepted. */
  onSecret: (key: string, secret: string) => Promise<boolean>
}

/** Asks for the key and the secret of a workspace. */
export function SecretForm({ workspaceKey, onSecret, ...submitting }: SecretFormProps) {
  const [key, setKey] = useState(workspaceKey)
  const [secret, setSecret] = useState('')
  async function submit() {
    if (await onSecret(key.trim(), secret.trim())) setSecret('')
  }
  return (
    <CredentialForm {...submitting} action="Sign in with the secret" onSubmit={() => void submit()}>
      <TextInput
        label="Workspace key"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        required
        autoComplete="off"
      />
      <PasswordInput
        label="Workspace secret"
        description="Signs a one-hour token in your browser. It is never sent or stored."
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        required
        autoComplete="off"
      />
    </CredentialForm>
  )
}
