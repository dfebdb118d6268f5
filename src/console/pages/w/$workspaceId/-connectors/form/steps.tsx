import { Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countOf } from '@/console/ui/format/format-count'
import { SectionNav } from '@/console/ui/section-nav'
import { useFormIssues } from './connector-form'
import classes from './steps.module.css'

/** The steps of a new connector in order. They are sections of one form. */
const steps = {
  app: { label: 'App and name', description: 'The app that it connects to, and its name.' },
  authentication: { label: 'Authentication', description: 'How a customer signs in to the app.' },
  schemas: { label: 'Schemas', description: 'The fields that customers fill in, as JSON Schema.' },
  functions: { label: 'Functions', description: 'Functions this authentication type uses.' },
  parameters: {
    label: 'Parameters',
    description: 'Values for the whole connector, and members that have no field here.',
  },
} as const
export type Step = keyof typeof steps

/** Returns the step of a field. */
export function stepOf(field: string): Step {
  if (/functions\./.test(field)) return 'functions'
  if (/inputSchema|customCredentialsSchema/.test(field)) return 'schemas'
  if (field === 'parameters' || field === 'others') return 'parameters'
  return field.startsWith('auth.') || field.startsWith('options') ? 'authentication' : 'app'
}

/** Returns the label of the step of a field. */
export const stepLabelOf = (field: string): string => steps[stepOf(field)].label

/** The steps, with a navigation that shows the number of problems in each. */
export function Steps({ children }: { children: ReactNode }) {
  const issues = useFormIssues()
  const parts = Object.entries(steps).map(([step, { label }], index) => {
    const wrong = issues.filter(({ field }) => stepOf(field) === step).length
    return {
      id: step,
      label: (
        <>
          <Text span fz="sm" c="dimmed" className="figures">
            {index + 1}
          </Text>{' '}
          {label}
        </>
      ),
      mark: wrong > 0 && (
        <Badge
          size="xs"
          circle
          variant="filled"
          color="danger.7"
          aria-label={countOf(wrong, 'problem')}
        >
          {wrong}
        </Badge>
      ),
    }
  })
  return (
    <SectionNav label="Steps" parts={parts}>
      {children}
    </SectionNav>
  )
}

/** A step of the form, with its title and what it is for. */
export function StepSection({
  step,
  action,
  children,
}: {
  step: Step
  action?: ReactNode
  children: ReactNode
}) {
  const { label, description } = steps[step]
  return (
    <section id={step} aria-labelledby={`${step}-title`} className={`panel ${classes['step']}`}>
      <Group justify="space-between" mb="sm">
        <div>
          <Text component="h2" id={`${step}-title`} fz="md" fw={620} m={0}>
            {label}
          </Text>
          <Text fz="xs" c="dimmed">
            {description}
          </Text>
        </div>
        {action}
      </Group>
      {children}
    </section>
  )
}
