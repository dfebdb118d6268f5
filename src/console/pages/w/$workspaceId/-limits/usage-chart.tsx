import '@mantine/charts/styles.css'
import { AreaChart, BarChart } from '@mantine/charts'
import { formatHour, formatDayAndHour } from '../../../../ui/format-date'
import { userLocale } from '../../../../ui/locale'
import { formatStored } from '../../../../ui/quantity'
import type { Step } from './steps'

/** So many parts of equal height an axis has. */
const ticks = 4

/** The next number from one on that the parts of an axis divide evenly: 8 of 5, 2,000 of 1,300. */
function evenTop(highest: number): number {
  const part = Math.max(1, highest / ticks)
  const scale = 10 ** Math.floor(Math.log10(part))
  return ticks * scale * ([1, 2, 5, 10].find((step) => step * scale >= part) ?? 10)
}

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
  const shared = {
    h: 190,
    data: steps.map(({ start, used, refused, peak }) => ({
      time: (isLong ? formatDayAndHour : formatHour)(start),
      Accepted: used,
      Refused: refused,
      Peak: peak,
    })),
    dataKey: 'time',
    withLegend: true,
    valueFormatter: (value: number) => formatStored(value, userLocale),
  }
  return (
    <>
      <AreaChart
        {...shared}
        curveType="stepAfter"
        withDots={false}
        fillOpacity={0.15}
        series={[{ name: 'Peak', color: 'signal.5' }]}
        yAxisProps={{
          allowDecimals: false,
          domain: [0, evenTop(isInSight ? Math.max(effective, highest) : highest)],
          tickCount: ticks + 1,
        }}
        referenceLines={
          isInSight
            ? [
                {
                  y: effective,
                  label: `Limit ${formatStored(effective, userLocale)}`,
                  color: 'danger.6',
                },
              ]
            : []
        }
      />
      <BarChart
        {...shared}
        mt="md"
        type="stacked"
        maxBarWidth={18}
        series={[
          { name: 'Accepted', color: 'signal.5' },
          { name: 'Refused', color: 'danger.6' },
        ]}
        yAxisProps={{ allowDecimals: false }}
      />
    </>
  )
}
