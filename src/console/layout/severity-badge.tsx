import { Badge } from '@mantine/core'
import type { AlertSeverity } from '@/contract/alerts'

/** The color of text about an alert. */
export const severityColors: Record<AlertSeverity, string> = {
  critical: 'var(--sb-danger-text)',
  warning: 'var(--sb-caution-text)',
}

/** Marks an alert as critical or as a warning. */
export function SeverityBadge({ severity }: { severity: AlertSeverity }) {
  return (
    <Badge size="sm" variant="filled" color={severity === 'critical' ? 'danger.7' : 'caution.7'}>
      {severity}
    </Badge>
  )
}
