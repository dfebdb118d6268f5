import { Anchor } from '@mantine/core'
import { httpUri } from '@/contract/field'
import { Breakable } from './breakable'

/**
 * A link to an address outside the console. It opens in a new tab, so that nothing unsaved is lost.
 * Anything but an http(s) address is shown as text, because its scheme could run code.
 */
export function ExternalLink({ uri }: { uri: string }) {
  if (!httpUri.safeParse(uri).success) return uri
  return (
    <Anchor href={uri} target="_blank" rel="noreferrer" fz="sm" underline="always">
      <Breakable text={uri} />
    </Anchor>
  )
}
