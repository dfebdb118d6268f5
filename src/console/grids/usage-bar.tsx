import type { AlertSeverity } from '@/contract/alerts'
import { usedShare } from './limit-rows'
import classes from './usage-bar.module.css'

interface UsageBarProps {
  /** How much is in use, and of what. */
  level: number
  limit: number | undefined
  severity: AlertSeverity | undefined
  /** The place of the bar. */
  className: string | undefined
}

/** How much of a limit is in use, as a bar beside the numbers. */
export function UsageBar({ level, limit, severity, className }: UsageBarProps) {
  const share = Math.min(1, usedShare(level, limit))
  return (
    <span className={`${classes['bar']} ${className}`} aria-hidden>
      <span
        className={classes['fill']}
        data-severity={severity}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  )
}
