/** A file that takes the modules that match, and what they import. */
interface Group {
  name: string
  test: RegExp | ((module: string) => boolean)
  minShareCount?: number
}

export const consoleFiles: Group[]
export const demoFiles: Group[]
