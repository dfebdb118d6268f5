import type { Fault } from '../../contract/errors'

const maxDepth = 100

/** What JSON can say but a database cannot keep: NUL, half a surrogate pair, endless numbers and nesting; and `__proto__`, which readers drop or take for more than a name. */
export function unstorableParts(value: unknown, root: readonly (string | number)[]): Fault[] {
  const faults: Fault[] = []
  const open: { value: unknown; path: readonly (string | number)[] }[] = [{ value, path: root }]
  const refuse = (path: readonly (string | number)[], message: string) =>
    faults.push({ path: [...path], message, code: 'unstorable' })

  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: part, path } = next
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed()))
      refuse(path, 'Text with a NUL or a broken character cannot be stored')
    if (typeof part === 'number' && !Number.isFinite(part)) refuse(path, 'This number is too large')
    if (typeof part !== 'object' || part === null) continue
    if (path.length - root.length >= maxDepth) {
      refuse(path.slice(0, root.length + 1), `Nested deeper than ${maxDepth} levels`)
      continue
    }
    for (const [key, member] of Object.entries(part)) {
      if (key.includes('\0') || !key.isWellFormed())
        refuse(path, 'A property name with a NUL or a broken character cannot be stored')
      else if (key === '__proto__')
        refuse([...path, key], 'A property of this name is not taken anywhere')
      else open.push({ value: member, path: [...path, Array.isArray(part) ? Number(key) : key] })
    }
  }
  return faults
}
