import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tenantPages } from '@/console/api/tenants'
import { formatCount } from '@/console/ui/format/format-count'
import { loadPart } from '@/console/ui/loading/load-part'
import type { FieldsCheck } from './fields-check'

/** The most tenants that are listed. */
const maxShown = 20

function Result({ checked, mismatches }: FieldsCheck) {
  if (checked === 0)
    return (
      <Text fz="sm" c="dimmed">
        There are no tenants yet: nothing can be wrong with them.
      </Text>
    )
  if (mismatches.length === 0)
    return (
      <Alert color="signal" p="xs">
        The fields of {checked === 1 ? 'the one tenant' : `all ${formatCount(checked)} tenants`} fit
        this schema.
      </Alert>
    )
  return (
    <Alert
      color="caution"
      p="xs"
      title={[
        `${formatCount(mismatches.length)} of ${formatCount(checked)} tenants`,
        'have fields that do not fit',
      ].join(' ')}
    >
      <List fz="sm" spacing={4}>
        {mismatches.slice(0, maxShown).map(({ tenant: { id, key, name }, issues }) => (
          <List.Item key={id}>
            {name ?? ''} <span className="mono">{key}</span>
            {issues.map((error) => (
              <Text key={error} fz="xs">
                {error}
              </Text>
            ))}
          </List.Item>
        ))}
      </List>
      {mismatches.length > maxShown && (
        <Text fz="xs" mt={4}>
          and {formatCount(mismatches.length - maxShown)} more
        </Text>
      )}
    </Alert>
  )
}

/**
 * Checks a schema against existing tenants before it is saved. Loads the validator on first use.
 */
export function TryFields({
  workspaceId,
  text,
  disabled,
  children,
}: {
  workspaceId: string
  text: string
  disabled: boolean
  /** Another button, shown first. */
  children: ReactNode
}) {
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (schema: string) =>
      (await loadPart(() => import('./fields-check'))).checkFields(
        schema,
        tenantPages(workspaceId),
      ),
  })
  const isOfText = variables === text
  return (
    <div>
      <Group gap="xs" mt={4}>
        {children}
        <Button
          variant="default"
          size="compact-xs"
          disabled={disabled}
          loading={isPending}
          onClick={() => mutate(text)}
        >
          Try on existing tenants
        </Button>
      </Group>
      <div aria-live="polite" style={{ marginTop: 'var(--mantine-spacing-xs)' }}>
        {isOfText && error !== null && (
          <Text fz="xs" c="var(--mantine-color-error)">
            It could not be checked: {error.message}
          </Text>
        )}
        {isOfText && data !== undefined && <Result {...data} />}
      </div>
    </div>
  )
}
