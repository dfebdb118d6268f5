import { Group, NumberInput } from '@mantine/core'
import { alertSettingPath, labelOf } from '@/console/edits/member-path'
import type { AlertSettingField } from '@/console/grids/alert-drafts'
import type { AlertDraft } from '@/console/grids/alert-rows'
import { ListInput } from '@/console/ui/inputs/list-input'
import { nearPercentRange, type AlertSettings } from '@/contract/alerts'
import { defaultNearPercent } from '@/contract/limits'

interface AlertSettingsFieldsProps {
  fields: Record<keyof AlertSettings, AlertSettingField>
  readOnly: boolean
  /** Why no e-mails can be sent; undefined if they can. */
  emailProblem: string | undefined
  onChange: (name: keyof AlertSettings, draft: AlertDraft) => void
}

/** The threshold of the alerts, and who gets their e-mails. */
export function AlertSettingsFields({
  fields: { nearPercent, emailRecipients },
  readOnly,
  emailProblem,
  onChange,
}: AlertSettingsFieldsProps) {
  return (
    <Group align="flex-start" gap="md" mb="sm">
      <NumberInput
        w="12rem"
        label="Warn at"
        description={`${defaultNearPercent}% by default`}
        suffix="% of a limit"
        min={nearPercentRange.min}
        max={nearPercentRange.max}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={typeof nearPercent.draft === 'number' ? nearPercent.draft : ''}
        error={nearPercent.issue}
        readOnly={readOnly}
        styles={changedStyles(nearPercent)}
        onChange={(value) => onChange('nearPercent', value)}
      />
      <ListInput
        flex="1 1 16rem"
        miw={0}
        label={labelOf(alertSettingPath('emailRecipients'))}
        description={
          emailProblem === undefined
            ? 'Press Enter after each address. With none, the server’s recipients get the e-mails.'
            : 'No e-mails are sent yet: this server has no mail server. Addresses are kept.'
        }
        splitChars={[';', ' ']}
        value={typeof emailRecipients.draft === 'object' ? [...emailRecipients.draft] : []}
        error={emailRecipients.issue}
        readOnly={readOnly}
        clearable={!readOnly}
        clearButtonProps={{ 'aria-label': 'Clear the recipients' }}
        styles={changedStyles(emailRecipients)}
        onChange={(value) => onChange('emailRecipients', value)}
      />
    </Group>
  )
}

/** Marks a value that is not saved. */
function changedStyles({ isChanged }: AlertSettingField) {
  return isChanged ? { input: { background: 'var(--sb-changed)' } } : {}
}
