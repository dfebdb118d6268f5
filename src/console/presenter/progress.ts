import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { keepInTab, readFromTab } from '../session/tab-storage'

export const storyNames = ['limit', 'support'] as const
export type StoryName = (typeof storyNames)[number]

const progressSchema = z.object({
  story: z.enum(storyNames),
  step: z.int().nonnegative(),
  isPaused: z.boolean(),
})

/** The story that is presented in this tab, and how far it has come. */
export type StoryProgress = z.infer<typeof progressSchema>

const storageKey = 'signalbox-presenter'
const listeners = new Set<() => void>()
let progress = readFromTab(storageKey, progressSchema)

/** Sets the progress, also for after a reload; undefined leaves the story. */
export function setProgress(next: StoryProgress | undefined): void {
  progress = next
  keepInTab(storageKey, next)
  for (const listener of listeners) listener()
}

/** Starts a story at its first step. */
export function startStory(story: StoryName): void {
  setProgress({ story, step: 0, isPaused: false })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the progress; undefined while no story is presented. */
export function useStoryProgress(): StoryProgress | undefined {
  return useSyncExternalStore(subscribe, () => progress)
}
