import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppField } from './app-field'
import { AuthenticationSteps } from './authentication-steps'
import { NameFields } from './name-fields'
import { Steps, StepSection } from './steps'

interface ConnectorStepsProps {
  workspaceId: string
  /** The key of the connector that is edited; undefined for a new one. */
  edited?: string
  /** The index of the selected authentication option. */
  current: number
  onCurrent: (index: number) => void
  /** What follows the last step. */
  children?: ReactNode
}

/** The form of a connector, new or not, in steps from the app to the parameters. */
export function ConnectorSteps({
  workspaceId,
  edited,
  current,
  onCurrent,
  children,
}: ConnectorStepsProps) {
  return (
    <Steps>
      <StepSection step="app">
        <Stack gap="sm">
          <AppField workspaceId={workspaceId} edited={edited} />
          <NameFields workspaceId={workspaceId} isKeyFixed={edited !== undefined} />
        </Stack>
      </StepSection>
      <AuthenticationSteps current={current} onCurrent={onCurrent} />
      {children}
    </Steps>
  )
}
