import { Tooltip, type TooltipProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** A tooltip. It has its own file so that the positioning library is not part of the first page. */
export default function LazyTooltip(props: TooltipProps): ReactNode {
  return <Tooltip {...props} />
}
