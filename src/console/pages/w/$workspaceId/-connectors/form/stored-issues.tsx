import { Alert, List, Text } from '@mantine/core'
import { countOf } from '@/console/ui/format/format-count'
import type { ConnectorSpecification } from '@/contract/connectors'
import { editedDraft } from './connector-edits'
import { requestOf } from './request-of-draft'
import { stepLabelOf } from './steps'

/** Says what is invalid in a working copy as it is stored, such as one from an older engine. */
export function StoredIssues({ specification }: { specification: ConnectorSpecification }) {
  const { issues } = requestOf(editedDraft(specification))
  if (issues.length === 0) return null
  return (
    <Alert
      color="caution"
      title={`The saved working copy has ${countOf(issues.length, 'problem')}`}
      p="xs"
      mb="sm"
    >
      <Text fz="sm">Changes can be saved once this is fixed:</Text>
      <List size="sm">
        {issues.map(({ field, message }) => (
          <List.Item key={`${field} ${message}`}>
            {stepLabelOf(field)}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
