import { Text } from '@mantine/core'
import { useState } from 'react'
import type { CertificateFacts } from '../../../../keys/certificate'
import { formatDate } from '../../../../ui/format-date'

/** Shows the subject and the expiry of a certificate. */
export function CertificateNote({ certificate }: { certificate: CertificateFacts | undefined }) {
  const [now] = useState(Date.now)
  if (certificate === undefined) return null
  const { subject, expiresAt } = certificate
  const isExpired = expiresAt !== undefined && expiresAt.getTime() < now
  return (
    <Text span fz="xs" c={isExpired ? 'var(--sb-danger-text)' : 'dimmed'}>
      {' '}
      Certificate{subject === undefined ? '' : ` of ${subject}`}
      {expiresAt !== undefined && `, ${isExpired ? 'expired' : 'expires'} ${formatDate(expiresAt)}`}
    </Text>
  )
}
