/** Prints pages in light colors: paper is white whatever the color scheme of the screen. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  let scheme: string | undefined
  addEventListener('beforeprint', () => {
    scheme = dataset['mantineColorScheme']
    dataset['mantineColorScheme'] = 'light'
  })
  addEventListener('afterprint', () => {
    if (scheme !== undefined) dataset['mantineColorScheme'] = scheme
  })
}
