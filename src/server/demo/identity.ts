import { v5, v7 } from 'uuid'

const namespace = 'a3d5f6c2-6f0e-5c39-9f2b-5b7d3f0f2c11'

/** Long before the story, so that ids dated from here sort before those of later records. */
export const catalogDate = new Date(Date.UTC(2025, 0, 6, 8))
/** How many days the story covers, up to now. */
export const storyDays = 42
const dayMilliseconds = 86_400_000

/** The same bytes for the same name, every time. */
function bytesOf(name: string): Uint8Array {
  return v5(name, namespace, new Uint8Array(16))
}

/** Returns the time that many days, and parts of days, after the story began. */
export type StoryDay = (days: number) => Date

/** The calendar of a story that ends now. */
export function storyDay(now: Date): StoryDay {
  return (days) => new Date(now.getTime() - Math.round((storyDays - days) * dayMilliseconds))
}

/** The id of a record of the demo, which its name determines: it is the same after a reset. */
export function idOf(name: string): string {
  return idAt(name, catalogDate)
}

/** The id of an event of the story. Lists of events are sorted by id, so it contains the time. */
export function idAt(name: string, time: Date): string {
  return v7({ msecs: time.getTime(), random: bytesOf(name), seq: 0 })
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
