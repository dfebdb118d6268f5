import { Button, CloseButton, Group, NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limitFacts } from '../../contract/limits'
import { toApiError } from '../api/api-error'
import { fetchAllApps } from '../api/apps'
import { useResetDemo } from '../api/demo'
import { useUpdateWorkspace, workspaceQuery } from '../api/workspaces'
import classes from './presenter.module.css'
import { setProgress, startStory, type StoryProgress } from './progress'
import { stories, type Stage } from './stories'

const pointMilliseconds = 250

/** Marks what a step points at, and scrolls it into view once. */
function usePointer(find: (() => HTMLElement | undefined) | undefined): void {
  useEffect(() => {
    if (find === undefined) return
    let marked: HTMLElement | undefined
    let hasScrolled = false
    const point = () => {
      const element = find()
      if (element !== marked) marked?.removeAttribute('data-presented')
      marked = element
      if (element === undefined) return
      element.setAttribute('data-presented', '')
      if (!hasScrolled) element.scrollIntoView({ block: 'nearest' })
      hasScrolled = true
    }
    // The page renders by itself: the element may come later, or be replaced.
    const timer = setInterval(point, pointMilliseconds)
    point()
    return () => {
      clearInterval(timer)
      marked?.removeAttribute('data-presented')
    }
  }, [find])
}

function useStage(workspaceId: string): Stage {
  const client = useQueryClient()
  const update = useUpdateWorkspace(workspaceId)
  return {
    async setLimit(name, value) {
      const { unit } = limitFacts(name)
      const { etag } = await client.fetchQuery({ ...workspaceQuery(workspaceId), staleTime: 0 })
      await update.mutateAsync({ body: { limits: { [name]: { unit, value } } }, ifMatch: etag })
    },
    async listApps() {
      const filter = { scope: 'workspace', state: 'active' } as const
      const apps = await fetchAllApps(workspaceId, true, filter)
      return apps.filter(({ isReadOnly }) => !isReadOnly)
    },
  }
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The place of a story that is paused, with the way back. */
function PausedStory({ progress }: { progress: StoryProgress }) {
  const { title, steps } = stories[progress.story]
  return (
    <section ref={takeFocus} tabIndex={-1} className={classes['paused']} aria-label="Presenter">
      <Text fz="sm" flex={1}>
        “{title}” is paused at step {progress.step + 1} of {steps.length}.
      </Text>
      <Button size="compact-sm" onClick={() => setProgress({ ...progress, isPaused: false })}>
        Resume
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setProgress(undefined)}>
        Leave
      </Button>
    </section>
  )
}

interface PresenterProps {
  workspaceId: string
  progress: StoryProgress
}

/** What to say at each step, and a button that performs it on the page. */
function RunningStory({ workspaceId, progress }: PresenterProps) {
  const router = useRouter()
  const stage = useStage(workspaceId)
  const reset = useResetDemo(workspaceId)
  const [isRunning, setIsRunning] = useState(false)
  const { story, step: number } = progress
  const { title, steps } = stories[story]
  const step = steps[number]
  const stepId = `${story} ${number}`
  /** How the action of a step ended. */
  const [result, setResult] = useState<{ stepId: string; error?: string }>()
  const current = result?.stepId === stepId ? result : undefined
  usePointer(step?.target)

  const page = step?.page
  useEffect(() => {
    if (page !== undefined) void router.navigate({ href: `/w/${workspaceId}${page}` })
  }, [router, workspaceId, page])

  if (step === undefined) return null
  function go(to: number) {
    setProgress({ story, step: to, isPaused: false })
    // The user may have left the page that the steps share.
    void router.navigate({ href: `/w/${workspaceId}${steps[to]?.page ?? ''}` })
  }

  async function attempt(work: () => Promise<unknown>) {
    setResult(undefined)
    setIsRunning(true)
    try {
      await work()
      setResult({ stepId })
    } catch (cause) {
      setResult({ stepId, error: toApiError(cause).message })
    } finally {
      setIsRunning(false)
    }
  }

  const { action } = step
  const isLast = number === steps.length - 1
  const isDone = current !== undefined && current.error === undefined
  const isPerforming = action !== undefined && !isDone
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      className={classes['panel']}
      aria-label="Presenter"
      data-docked
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fz="xs" c="dimmed">
          {title}
        </Text>
        <CloseButton
          size="sm"
          aria-label="Leave the story"
          onClick={() => setProgress(undefined)}
        />
      </Group>
      <div aria-live="polite">
        <Text component="h2" fz="md" fw={620} m={0}>
          {number + 1}. {step.title}
        </Text>
        <Text fz="sm" mt={4}>
          {step.say}
        </Text>
      </div>
      {current?.error !== undefined && (
        <Text fz="sm" c="var(--sb-danger-text)" role="alert">
          {current.error}
        </Text>
      )}
      <Group gap="xs">
        {isPerforming && (
          <Button loading={isRunning} onClick={() => void attempt(() => action.run(stage))}>
            {action.label}
          </Button>
        )}
        <Button
          variant={isPerforming ? 'default' : 'filled'}
          disabled={isRunning}
          onClick={() => (isLast ? setProgress(undefined) : go(number + 1))}
        >
          {isLast ? 'Finish' : 'Next'}
        </Button>
      </Group>
      <Group gap="xs" className={classes['controls'] ?? ''}>
        <NativeSelect
          size="xs"
          aria-label="Step"
          value={String(number)}
          data={steps.map((one, index) => ({
            value: String(index),
            label: `${index + 1} of ${steps.length}: ${one.title}`,
          }))}
          onChange={(event) => go(Number(event.currentTarget.value))}
        />
        <Button
          size="xs"
          variant="default"
          onClick={() => setProgress({ ...progress, isPaused: true })}
        >
          Pause
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={reset.isPending}
          disabled={isRunning}
          onClick={() =>
            void attempt(async () => {
              await reset.mutateAsync()
              startStory(story)
              notifications.show({ message: 'Demo reset' })
            })
          }
        >
          Reset demo
        </Button>
      </Group>
    </section>
  )
}

/** Presents a story of the demo, step by step, beside the page. */
export default function Presenter({ workspaceId, progress }: PresenterProps) {
  return progress.isPaused ? (
    <PausedStory progress={progress} />
  ) : (
    <RunningStory workspaceId={workspaceId} progress={progress} />
  )
}
