interface SparklineProps {
  /** Evenly spaced, oldest first. */
  values: readonly number[]
  /** The value at the top. */
  max: number
  /** Whether each value is highlighted. */
  marked: readonly boolean[]
}

const [width, height] = [64, 16]

/** A small line chart for a table cell. It is decorative: the text beside it says the same. */
export function Sparkline({ values, max, marked }: SparklineProps) {
  const step = width / Math.max(1, values.length)
  const top = Math.max(max, ...values, 1)
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {values.map((value, index) => {
        const tall = value === 0 ? 0 : Math.max(1, (value / top) * height)
        return (
          <rect
            key={index}
            x={index * step}
            y={height - tall}
            width={Math.max(0.6, step - 0.3)}
            height={tall}
            fill={
              marked[index] === true
                ? 'var(--sb-danger-text)'
                : 'var(--mantine-primary-color-filled)'
            }
          />
        )
      })}
    </svg>
  )
}
