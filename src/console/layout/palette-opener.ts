import { createSpotlight } from '@mantine/spotlight'

export const [paletteStore, palette] = createSpotlight()

export function openPalette(): void {
  palette.open()
}
