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

/** A link to a page of the console with the standard link style. */
export const LinkAnchor = createLink(StyledAnchor)
