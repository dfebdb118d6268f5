import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type StyledAnchorProps = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
    ref?: Ref<HTMLAnchorElement>
  }

function StyledAnchor(props: StyledAnchorProps) {
  return <Anchor {...props} />
}

/** A link to a page of the console, in the look of every other link. */
export const LinkAnchor = createLink(StyledAnchor)
