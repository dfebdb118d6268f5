import { v5, v7 } from 'uuid'

const namespace = 'a3d5f6c2-6f0e-5c39-9f2b-5b7d3f0f2c11'

/** When the story begins. Everything in it is dated from here, so that it is the same every time. */
const storyStart = Date.UTC(2026, 8, 1, 8)

/** The same bytes for the same name, every time. */
function bytesOf(name: string): Uint8Array {
  return v5(name, namespace, new Uint8Array(16))
}

/** A moment of the story, so many days (and parts of days) after its beginning. */
export function day(days: number): Date {
  return new Date(storyStart + Math.round(days * 86_400_000))
}

/** The id of a thing of the story: a UUIDv7 that its name decides. */
export function idOf(name: string, days = 0): string {
  return v7({ msecs: day(days).getTime(), random: bytesOf(name), seq: 0 })
}

/** One of the choices, the same one for the same name every time. */
export function pick<Choice>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const [byte = 0, next = 0] = bytesOf(`pick ${name}`)
  return choices[(byte * 256 + next) % choices.length] ?? choices[0]
}

/** A number from 0 to 1 that the name decides. */
export function share(name: string): number {
  const [byte = 0, next = 0] = bytesOf(name)
  return (byte * 256 + next) / 65_536
}

/** Whether this part of all things is so for this one. */
export function occursWithShare(name: string, part: number): boolean {
  return share(`happens ${name}`) < part
}
