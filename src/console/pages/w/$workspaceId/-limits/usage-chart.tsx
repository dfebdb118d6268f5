import '@mantine/charts/styles.css'
import { AreaChart, BarChart } from '@mantine/charts'
import { userLocale } from '../../../../table/locale'
import { formatStored } from '../../../../table/quantity'
import type { Step } from './steps'

interface UsageChartProps {
  steps: readonly Step[]
  /** The limit in effect, drawn as a line where it is in sight of the peaks. */
  effective: number | undefined
  /** Whether the span is longer than an hour. */
  isLong: boolean
}

/** How high it rose in each step, against the limit, and what was accepted and refused. */
export default function UsageChart({ steps, effective, isLong }: UsageChartProps) {
  const timeOf = (start: number) => new Date(start).toLocaleString(userLocale, isLong ? { weekday: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } : { hour: '2-digit', minute: '2-digit' })
  const highest = Math.max(1, ...steps.map(({ peak }) => peak))
  const isInSight = effective !== undefined && effective <= highest * 3
  const shared = { h: 190, data: steps.map(({ start, used, refused, peak }) => ({ time: timeOf(start), Accepted: used, Refused: refused, Peak: peak })), dataKey: 'time', withLegend: true, valueFormatter: (value: number) => formatStored(value, userLocale) }
  return (
    <>
      <AreaChart
        {...shared}
        curveType="stepAfter"
        withDots={false}
        fillOpacity={0.15}
        series={[{ name: 'Peak', color: 'blue.5' }]}
        yAxisProps={{ allowDecimals: false, domain: [0, isInSight ? Math.max(effective, highest) : highest] }}
        referenceLines={isInSight ? [{ y: effective, label: `Limit ${formatStored(effective, userLocale)}`, color: 'red.6' }] : []}
      />
      <BarChart {...shared} mt="md" type="stacked" maxBarWidth={18} series={[{ name: 'Accepted', color: 'blue.5' }, { name: 'Refused', color: 'red.6' }]} yAxisProps={{ allowDecimals: false }} />
    </>
  )
}
