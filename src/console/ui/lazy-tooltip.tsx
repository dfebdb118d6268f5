import { Tooltip, type TooltipProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** Says in a bubble what a button is for. Alone in a file, so that what places it is no part of the first page. */
export default function LazyTooltip(props: TooltipProps): ReactNode {
  return <Tooltip {...props} />
}
