import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type StyledButtonProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
    ref?: Ref<HTMLAnchorElement>
  }

function StyledButton(props: StyledButtonProps) {
  return <Button component="a" {...props} />
}

/** A link to a page of the console that looks like a button. */
export const LinkButton = createLink(StyledButton)
