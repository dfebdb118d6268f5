/** A file for the modules that match and their imports. */
interface Group {
  name: string
  test: RegExp | ((module: string) => boolean)
  minShareCount?: number
}

/** Paths of what only few pages load. */
export const ofFewPages: RegExp

export const consoleFiles: Group[]
export const demoFiles: Group[]

export function compileHint(chunk: { name: string }): string
