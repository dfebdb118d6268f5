import { Text, Tooltip } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { channelLabels, channels, type Channel } from '@/console/edits/member-path'
import { categoryLabels, type AlertRow } from '@/console/grids/alert-rows'
import { IconLock } from '@/console/ui/icons.gen'
import { ToggleAllBox, type OnToggle } from './toggle-all-box'
import classes from './alert-matrix.module.css'

interface HeadProps {
  /** The rows that the boxes switch. */
  rows: readonly AlertRow[]
  readOnly: boolean
  onToggle: OnToggle
}

interface MatrixHeadProps extends HeadProps {
  /** Why a channel cannot deliver, by channel. */
  blocked: Record<Channel, ReactNode>
}

/** The column headers. They render again on a toggle, but not when the active cell moves. */
export const MatrixHead = memo(function MatrixHead({
  rows,
  readOnly,
  blocked,
  onToggle,
}: MatrixHeadProps) {
  return (
    <div role="row" className={`${classes['line']} ${classes['head']}`}>
      <span role="columnheader" className={classes['cell']}>
        Alert type
      </span>
      {internalHead}
      {channels.map((channel) => (
        <span
          key={channel}
          role="columnheader"
          className={`${classes['cell']} ${classes['channel']}`}
        >
          <span className={classes['channelName']}>
            <ToggleAllBox
              label={`${channelLabels[channel]} for all shown alert types`}
              rows={rows}
              channels={[channel]}
              readOnly={readOnly}
              onToggle={onToggle}
            />{' '}
            {channelLabels[channel]}
          </span>
          {blocked[channel] !== undefined && (
            <Text component="span" fz="xs" fw={400} c="var(--sb-caution-text)">
              {blocked[channel]}
            </Text>
          )}
        </span>
      ))}
    </div>
  )
})

const internalHead = (
  <span role="columnheader" className={`${classes['cell']} ${classes['channel']}`}>
    <Tooltip label="In-app alerts are always on">
      <span>
        Internal <IconLock size={12} aria-label="always on" />
      </span>
    </Tooltip>
  </span>
)

/** The head of a category, with a box for each channel. */
export const CategoryHead = memo(function CategoryHead({
  category,
  rows,
  readOnly,
  onToggle,
}: HeadProps & Pick<AlertRow, 'category'>) {
  return (
    <div role="row" className={`${classes['line']} ${classes['group']}`}>
      <span role="gridcell" className={`${classes['cell']} ${classes['category']}`}>
        {categoryLabels[category]}
      </span>
      <span role="gridcell" className={classes['cell']} />
      {channels.map((channel) => (
        <span key={channel} role="gridcell" className={`${classes['cell']} ${classes['channel']}`}>
          <ToggleAllBox
            label={`${channelLabels[channel]} for ${categoryLabels[category]}`}
            rows={rows}
            channels={[channel]}
            readOnly={readOnly}
            onToggle={onToggle}
          />
        </span>
      ))}
    </div>
  )
})
