import type { StoryName } from './progress'

/** What the stories are called, and what they are about: without their steps, for menus. */
export const storyTexts: Readonly<Record<StoryName, { title: string; summary: string }>> = {
  limit: {
    title: 'A limit that protects',
    summary: 'Two minutes: lower a limit, send traffic, follow the alert, put it back.',
  },
  support: {
    title: 'A ticket with sixty keys',
    summary: 'Support desk: archive a pasted list, find the wrong key, undo it later.',
  },
}
