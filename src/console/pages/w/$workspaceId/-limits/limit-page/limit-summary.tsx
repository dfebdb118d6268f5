import type { LimitRow } from '@/console/grids/limit-rows'
import { StatList } from '@/console/ui/stat-list'

interface LimitSummaryProps {
  row: LimitRow | undefined
  amount: (value: number | undefined) => string
}

const origins = {
  operator: 'set by an operator',
  workspace: 'set by the workspace',
  default: 'the default',
} as const

/** The value of a limit in effect, and the values that it comes from. */
export function LimitSummary({ row, amount }: LimitSummaryProps) {
  const source = (label: string, value: number | undefined) => ({
    label,
    value: value === undefined ? 'Not set' : amount(value),
    look: value === undefined ? ('quiet' as const) : undefined,
  })
  return (
    <section className="panel" aria-label="Value of the limit">
      <StatList
        stats={[
          {
            label: 'Effective',
            value: amount(row?.effective),
            note: row === undefined ? undefined : origins[row.layer],
          },
          source('Operator', row?.values.operator),
          source('Workspace', row?.values.workspace),
          source('Default', row?.defaultValue),
        ]}
      />
    </section>
  )
}
