import { useSpotlight } from '@mantine/spotlight'
import { FailedDialog } from '@/console/ui/loading/loaded-part'
import { palette, paletteStore } from './palette-opener'

/** Replaces a palette that could not be loaded. */
export function FailedPalette() {
  const { opened } = useSpotlight(paletteStore)
  return <FailedDialog opened={opened} onClose={palette.close} />
}
