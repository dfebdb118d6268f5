import { Button, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { toApiError } from '@/console/api/api-error'
import { demoQuery } from '@/console/api/demo'
import { useLiveUsage } from '@/console/api/usage'
import { useUpdateWorkspace, workspaceQuery } from '@/console/api/workspaces'
import { useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { limitRows } from '@/console/grids/limit-rows'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { NotFoundPage, ReadOnlyBanner } from '@/console/layout/page-states'
import { requireAdmin } from '@/console/layout/require-role'
import ResetDemo from '@/console/layout/reset-demo'
import { showError } from '@/console/layout/show-error'
import { currentSession } from '@/console/session/current-session'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { demoLimit } from '@/contract/demo'
import { limitFacts } from '@/contract/limits'
import { Outbox } from './-demo/outbox'
import { Received } from './-demo/received'
import { SendTraffic } from './-demo/send-traffic'
import { Step } from './-demo/step'
import { UsageAndAlert } from './-demo/usage-and-alert'
import classes from './-demo/demo.module.css'

const { name: limit, normal, low } = demoLimit

/** Not found if the demo isn't running or isn't open to this browser. */
export const Route = createFileRoute('/w/$workspaceId/demo')({
  beforeLoad: requireAdmin,
  loader: async ({ context }) => {
    try {
      await context.queryClient.ensureQueryData(demoQuery(currentSession()?.baseUrl ?? ''))
    } catch (error) {
      const { isMissing, isForbidden } = toApiError(error)
      throw isMissing || isForbidden ? notFound() : error
    }
  },
  component: DemoPage,
  // What the loader does not find would otherwise replace the layout, with its frame.
  notFoundComponent: NotFoundPage,
})

/**
 * A walkthrough for presenters: lower a limit, see requests refused and the alert raised, reset.
 */
function DemoPage() {
  const { workspaceId } = Route.useParams()
  const { data: record } = useSuspenseQuery(workspaceQuery(workspaceId))
  const readOnlyReason = useReadOnlyReason(record)
  const update = useUpdateWorkspace(workspaceId)
  const usage = useLiveUsage(workspaceId)
  const [resets, setResets] = useState(0)
  const row = limitRows(record.response, {}, usage).find(({ name }) => name === limit)
  const { label, unit } = limitFacts(limit)
  const isLow = row?.effective !== undefined && row.effective <= low
  const setLimit = (value: number) =>
    void update
      .mutateAsync({ body: { limits: { [limit]: { unit, value } } }, ifMatch: record.etag })
      .catch(showError)

  return (
    <div className="page">
      <PageHeader title="Demo">{introductions.demo}</PageHeader>
      <ReadOnlyBanner reason={readOnlyReason} />
      <div className={classes['steps']}>
        <div className={classes['column']}>
          <Step number={1} title="Lower a limit">
            <Text fz="sm" mb="xs">
              {label}: <b>{formatAmount(row?.effective, unit)}</b> in effect.{' '}
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
              variant={isLow ? 'default' : 'filled'}
              disabled={isLow || readOnlyReason !== undefined}
              loading={update.isPending}
              onClick={() => setLimit(low)}
            >
              {isLow ? `Set to ${row.effective}` : `Set it to ${low}`}
            </Button>
          </Step>
          <Step number={2} title="Send traffic">
            <SendTraffic key={resets} workspaceId={workspaceId} isNext={isLow} />
          </Step>
          <Step number={3} title="Watch the usage">
            <UsageAndAlert workspaceId={workspaceId} limit={limit} row={row} />
          </Step>
          <Step number={4} title="See the webhook arrive">
            <Received workspaceId={workspaceId} />
          </Step>
        </div>
        <div className={classes['column']}>
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
              disabled={!isLow || readOnlyReason !== undefined}
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
            <ResetDemo workspaceId={workspaceId} onReset={() => setResets((count) => count + 1)} />
          </Step>
        </div>
      </div>
    </div>
  )
}
