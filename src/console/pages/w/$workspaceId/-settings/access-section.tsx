import { TextInput } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { useHasExtensions } from '@/console/api/workspaces'
import { Section } from '@/console/forms/section'
import { useEditing } from './editing'
import { JwksCheck } from './jwks-check'
import { PublicKeysRow } from './public-keys-row'
import { SettingRow } from './setting-row'
import { TokenDiagnosis } from './token-diagnosis'
import { TokensSection } from './tokens-section'

/** The public keys that verify tokens, and a check of tokens. */
export function AccessSection() {
  const { form, workspace, readOnly } = useEditing()
  const hasExtensions = useHasExtensions()
  const [publicKeys, jwksUri, refusesSecret] = useWatch({
    control: form.control,
    name: ['publicKeys', 'jwksUri', 'settings.disableSecretKeyAuth'],
  })
  return (
    <Section
      id="access"
      title="Access"
      description={
        'Tokens are signed with the workspace secret, ' +
        'or with a private key that matches a public key registered here.'
      }
    >
      <PublicKeysRow />
      <SettingRow
        path="jwksUri"
        description="Where more public keys are published. Leave empty to disable."
      >
        {(field) => (
          <>
            <TextInput
              {...field}
              {...form.register('jwksUri')}
              readOnly={readOnly}
              placeholder="https://…/.well-known/jwks.json"
            />
            {hasExtensions && <JwksCheck workspaceId={workspace.id} uri={jwksUri} />}
          </>
        )}
      </SettingRow>
      <TokenDiagnosis
        workspace={workspace}
        publicKeys={publicKeys}
        jwksUri={jwksUri}
        refusesSecret={refusesSecret}
      />
      {hasExtensions && <TokensSection workspaceId={workspace.id} />}
    </Section>
  )
}
