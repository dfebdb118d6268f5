import { Stack, Switch } from '@mantine/core'
import { AuthSteps, AuthTypeFields } from './auth-fields'
import type { Draft } from './draft'
import { JsonMembers } from './json-members'
import { OptionTabs } from './option-tabs'
import type { AuthPath } from './request-of-draft'
import { StepSection } from './steps'

interface AuthenticationStepsProps {
  draft: Draft
  /** The index of the selected authentication option. */
  current: number
  onCurrent: (index: number) => void
  onSeveral: (isSeveral: boolean) => void
}

/** The steps from authentication to parameters, for one option at a time. */
export function AuthenticationSteps({
  draft: { usesOptions, options },
  current,
  onCurrent,
  onSeveral,
}: AuthenticationStepsProps) {
  const option = options[current]
  const path: AuthPath | undefined = !usesOptions ? 'auth' : option && `options.${current}.auth`
  // Removing an option moves others to its path. Their editors must not undo changes of its text.
  const key = `${path} of ${options.length}`
  return (
    <>
      <StepSection
        step="authentication"
        action={
          <Switch
            size="xs"
            label="Several ways"
            checked={usesOptions}
            onChange={(event) => onSeveral(event.currentTarget.checked)}
          />
        }
      >
        {usesOptions && <OptionTabs current={current} onCurrent={onCurrent} />}
        {path !== undefined && <AuthTypeFields key={key} path={path} />}
      </StepSection>
      {path !== undefined && <AuthSteps key={key} path={path} />}
      <StepSection step="parameters">
        <Stack gap="sm">
          <JsonMembers label="Parameters" name="parameters" />
          {path !== undefined && usesOptions && (
            <JsonMembers
              key={key}
              label={`Other members of ${option?.key || 'the option'}`}
              name={`${path}.others`}
            />
          )}
          <JsonMembers label="Other members" name="others" />
        </Stack>
      </StepSection>
    </>
  )
}
