import {
  ActionIcon,
  Button,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import {
  isLimitName,
  limitFacts,
  limitNames,
  type LimitName,
  type Limits,
} from '../../../../../contract/limits'
import { faultOf } from '../../../../api/fault'
import { useSetOperatorLimits, type WorkspaceReply } from '../../../../api/workspaces'
import { DiffTable } from '../../../../forms/diff-table'
import { RequestTabs } from '../../../../forms/request-tabs'
import { FaultAlert } from '../../../../layout/fault-alert'
import { userLocale } from '../../../../table/locale'
import { formatPlain, parseQuantity } from '../../../../table/quantity'
import { IconX } from '../../../../ui/icons.gen'

/** What an operator types for each limit. */
type Typed = Partial<Record<LimitName, string>>

function typedOf(limits: Limits | undefined): Typed {
  return Object.fromEntries(
    Object.entries(limits ?? {}).flatMap(([name, { value }]) =>
      isLimitName(name) && value !== undefined ? [[name, formatPlain(value, userLocale)]] : [],
    ),
  )
}

/** What was typed, as far as it can be read. */
function limitsOf(typed: Typed): Limits {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const { unit } = limitFacts(name)
      const read = parseQuantity(typed[name] ?? '', unit, userLocale)
      return read.kind === 'value' ? [[name, { unit, value: read.value }]] : []
    }),
  )
}

function faultIn(name: LimitName, text: string): string | undefined {
  const read = parseQuantity(text, limitFacts(name).unit, userLocale)
  if (read.kind === 'empty') return 'Write a number, or take the limit away'
  return read.kind === 'fault' ? read.message : undefined
}

/** The operator’s own limits of a workspace. They go before the workspace’s, and are saved at once as a whole. */
export function OperatorModal({ base, onClose }: { base: WorkspaceReply; onClose: () => void }) {
  const { answer: workspace, etag } = base
  const save = useSetOperatorLimits(workspace.id)
  const [typed, setTyped] = useState(() => typedOf(workspace.operatorLimits))
  const names = limitNames.filter((name) => typed[name] !== undefined)
  const hasFault = names.some((name) => faultIn(name, typed[name] ?? '') !== undefined)

  const operatorLimits = limitsOf(typed)
  const edits = limitNames.flatMap((name) => {
    const [before, after] = [workspace.operatorLimits?.[name], operatorLimits[name]]
    return before?.value === after?.value ? [] : [{ path: `limits.${name}`, before, after }]
  })

  function submit() {
    save.mutate(
      { operatorLimits, ifMatch: etag },
      {
        onSuccess: () => {
          notifications.show({ message: `The operator’s limits of ${workspace.name} are saved` })
          onClose()
        },
      },
    )
  }

  return (
    <Modal opened onClose={onClose} title="Set by the operator" size="lg">
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          They hold at once and go before what the workspace sets itself
          {workspace.serviceInstanceId !== undefined && (
            <>
              , and are mirrored to{' '}
              <span style={{ whiteSpace: 'nowrap' }}>{workspace.serviceInstanceId}</span>
            </>
          )}
          .
        </Text>
        {names.length > 0 && (
          <Table aria-label="Operator’s limits">
            <Table.Tbody>
              {names.map((name) => {
                const { label, unit } = limitFacts(name)
                return (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <Text fz="sm" fw={500}>
                        {label}
                      </Text>
                      <Text fz="xs" c="dimmed" className="mono">
                        {name}
                      </Text>
                    </Table.Td>
                    <Table.Td w={210}>
                      <TextInput
                        aria-label={`Operator’s limit of ${label}`}
                        value={typed[name] ?? ''}
                        error={faultIn(name, typed[name] ?? '')}
                        onChange={(event) =>
                          setTyped({ ...typed, [name]: event.currentTarget.value })
                        }
                        rightSection={
                          <Text fz="xs" c="dimmed">
                            {unit === 'number' ? '' : unit}
                          </Text>
                        }
                        ta="right"
                      />
                    </Table.Td>
                    <Table.Td w={40}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Take the operator’s limit of ${label} away`}
                        onClick={() => setTyped(({ [name]: _gone, ...rest }) => rest)}
                      >
                        <IconX size={14} />
                      </ActionIcon>
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        )}
        <Select
          aria-label="Add a limit"
          placeholder="Add a limit"
          searchable
          value={null}
          data={limitNames
            .filter((name) => typed[name] === undefined)
            .map((name) => ({ value: name, label: `${limitFacts(name).label} (${name})` }))}
          onChange={(name) =>
            name !== null &&
            isLimitName(name) &&
            setTyped({
              ...typed,
              [name]: formatPlain(
                workspace.limits?.[name]?.value ?? limitFacts(name).defaultValue,
                userLocale,
              ),
            })
          }
        />
        {edits.length > 0 && (
          <RequestTabs
            method="PUT"
            path={`/org-workspaces/${encodeURIComponent(workspace.id)}/operator-limits`}
            body={{ operatorLimits }}
            ifMatch={etag}
            changes={<DiffTable edits={edits} />}
          />
        )}
        {save.error !== null && <FaultAlert fault={faultOf(save.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={submit} loading={save.isPending} disabled={hasFault}>
            {workspace.operatorLimitsSyncError === undefined ? 'Save' : 'Save and mirror again'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
