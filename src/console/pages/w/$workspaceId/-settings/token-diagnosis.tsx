import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverTime } from '@/console/browser/server-time'
import { TokenTextarea } from '@/console/forms/token-textarea'
import type { Finding } from '@/console/keys/diagnose-token'
import { useRegisteredKeys } from '@/console/keys/use-read-keys'
import { CodeBlock } from '@/console/ui/code/code-block'
import type { Icon } from '@/console/ui/create-icon'
import { IconAlertTriangle, IconCheck, IconQuestionMark } from '@/console/ui/icons.gen'
import { loadPart } from '@/console/ui/loading/load-part'
import type { Workspace } from '@/contract/workspaces'

interface TokenDiagnosisProps {
  workspace: Workspace
  /** The keys of the form, saved or not. */
  publicKeys: readonly { name: string; publicKey: string }[]
  jwksUri: string
  refusesSecret: boolean
}

const verdictStyles: Record<Finding['verdict'], { icon: Icon; color: string; tone: string }> = {
  good: { icon: IconCheck, color: 'inherit', tone: 'teal' },
  bad: { icon: IconAlertTriangle, color: 'var(--sb-danger-text)', tone: 'danger' },
  unsure: { icon: IconQuestionMark, color: 'var(--sb-caution-text)', tone: 'caution' },
}

/** Explains why the current form accepts or rejects a token. The token does not leave the page. */
export function TokenDiagnosis(form: TokenDiagnosisProps) {
  const [text, setText] = useState('')
  const diagnosis = useDiagnosis(text, form)
  return (
    <Stack gap="xs" role="group" aria-label="Check a token">
      <TokenTextarea
        label="Check a token"
        description={
          'Paste a token to see its claims, which key verifies it, and why it is rejected. ' +
          'It doesn’t leave this page.'
        }
        maxRows={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {diagnosis !== undefined && text.trim() !== '' && <DiagnosisView diagnosis={diagnosis} />}
    </Stack>
  )
}

/** Diagnoses a token, again every few seconds because it may expire. */
function useDiagnosis(
  text: string,
  { workspace, publicKeys, jwksUri, refusesSecret }: TokenDiagnosisProps,
) {
  const registered = useRegisteredKeys(publicKeys.map(({ publicKey }) => publicKey))
  const saved = new Set(workspace.publicKeys?.map(({ publicKey }) => publicKey))
  const keys = publicKeys.flatMap(({ name, publicKey }, index) => {
    const key = registered[index]?.key
    return key === undefined ? [] : [{ name, key, isDraft: !saved.has(publicKey) }]
  })
  const { data } = useQuery({
    queryKey: [
      'token',
      workspace.key,
      jwksUri !== '',
      refusesSecret,
      keys.map(({ name, key, isDraft }) => `${name} ${key.fingerprint} ${isDraft}`),
      text,
    ],
    queryFn: async () => {
      const { diagnoseToken, verdictOf } = await loadPart(
        () => import('@/console/keys/diagnose-token'),
      )
      const diagnosis = await diagnoseToken(text, {
        workspaceKey: workspace.key,
        secret: workspace.secret,
        refusesSecret,
        keys,
        hasJwks: jwksUri !== '',
        now: new Date(serverTime()),
      })
      return { ...diagnosis, verdict: verdictOf(diagnosis) }
    },
    enabled: text.trim() !== '',
    // The token is dropped as soon as the field is cleared.
    gcTime: 0,
    refetchInterval: 5000,
  })
  return data
}

type Diagnosis = NonNullable<ReturnType<typeof useDiagnosis>>

function DiagnosisView({ diagnosis }: { diagnosis: Diagnosis }) {
  const { verdict, findings, header, claims } = diagnosis
  return (
    <>
      <Alert p="xs" color={verdictStyles[verdict.verdict].tone} role="status">
        <Text fz="sm" fw={600}>
          {verdict.message}
        </Text>
      </Alert>
      <Stack gap={4}>
        {findings.map((finding) => (
          <FindingLine key={finding.subject} {...finding} />
        ))}
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {header !== undefined && (
          <CodeBlock label="Header">{JSON.stringify(header, null, 2)}</CodeBlock>
        )}
        {claims !== undefined && (
          <CodeBlock label="Claims">{JSON.stringify(claims, null, 2)}</CodeBlock>
        )}
      </SimpleGrid>
    </>
  )
}

function FindingLine({ subject, verdict, message }: Finding) {
  const { icon: VerdictIcon, color } = verdictStyles[verdict]
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <VerdictIcon
        size={15}
        color={color === 'inherit' ? 'currentColor' : color}
        aria-label={verdict}
        style={{ flexShrink: 0, marginTop: 3 }}
      />
      <Text fz="sm" c={color}>
        <b>{subject}</b> {message}
      </Text>
    </Group>
  )
}
