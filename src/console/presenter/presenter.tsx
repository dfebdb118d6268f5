import { Button, CloseButton, Group, NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { toApiError } from '@/console/api/api-error'
import { resettingText, useResetDemo } from '@/console/api/demo'
import { restartStory, setProgress, type StoryProgress } from './progress'
import { storySteps, type Step } from './stories'
import { storyTexts } from './story-texts'
import { usePointer } from './use-pointer'
import { useStage } from './use-stage'
import classes from './presenter.module.css'

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The place of a story that is paused, with the way back. */
function PausedStory({ progress }: { progress: StoryProgress }) {
  const { title } = storyTexts[progress.story]
  const steps = storySteps[progress.story]
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
  const stage = useStage(workspaceId)
  const reset = useResetDemo(workspaceId)
  const { story, step: number } = progress
  const { title } = storyTexts[story]
  const steps = storySteps[story]
  const step = steps[number]
  const stepId = `${story} ${number}`
  const { attempt, isRunning, isPerformed, error } = useAttempt(stepId)
  const openPage = useStepPage(workspaceId, step?.page)
  usePointer(step?.target)

  if (step === undefined) return null
  function go(to: number) {
    setProgress({ story, step: to, isPaused: false })
    // The user may have left the page that the steps share.
    openPage(steps[to]?.page ?? '')
  }

  async function startOver() {
    await reset.mutateAsync()
    restartStory()
    notifications.show({ message: 'Demo reset' })
  }

  const isLast = number === steps.length - 1
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      className={classes['panel']}
      aria-label="Presenter"
      data-docked
    >
      <Text fz="xs" c="dimmed" className={classes['title'] ?? ''}>
        {title}
      </Text>
      <StepText
        title={`${number + 1}. ${step.title}`}
        text={reset.isPending ? resettingText : step.say}
        error={error}
      />
      <StepButtons
        action={step.action}
        isPerformed={isPerformed}
        isRunning={isRunning}
        isLast={isLast}
        onPerform={({ run }) => attempt({ stepId, isAction: true, run: () => run(stage) })}
        onNext={() => (isLast ? setProgress(undefined) : go(number + 1))}
      />
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
          onClick={() => attempt({ stepId, isAction: false, run: startOver })}
        >
          Reset demo
        </Button>
      </Group>
      {/* The last, so that the first Tab leads to the step. */}
      <CloseButton
        size="sm"
        className={classes['leave'] ?? ''}
        aria-label="Leave the story"
        onClick={() => setProgress(undefined)}
      />
    </section>
  )
}

interface Attempt {
  stepId: string
  /** Whether it is the action of the step. */
  isAction: boolean
  run: () => Promise<unknown>
}

/** Runs the actions of steps, and returns how that of a step ended. Other work only has errors. */
function useAttempt(stepId: string) {
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ run }: Attempt) => run(),
  })
  const isOfStep = variables?.stepId === stepId
  return {
    attempt: mutate,
    isRunning: isPending,
    isPerformed: isOfStep && isSuccess && variables.isAction,
    error: isOfStep && error !== null ? toApiError(error).message : undefined,
  }
}

/** Opens the page of a step when that changes. Returns a function that opens another. */
function useStepPage(workspaceId: string, page: string | undefined): (page: string) => void {
  const router = useRouter()
  const open = useCallback(
    (to: string) => {
      const href = `/w/${workspaceId}${to}`
      // On the same page, the top would replace what the step has scrolled to.
      const resetScroll = router.state.location.href !== href
      void router.navigate({ href, resetScroll })
    },
    [router, workspaceId],
  )
  useEffect(() => {
    if (page !== undefined) open(page)
  }, [open, page])
  return open
}

interface StepTextProps {
  title: string
  text: string
  error: string | undefined
}

/** The title of a step, what to say, and why its action failed. */
function StepText({ title, text, error }: StepTextProps) {
  return (
    <>
      <div aria-live="polite">
        <Text component="h2" fz="md" fw={620} m={0}>
          {title}
        </Text>
        <Text fz="sm" mt={4}>
          {text}
        </Text>
      </div>
      {error !== undefined && (
        <Text fz="sm" c="var(--sb-danger-text)" role="alert">
          {error}
        </Text>
      )}
    </>
  )
}

interface StepButtonsProps {
  action: Step['action']
  /** Whether the action was performed; it can't be performed again. */
  isPerformed: boolean
  isRunning: boolean
  isLast: boolean
  onPerform: (action: NonNullable<Step['action']>) => void
  onNext: () => void
}

function StepButtons({
  action,
  isPerformed,
  isRunning,
  isLast,
  onPerform,
  onNext,
}: StepButtonsProps) {
  const next = useRef<HTMLButtonElement>(null)
  const isLeft = action !== undefined && !isPerformed
  // The button of the action had the focus, and is no longer there. A dialog that the action has
  // opened would keep the focus: the story could not go on with the keyboard.
  useLayoutEffect(() => {
    if (isPerformed) next.current?.focus()
  }, [isPerformed])
  return (
    <Group gap="xs">
      {isLeft && (
        <Button loading={isRunning} onClick={() => onPerform(action)}>
          {action.label}
        </Button>
      )}
      <Button
        ref={next}
        variant={isLeft ? 'default' : 'filled'}
        disabled={isRunning}
        onClick={onNext}
      >
        {isLast ? 'Finish' : 'Next'}
      </Button>
    </Group>
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
