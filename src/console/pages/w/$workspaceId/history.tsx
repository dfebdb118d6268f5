import { Alert, Button, Menu, Select, SegmentedControl, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { outcomes, type AuditEvent } from '../../../../contract/history'
import { toApiError } from '../../../api/api-error'
import { eventQuery, exportHistory, fetchAllEvents, historyQuery } from '../../../api/history'
import { extensionsQuery } from '../../../api/workspaces'
import { mergeEdits, valueAt, type Edit } from '../../../forms/edits'
import { keptEdits } from '../../../forms/kept-edits'
import { cautionsOfEdits, editsToRevert } from '../../../forms/revert'
import { SaveBar } from '../../../forms/save-bar'
import { useBase, useFollowLatest, useReadOnlyReason } from '../../../forms/use-base'
import { download, downloadBlob } from '../../../ui/download'
import { formatLongDate } from '../../../ui/format-date'
import { PageHeader } from '../../../layout/page-header'
import { draftKey } from '../../../session/kept-drafts'
import { ListPage } from '../../../table/list-page'
import { useListPage } from '../../../table/use-list-page'
import { SearchField } from '../../../ui/search-field'
import { IconHistory } from '../../../ui/icons.gen'
import { EntryDrawer } from './-history/entry-drawer'
import { historyCsv } from './-history/export'
import { recordedOperations } from './-history/describe-event'
import { EventGroup } from './-history/event-row'
import { FieldFilter } from './-history/field-filter'
import { groupEvents } from './-history/group-events'

export const Route = createFileRoute('/w/$workspaceId/history')({
  validateSearch: z.object({
    operation: z.string().optional().catch(undefined),
    actor: z.string().optional().catch(undefined),
    path: z.string().optional().catch(undefined),
    outcome: z.enum(outcomes).optional().catch(undefined),
    from: z.iso.date().optional().catch(undefined),
    to: z.iso.date().optional().catch(undefined),
    id: z.uuid().optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: () => {
    const { workspaceId } = Route.useParams()
    return <HistoryPage key={workspaceId} workspaceId={workspaceId} />
  },
})

const dayOf = ({ createdAt }: AuditEvent) => formatLongDate(createdAt)

/** Returns midnight of a day in the user's time zone, in the format of the API. */
function midnight(day: string | undefined, plusDays = 0): string | undefined {
  if (day === undefined) return undefined
  const time = new Date(`${day}T00:00:00`)
  // By the calendar: a day on which clocks are changed is not 24 hours long.
  time.setDate(time.getDate() + plusDays)
  return time.toISOString()
}

/** The audit log, newest first, with reverts. */
function HistoryPage({ workspaceId }: { workspaceId: string }) {
  const { id, from, to, ...words } = Route.useSearch()
  const navigate = Route.useNavigate()
  const editing = useBase(workspaceId)
  const { base, setBase } = editing
  const key = draftKey(workspaceId, 'history')
  const [kept] = useState(() => keptEdits(key, (path) => valueAt(base.response, path)))
  const [edits, setEdits] = useState<readonly Edit[]>(kept?.edits ?? [])
  const [reviewRequest, setReviewRequest] = useState(0)
  const [isSaving, setSaving] = useState(false)
  useFollowLatest(editing, edits.length > 0)
  const readOnlyReason = useReadOnlyReason(base)
  const filter = { ...words, from: midnight(from), to: midnight(to, 1) }
  const list = useListPage({ pages: historyQuery(workspaceId, filter) })
  const events = list.rows
  const groups = groupEvents(events)
  const listed = events.find((event) => event.id === id)
  // A link leads to an entry that is old, or that the filters leave out, too.
  const { data: found } = useQuery({
    ...eventQuery(workspaceId, id ?? ''),
    enabled: id !== undefined && list.isLoaded && listed === undefined,
  })
  const opened = id === undefined ? undefined : (listed ?? found ?? undefined)
  const isFiltered = [from, to, ...Object.values(words)].some((value) => value !== undefined)
  const narrow = (search: Partial<ReturnType<typeof Route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true })

  async function save(type: 'csv' | 'json' | 'ndjson') {
    setSaving(true)
    try {
      const name = `${base.response.key}-history.${type}`
      if (type === 'ndjson') {
        downloadBlob(name, await exportHistory(workspaceId, filter))
        return
      }
      const all = await fetchAllEvents(workspaceId, filter)
      if (type === 'csv') download(name, 'text/csv', historyCsv(all))
      else download(name, 'application/json', JSON.stringify(all, null, 2))
    } catch (refusal) {
      notifications.show({ color: 'danger', message: toApiError(refusal).message })
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="page-wide">
      <PageHeader
        title="History"
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" disabled={events.length === 0} loading={isSaving}>
                Export all
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void save('csv')}>As CSV</Menu.Item>
              <Menu.Item onClick={() => void save('json')}>As JSON</Menu.Item>
              <Menu.Item onClick={() => void save('ndjson')}>As NDJSON, one entry a line</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
      >
        Every change in {base.response.name} and who made it, with refused attempts, save conflicts
        and when operators looked at it.
      </PageHeader>
      <ListPage
        list={list}
        nouns={['entry', 'entries']}
        isFiltered={isFiltered}
        filters={
          <>
            <SegmentedControl
              aria-label="Outcome"
              size="xs"
              value={words.outcome ?? 'all'}
              data={[
                { value: 'all', label: 'All' },
                { value: 'done', label: 'Done' },
                { value: 'refused', label: 'Refused' },
                { value: 'read', label: 'Read' },
              ]}
              onChange={(value) =>
                narrow({ outcome: outcomes.find((outcome) => outcome === value) })
              }
            />
            <Select
              aria-label="Operation"
              placeholder="Any operation"
              clearable
              clearButtonProps={{ 'aria-label': 'Any operation' }}
              searchable
              w={230}
              data={recordedOperations}
              value={words.operation ?? null}
              onChange={(value) => narrow({ operation: value ?? undefined })}
            />
            <SearchField
              label="Who"
              text={words.actor ?? ''}
              onText={(actor) => narrow({ actor })}
              width={150}
            />
            <FieldFilter path={words.path} onPath={(path) => narrow({ path })} />
            <TextInput
              aria-label="From day"
              type="date"
              leftSection={
                <Text span fz="xs" c="dimmed">
                  From
                </Text>
              }
              leftSectionWidth={46}
              w={175}
              value={from ?? ''}
              onChange={(event) => narrow({ from: event.currentTarget.value || undefined })}
            />
            <TextInput
              aria-label="To day"
              type="date"
              leftSection={
                <Text span fz="xs" c="dimmed">
                  To
                </Text>
              }
              leftSectionWidth={32}
              w={160}
              value={to ?? ''}
              onChange={(event) => narrow({ to: event.currentTarget.value || undefined })}
            />
          </>
        }
        empty={{ icon: <IconHistory />, title: 'No changes yet' }}
        notes={
          id !== undefined &&
          listed === undefined &&
          found === null && (
            <Alert color="caution" p="xs" mb="sm">
              This link’s entry is not in the history of this workspace.
            </Alert>
          )
        }
      >
        <ol
          aria-label="History"
          style={{ listStyle: 'none', margin: 0, padding: 0 }}
          aria-busy={list.isFetching}
        >
          {groups.map((group, index) => {
            const [event] = group
            const previous = groups[index - 1]?.[0]
            return (
              <li key={event.id}>
                {(previous === undefined || dayOf(previous) !== dayOf(event)) && (
                  <Text component="h2" fz="sm" fw={620} c="dimmed" mt="sm" mb={4}>
                    {dayOf(event)}
                  </Text>
                )}
                <EventGroup
                  workspaceId={workspaceId}
                  events={group}
                  search={{ ...words, from, to }}
                />
              </li>
            )
          })}
        </ol>
      </ListPage>
      {opened !== undefined && (
        <EntryDrawer
          event={opened}
          edits={editsToRevert(base.response, opened)}
          readOnlyReason={readOnlyReason}
          onPutBack={() => {
            setEdits(mergeEdits(edits, editsToRevert(base.response, opened)))
            setReviewRequest((count) => count + 1)
            narrow({ id: undefined })
          }}
          onClose={() => narrow({ id: undefined })}
        />
      )}
      <SaveBar
        base={base}
        edits={edits}
        cautions={cautionsOfEdits(base.response, edits)}
        draftKey={key}
        kept={kept}
        reviewRequest={reviewRequest}
        onRebase={(newer, left) => {
          setBase(newer)
          setEdits(left)
        }}
        onDiscard={() => setEdits([])}
      />
    </div>
  )
}
