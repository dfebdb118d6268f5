import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppField } from './app-field'
import { AuthenticationSteps } from './authentication-steps'
import { NameFields } from './name-fields'
import { Steps, StepSection } from './steps'

interface ConnectorStepsProps {
  workspaceId: string
  extensions: boolean
  /** The connector that is edited; undefined for a new one. */
  connectorId?: string
  /** The index of the selected authentication option. */
  current: number
  onCurrent: (index: number) => void
  /** The end of the form. */
  children: ReactNode
}

/** The form of a connector in steps, from the app to the parameters. */
export function ConnectorSteps({
  workspaceId,
  extensions,
  connectorId,
  current,
  onCurrent,
  children,
}: ConnectorStepsProps) {
  return (
    <Steps>
      <StepSection step="app">
        <Stack gap="sm">
          <AppField workspaceId={workspaceId} extensions={extensions} connectorId={connectorId} />
          <NameFields workspaceId={workspaceId} isExisting={connectorId !== undefined} />
        </Stack>
      </StepSection>
      <AuthenticationSteps current={current} onCurrent={onCurrent} />
      {children}
    </Steps>
  )
}
