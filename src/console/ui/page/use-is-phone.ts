import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window is as narrow as a phone, where style sheets change the layout too. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
