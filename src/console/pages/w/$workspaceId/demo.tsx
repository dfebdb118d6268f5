import { Button, Group, Modal, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { limitFacts } from '../../../../contract/limits'
import { useActiveAlerts } from '../../../api/alerts'
import { demoQuery, useResetDemo } from '../../../api/demo'
import { makeTraffic, type Traffic } from '../../../api/traffic'
import { toApiError } from '../../../api/api-error'
import { useLiveUsage } from '../../../api/usage'
import { useUpdateWorkspace, workspaceQuery } from '../../../api/workspaces'
import { ErrorAlert } from '../../../layout/error-alert'
import { LinkAnchor } from '../../../ui/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { currentSession } from '../../../session/session'
import { userLocale } from '../../../ui/locale'
import { formatStored } from '../../../ui/quantity'
import { limitRows } from '../../../forms/limit-rows'
import classes from './-demo/demo.module.css'
import { Outbox } from './-demo/outbox'
import { Received } from './-demo/received'

const limit = 'apiRequestsPerSecond'
const [normal, low] = [120, 5] as const
const burst = { seconds: 6, perSecond: 20 }

/** Not found if the demo isn't running or isn't open to this browser. */
export const Route = createFileRoute('/w/$workspaceId/demo')({
  loader: async ({ context }) => {
    try {
      await context.queryClient.ensureQueryData(demoQuery(currentSession()?.baseUrl ?? ''))
    } catch (error) {
      const { isMissing, isForbidden } = toApiError(error)
      throw isMissing || isForbidden ? notFound() : error
    }
  },
  component: DemoPage,
})

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={`panel ${classes['step']}`} aria-label={title}>
      <Group gap="xs" mb={6}>
        <Text span fw={700} c="dimmed">
          {number}
        </Text>
        <Text component="h2" fz="md" fw={620} m={0}>
          {title}
        </Text>
      </Group>
      {children}
    </section>
  )
}

const numberText = (value: number | undefined) =>
  value === undefined ? '–' : formatStored(value, userLocale)

/**
 * A walkthrough for presenters: lower a limit, see requests refused and the alert raised, reset.
 */
function DemoPage() {
  const { workspaceId } = Route.useParams()
  const { data: record } = useSuspenseQuery(workspaceQuery(workspaceId))
  const update = useUpdateWorkspace(workspaceId)
  const reset = useResetDemo(workspaceId)
  const usage = useLiveUsage(workspaceId)
  const alert = useActiveAlerts(workspaceId).find(({ type }) => type === limit)
  const [traffic, setTraffic] = useState<Traffic>()
  const [running, setRunning] = useState(false)
  const [asking, setAsking] = useState(false)
  const row = limitRows(record.response, {}, usage).find(({ name }) => name === limit)
  const { label, unit } = limitFacts(limit)
  const isLow = row?.effective !== undefined && row.effective <= low
  const share =
    row?.usage === undefined || row.effective === undefined
      ? 0
      : Math.min(100, (row.usage.level / Math.max(1, row.effective)) * 100)
  const setLimit = (value: number) =>
    update.mutate(
      { body: { limits: { [limit]: { unit, value } } }, ifMatch: record.etag },
      { onError: showError },
    )
  const showError = (error: unknown) =>
    notifications.show({ color: 'danger', message: toApiError(error).message })

  async function send() {
    setRunning(true)
    setTraffic({ accepted: 0, refused: 0 })
    await makeTraffic(workspaceId, burst, setTraffic)
    setRunning(false)
  }

  return (
    <div className="page">
      <PageHeader title="Demo">
        See a limit enforced, with real requests to this server. It needs no network.
      </PageHeader>
      <div className={classes['steps']}>
        <div className={classes['column']}>
          <Step number={1} title="Lower a limit">
            <Text fz="sm" mb="xs">
              {label}: <b>{numberText(row?.effective)}</b> in effect.{' '}
              <LinkAnchor
                to="/w/$workspaceId/limits"
                params={{ workspaceId }}
                search={{ focus: limit }}
                fz="sm"
                underline="always"
              >
                In the grid
              </LinkAnchor>
            </Text>
            <Button
              variant="default"
              disabled={isLow}
              loading={update.isPending}
              onClick={() => setLimit(low)}
            >
              {isLow ? `Set to ${row.effective}` : `Set it to ${low}`}
            </Button>
          </Step>
          <Step number={2} title="Send traffic">
            <Text fz="sm" mb="xs">
              Sends {burst.perSecond} requests a second for {burst.seconds} seconds, from this
              browser.
            </Text>
            <Group gap="md">
              <Button onClick={() => void send()} loading={running}>
                Send traffic
              </Button>
              {traffic !== undefined && (
                <Text fz="sm" className="figures" aria-live="polite">
                  <b>{traffic.accepted}</b> accepted ·{' '}
                  <Text span inherit c={traffic.refused > 0 ? 'var(--sb-danger-text)' : 'dimmed'}>
                    <b>{traffic.refused}</b> {traffic.refused === 1 ? 'request' : 'requests'}{' '}
                    refused
                  </Text>
                </Text>
              )}
            </Group>
            {traffic?.lastRefusal !== undefined && (
              <Text fz="sm" c="dimmed" mt="xs">
                429: {traffic.lastRefusal}
              </Text>
            )}
          </Step>
          <Step number={3} title="Watch the usage">
            <Group justify="space-between" mb={4}>
              <LinkAnchor
                to="/w/$workspaceId/limits/$limit"
                params={{ workspaceId, limit }}
                fz="sm"
              >
                In use
              </LinkAnchor>
              <Text fz="sm" className="figures">
                {row?.usage === undefined
                  ? '–'
                  : `${numberText(row.usage.level)} of ${numberText(row.effective)}`}
              </Text>
            </Group>
            <Progress
              value={share}
              {...(share >= 80 ? { color: 'danger' } : {})}
              aria-label="In use"
            />
            <Text fz="sm" mt="sm" aria-live="polite">
              {alert === undefined ? (
                <Text span inherit c="dimmed">
                  No active alert for this limit.
                </Text>
              ) : (
                <>
                  <b>{alert.severity}</b>: {alert.description}{' '}
                  <LinkAnchor
                    to="/w/$workspaceId/raised-alerts"
                    params={{ workspaceId }}
                    search={{ status: 'ongoing' }}
                    fz="sm"
                    underline="always"
                  >
                    Raised alerts
                  </LinkAnchor>
                </>
              )}
            </Text>
          </Step>
        </div>
        <div className={classes['column']}>
          <Step number={4} title="See the webhook arrive">
            <Received workspaceId={workspaceId} />
          </Step>
          <Step number={5} title="Read the e-mail">
            <Outbox workspaceId={workspaceId} />
          </Step>
          <Step number={6} title="Put the limit back">
            <Text fz="sm" mb="xs">
              The alert is resolved after a minute without a refused request; the channels that got
              it are notified again.
            </Text>
            <Button
              variant="default"
              disabled={row?.value === normal}
              loading={update.isPending}
              onClick={() => setLimit(normal)}
            >
              Set it to {normal}
            </Button>
          </Step>
          <Step number={7} title="Reset">
            <Text fz="sm" mb="xs">
              Resets every change: limits, alerts, archives and keys. The same data comes back every
              time.
            </Text>
            <Button variant="default" onClick={() => setAsking(true)}>
              Reset demo
            </Button>
          </Step>
        </div>
      </div>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Reset the demo?">
        <Text fz="sm" mb="md">
          This resets every workspace of the demo to its initial data.
        </Text>
        {reset.error !== null && <ErrorAlert error={toApiError(reset.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            color="danger"
            loading={reset.isPending}
            onClick={() =>
              reset.mutate(undefined, {
                onSuccess: () => {
                  setAsking(false)
                  setTraffic(undefined)
                  notifications.show({ message: 'Demo reset' })
                },
              })
            }
          >
            Reset demo
          </Button>
        </Group>
      </Modal>
    </div>
  )
}
