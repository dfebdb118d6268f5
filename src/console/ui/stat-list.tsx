import { Text } from '@mantine/core'
import classes from './stat-list.module.css'

interface Stat {
  label: string
  value: string
  note?: string | undefined
  /** What is not set recedes; what is a problem stands out. */
  look?: 'quiet' | 'problem' | undefined
}

/** Four figures in a row with their labels, two by two on a phone. */
export function StatList({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={classes['list']}>
      {stats.map(({ label, value, note, look }) => (
        <div key={label} className={classes['item']}>
          <Text component="dt" fz="xs" c="dimmed">
            {label}
          </Text>
          <dd
            className={classes['value']}
            data-quiet={look === 'quiet'}
            data-problem={look === 'problem'}
          >
            {value}
          </dd>
          {note !== undefined && (
            <Text component="dd" fz="xs" c="dimmed" m={0}>
              {note}
            </Text>
          )}
        </div>
      ))}
    </dl>
  )
}
