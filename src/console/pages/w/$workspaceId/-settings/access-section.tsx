import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { extensionsQuery } from '../../../../api/workspaces'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { useEditing } from './editing'
import { JwksCheck } from './jwks-check'
import { PublicKeysRow } from './public-keys-row'
import { TokenDiagnosis } from './token-diagnosis'
import { TokensSection } from './tokens-section'

/** The public keys that verify tokens, and a check of tokens. */
export function AccessSection() {
  const { form, workspace, readOnly, original, stateOf } = useEditing()
  const { data: extensions } = useQuery(extensionsQuery)
  const { register, watch } = form
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
      <FieldRow
        name="jwksUri"
        label="JWKS URI"
        description="Where more public keys are published. Leave empty to disable."
        {...stateOf('jwksUri', original.jwksUri)}
      >
        {(field) => (
          <>
            <TextInput
              {...field}
              {...register('jwksUri')}
              readOnly={readOnly}
              placeholder="https://…/.well-known/jwks.json"
            />
            {extensions === true && <JwksCheck workspaceId={workspace.id} uri={watch('jwksUri')} />}
          </>
        )}
      </FieldRow>
      <TokenDiagnosis
        workspace={workspace}
        publicKeys={watch('publicKeys')}
        jwksUri={watch('jwksUri')}
        refusesSecret={watch('settings.disableSecretKeyAuth')}
      />
      {extensions === true && <TokensSection workspaceId={workspace.id} />}
    </Section>
  )
}
