/** Long before the story, so that ids dated from here sort before those of later records. */
export const catalogDate = new Date(Date.UTC(2025, 0, 6, 8))
/** How many days the story covers, up to now. */
export const storyDays = 42
const dayMilliseconds = 86_400_000

/** Returns the time that many days, and parts of days, after the story began. */
export type StoryDay = (days: number) => Date

/** The calendar of a story that ends now. */
export function storyDay(now: Date): StoryDay {
  return (days) => new Date(now.getTime() - Math.round((storyDays - days) * dayMilliseconds))
}

/** Returns the end of a story that began at a time. */
export function storyEnd(start: Date): Date {
  return new Date(start.getTime() + storyDays * dayMilliseconds)
}
