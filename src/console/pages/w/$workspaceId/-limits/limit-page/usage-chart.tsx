import '@mantine/charts/styles.css'
import { BarChart, ChartTooltip, CompositeChart, type ChartTooltipProps } from '@mantine/charts'
import { Text } from '@mantine/core'
import { formatCount } from '@/console/ui/format/format-count'
import { formatHour, formatDayAndHour } from '@/console/ui/format/format-date'
import type { UsageSpan } from '@/contract/usage'
import type { ChartMark } from './chart-marks'
import type { Step } from './steps'
import { xAxisOf } from './x-axis'
import { yAxisTo } from './y-axis'
import classes from './usage-chart.module.css'

/** How many marks a tooltip describes; more of them would cover the page. */
const maxTexts = 4

/** The tooltip of a step with its marks. The chart sets `label` and `payload`. */
function MarkedTooltip({
  label = 0,
  payload,
  marks,
  timeOf,
}: Partial<Pick<ChartTooltipProps, 'payload'>> &
  Pick<UsageChartProps, 'marks'> & {
    /** The start of the step. */
    label?: number
    timeOf: (start: number) => string
  }) {
  const texts = marks.filter(({ start }) => start === label).map(({ text }) => text)
  const hidden = texts.length - maxTexts
  return (
    <ChartTooltip
      label={
        <>
          {timeOf(label)}
          {texts.slice(0, maxTexts).map((text) => (
            <Text key={text} fz="xs">
              {text}
            </Text>
          ))}
          {hidden > 0 && <Text fz="xs">{formatCount(hidden)} more, see the table</Text>}
        </>
      }
      payload={payload}
      valueFormatter={formatCount}
    />
  )
}

/**
 * Returns the usage of a step by series. The last step has only begun: among the others, the little
 * that it has so far would look like an outage.
 */
function usageSeries(
  { used, refused, peak }: Pick<Step, 'used' | 'refused' | 'peak'>,
  isLast: boolean,
): Record<string, number> {
  return isLast
    ? { 'Accepted so far': used, 'Peak so far': peak, Refused: refused }
    : { Accepted: used, Peak: peak, Refused: refused }
}

interface UsageChartProps {
  steps: readonly Step[]
  /** The effective limit at each step. */
  limits: readonly (number | undefined)[]
  /** Changes of the limit and raised alerts, marked by vertical lines. */
  marks: readonly ChartMark[]
  span: UsageSpan
}

/**
 * Charts the peak of each step against the limit at that time, and accepted and refused requests.
 */
export default function UsageChart({ steps, limits, marks, span }: UsageChartProps) {
  const highest = Math.max(1, ...steps.map(({ peak }) => peak))
  const highestLimit = Math.max(0, ...limits.filter((limit) => limit !== undefined))
  // Far above the peaks, the limit would flatten them.
  const isInSight = highestLimit > 0 && highestLimit <= highest * 3
  const timeOf = span === 'hour' ? formatHour : formatDayAndHour
  const shared = {
    h: 190,
    data: steps.map(({ start, ...step }, index) => ({
      start,
      ...usageSeries(step, index === steps.length - 1),
      Limit: limits[index],
    })),
    // Not by their times, which repeat in the hour when clocks go back.
    dataKey: 'start',
    xAxisProps: xAxisOf(steps, span),
    withLegend: true,
    valueFormatter: formatCount,
    tooltipProps: {
      content: <MarkedTooltip marks={marks} timeOf={timeOf} />,
    },
  }
  return (
    <div className={classes['charts']}>
      <CompositeChart
        {...shared}
        referenceLines={marks.map(({ start, kind }) => ({
          x: start,
          color: kind === 'change' ? 'gray.6' : 'danger.6',
          strokeDasharray: kind === 'change' ? '2 3' : '6 3',
        }))}
        curveType="step"
        withDots={false}
        lineProps={({ name }) =>
          name === 'Peak so far' ? { dot: { r: 3 }, legendType: 'none' } : {}
        }
        series={[
          { name: 'Peak', color: 'signal.5', type: 'area' },
          { name: 'Peak so far', color: 'signal.3', type: 'line' },
          ...(isInSight ? [{ name: 'Limit', color: 'danger.6', type: 'line' as const }] : []),
        ]}
        yAxisProps={yAxisTo(isInSight ? Math.max(highestLimit, highest) : highest)}
      />
      <BarChart
        {...shared}
        mt="md"
        type="stacked"
        maxBarWidth={18}
        series={[
          { name: 'Accepted', color: 'signal.5' },
          { name: 'Accepted so far', color: 'signal.3' },
          { name: 'Refused', color: 'danger.6' },
        ]}
        yAxisProps={yAxisTo(Math.max(...steps.map(({ used, refused }) => used + refused)))}
      />
      {marks.length > 0 && (
        <Text fz="xs" c="dimmed" mt="xs">
          Vertical lines: the limit was changed (dotted, gray) or an alert was raised (dashed, red).
        </Text>
      )}
    </div>
  )
}
