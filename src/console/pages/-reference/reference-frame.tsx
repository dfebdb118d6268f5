import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { fileAddress } from '@/console/browser/site'
import { useSession } from '@/console/session/use-session'
import { LinkAnchor } from '@/console/ui/link-anchor'
import classes from './reference.module.css'

interface ReferenceFrameProps {
  /** Says which API it is. */
  about?: string
  /** What to choose from. */
  side: ReactNode
  /** Whether something is chosen: a phone shows either the side or what was chosen. */
  isChosen: boolean
  children: ReactNode
}

/** The head of the API reference, above two columns. */
export function ReferenceFrame({ about, side, isChosen, children }: ReferenceFrameProps) {
  const session = useSession()
  return (
    <div>
      <header className={classes['header']}>
        <img src={fileAddress('/favicon.svg')} width={24} height={24} alt="" />
        <Title order={1} fz="lg" textWrap="nowrap">
          API reference
        </Title>
        <Text fz="xs" c="dimmed" className="mono" truncate>
          {about}
        </Text>
        <LinkAnchor to="/" fz="sm" ml="auto">
          {session === undefined ? 'Sign in' : 'Open the console'}
        </LinkAnchor>
      </header>
      <div className={classes['columns']}>
        <div className={classes['side']} data-chosen={isChosen}>
          {side}
        </div>
        <main>{children}</main>
      </div>
    </div>
  )
}
