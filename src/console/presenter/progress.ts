import { z } from 'zod'
import { createStore, useStore } from '@/console/browser/store'
import { keepInTab, readFromTab } from '@/console/browser/tab-storage'

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
const progress = createStore(readFromTab(storageKey, progressSchema))

/** Sets the progress, also for after a reload; undefined leaves the story. */
export function setProgress(next: StoryProgress | undefined): void {
  keepInTab(storageKey, next)
  progress.set(next)
}

/** Starts a story at its first step. */
export function startStory(story: StoryName): void {
  setProgress({ story, step: 0, isPaused: false })
}

/** Goes back to the first step of the story, unless it was left. */
export function restartStory(): void {
  const now = progress.get()
  if (now !== undefined) setProgress({ ...now, step: 0 })
}

/** Returns the progress; undefined while no story is presented. */
export function useStoryProgress(): StoryProgress | undefined {
  return useStore(progress)
}
