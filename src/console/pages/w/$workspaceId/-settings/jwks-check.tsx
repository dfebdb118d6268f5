import { Button, Text } from '@mantine/core'
import { toApiError } from '@/console/api/api-error'
import { useCheckJwks } from '@/console/api/jwks'
import { countOf } from '@/console/ui/format/format-count'

/** Shows which keys the address in the field publishes, before it is saved. */
export function JwksCheck({ workspaceId, uri }: { workspaceId: string; uri: string }) {
  const { mutate, data, error: failure, isPending, variables } = useCheckJwks(workspaceId)
  const current = variables === uri
  const error =
    failure === null
      ? data !== undefined && 'error' in data
        ? data.error
        : undefined
      : toApiError(failure).message
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        mt={4}
        disabled={uri === ''}
        loading={isPending}
        onClick={() => mutate(uri)}
      >
        Check
      </Button>
      <div aria-live="polite">
        {current && error !== undefined && (
          <Text fz="xs" mt={4} c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        {current && data !== undefined && 'keys' in data && (
          <>
            <Text fz="xs" mt={4}>
              {`${countOf(data.keys.length, 'key')} found`}
            </Text>
            {data.keys.map(({ kid, kty, alg, use, size, error }, index) => (
              <Text key={index} fz="xs" className="mono" style={{ overflowWrap: 'anywhere' }}>
                {[kid ?? '(no kid)', kty, size === undefined ? undefined : `${size} bits`, alg, use]
                  .filter((fact) => fact !== undefined)
                  .join(' · ')}
                {error !== undefined && (
                  <Text span fz="xs" c="var(--mantine-color-error)">
                    {' '}
                    {error}
                  </Text>
                )}
              </Text>
            ))}
          </>
        )}
      </div>
    </div>
  )
}
