import { createSpotlight } from '@mantine/spotlight'

/** Whether the command palette is open, and the functions that open and close it. */
export const [paletteStore, palette] = createSpotlight()
