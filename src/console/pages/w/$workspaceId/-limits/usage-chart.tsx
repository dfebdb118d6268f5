import '@mantine/charts/styles.css'
import { AreaChart, BarChart } from '@mantine/charts'
import { hour, hourOfDay } from '../../../../layout/moment'
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
  const highest = Math.max(1, ...steps.map(({ peak }) => peak))
  const isInSight = effective !== undefined && effective <= highest * 3
  const shared = { h: 190, data: steps.map(({ start, used, refused, peak }) => ({ time: (isLong ? hourOfDay : hour)(start), Accepted: used, Refused: refused, Peak: peak })), dataKey: 'time', withLegend: true, valueFormatter: (value: number) => formatStored(value, userLocale) }
  return (
    <>
      <AreaChart
        {...shared}
        curveType="stepAfter"
        withDots={false}
        fillOpacity={0.15}
        series={[{ name: 'Peak', color: 'signal.5' }]}
        yAxisProps={{ allowDecimals: false, domain: [0, isInSight ? Math.max(effective, highest) : highest] }}
        referenceLines={isInSight ? [{ y: effective, label: `Limit ${formatStored(effective, userLocale)}`, color: 'danger.6' }] : []}
      />
      <BarChart {...shared} mt="md" type="stacked" maxBarWidth={18} series={[{ name: 'Accepted', color: 'signal.5' }, { name: 'Refused', color: 'danger.6' }]} yAxisProps={{ allowDecimals: false }} />
    </>
  )
}
