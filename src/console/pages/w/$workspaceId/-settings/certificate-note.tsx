import { Text } from '@mantine/core'
import { serverTime } from '@/console/browser/server-time'
import type { CertificateFacts } from '@/console/keys/certificate'
import { formatDate } from '@/console/ui/format/format-date'

/** Shows the subject and the expiry of a certificate. */
export function CertificateNote({ certificate }: { certificate: CertificateFacts | undefined }) {
  if (certificate === undefined) return null
  const { subject, expiresAt } = certificate
  const isExpired = expiresAt !== undefined && expiresAt.getTime() < serverTime()
  return (
    <Text span fz="xs" c={isExpired ? 'var(--sb-danger-text)' : 'dimmed'}>
      {' '}
      Certificate{subject === undefined ? '' : ` of ${subject}`}
      {expiresAt !== undefined && `, ${isExpired ? 'expired' : 'expires'} ${formatDate(expiresAt)}`}
    </Text>
  )
}
