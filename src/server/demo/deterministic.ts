import { v5, v7 } from 'uuid'
import { catalogDate } from './story-calendar'

const namespace = 'a3d5f6c2-6f0e-5c39-9f2b-5b7d3f0f2c11'

/** Returns bytes determined by the name alone. */
function bytesOf(name: string): Uint8Array {
  return v5(name, namespace, new Uint8Array(16))
}

/** Returns the id of a demo record. It depends on the name alone, so a reset doesn't change it. */
export function idOf(name: string): string {
  return idAt(name, catalogDate)
}

/** Returns the id of an event. It contains the time, since lists of events are sorted by id. */
export function idAt(name: string, time: Date): string {
  return v7({ msecs: time.getTime(), random: bytesOf(name), seq: 0 })
}

/** Picks one of the choices, determined by the name. */
export function pick<Choice>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const [byte = 0, next = 0] = bytesOf(`pick ${name}`)
  return choices[(byte * 256 + next) % choices.length] ?? choices[0]
}

/** Returns a number from 0 to 1, determined by the name alone. */
export function share(name: string): number {
  const [byte = 0, next = 0] = bytesOf(name)
  return (byte * 256 + next) / 65_536
}

/** Whether a name belongs to the given share of all names. */
export function occursWithShare(name: string, part: number): boolean {
  return share(`happens ${name}`) < part
}
