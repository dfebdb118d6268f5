import { Stack, Switch } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { AuthSteps, AuthTypeFields } from './auth-fields'
import { keepingErrors, useDraftForm } from './connector-form'
import { withOptions } from './draft'
import { JsonMembers } from './json-members'
import { OptionTabs } from './option-tabs'
import type { AuthPath } from './request-of-draft'
import { StepSection } from './steps'

interface AuthenticationStepsProps {
  /** The index of the selected authentication option. */
  current: number
  onCurrent: (index: number) => void
}

/** The steps from authentication to parameters, for one option at a time. */
export function AuthenticationSteps({ current, onCurrent }: AuthenticationStepsProps) {
  const { control, getValues, reset } = useDraftForm()
  const usesOptions = useWatch({ control, name: 'usesOptions' })
  const [count, optionKey] = useWatch({
    control,
    name: 'options',
    compute: (options) => [options.length, options[current]?.key] as const,
  })
  const option: AuthPath | undefined = current < count ? `options.${current}.auth` : undefined
  const path = usesOptions ? option : 'auth'
  // Removing an option moves others to its path. Their editors must not undo changes of its text.
  const key = `${path} of ${count}`
  return (
    <>
      <StepSection
        step="authentication"
        action={
          <Switch
            size="xs"
            label="Several ways"
            checked={usesOptions}
            onChange={(event) =>
              reset(withOptions(getValues(), event.currentTarget.checked), keepingErrors)
            }
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
              label={`Other members of ${optionKey || 'the option'}`}
              name={`${path}.others`}
            />
          )}
          <JsonMembers label="Other members" name="others" />
        </Stack>
      </StepSection>
    </>
  )
}
