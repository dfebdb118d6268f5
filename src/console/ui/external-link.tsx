import { Anchor } from '@mantine/core'
import { httpUri } from '../../contract/field'
import { Breakable } from './breakable'

/**
 * A link to an address outside the console. It opens in a new tab, so that nothing unsaved is lost.
 * An address that is not of the web is text: its scheme could run code.
 */
export function ExternalLink({ uri }: { uri: string }) {
  if (!httpUri.safeParse(uri).success) return uri
  return (
    <Anchor href={uri} target="_blank" rel="noreferrer" fz="sm" underline="always">
      <Breakable text={uri} />
    </Anchor>
  )
}
