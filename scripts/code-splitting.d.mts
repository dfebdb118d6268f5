/** A file for the modules that match and their imports. */
interface Group {
  name: string
  test: RegExp | ((module: string) => boolean)
  minShareCount?: number
}

export const consoleFiles: Group[]
export const demoFiles: Group[]

export function compileHint(chunk: { name: string }): string
