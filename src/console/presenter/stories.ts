import type { App } from '@/contract/apps'
import { demoLimit } from '@/contract/demo'
import { limitFacts } from '@/contract/limits'
import { button, labelled, openDialog, press, rowIn, typeInDialog, waitFor } from './page-elements'
import type { StoryName } from './progress'

const { name: limitName, normal, low } = demoLimit
const limitLabel = limitFacts(limitName).label

/** What a step can do besides pressing what is on its page. */
export interface Stage {
  /** Sets the limit that the story is about. */
  setLimit: (value: number) => Promise<void>
  /** Lists the workspace's apps that can be archived. */
  listApps: () => Promise<readonly App[]>
}

export interface Step {
  title: string
  /** What the presenter can say. */
  say: string
  /** The page below the workspace, with its search. */
  page: string
  /** Finds what the step points at. */
  target?: () => HTMLElement | undefined
  /** What the step performs on the page. */
  action?: { label: string; run: (stage: Stage) => Promise<void> }
}

const listedApps = 59
const wrongKey = 'acme-warehuose'

/** The keys of a ticket: sixty, one of them misspelled. */
function ticketKeys(apps: readonly App[]): string[] {
  const keys = apps.slice(0, listedApps).map(({ key }) => key)
  return [...keys.slice(0, 20), wrongKey, ...keys.slice(20)]
}

export const storySteps: Readonly<Record<StoryName, readonly Step[]>> = {
  limit: [
    {
      title: 'The overview',
      say:
        'This is the production workspace of Larkfield, a software company. One page shows ' +
        'what is near its limit, active alerts and who changed what.',
      page: '',
      target: () => labelled('Now'),
    },
    {
      title: 'Lower a limit',
      say:
        'Every limit has a default, a workspace value and an operator override. A change takes ' +
        `effect at once and is recorded. Let’s allow ${low} API requests a second.`,
      page: '/limits',
      target: () => rowIn('Limits', limitName),
      action: {
        label: `Lower it to ${low}`,
        run: ({ setLimit }) => setLimit(low),
      },
    },
    {
      title: 'Send traffic',
      say:
        'This sends 20 real requests a second for six seconds, four times what is allowed. ' +
        'The API answers what is too much with 429.',
      page: '/demo',
      target: () => labelled('Send traffic'),
      action: {
        label: 'Send the traffic',
        run: async () => {
          await press('button to send traffic', /^Send traffic$/)
          await waitFor('refused request', () =>
            labelled('Send traffic')?.textContent.includes('429') === true ? true : undefined,
          )
        },
      },
    },
    {
      title: 'See it in the chart',
      say:
        'The usage of the last hour, minute by minute. The refused requests are red. Below are ' +
        'the usual hours of the week and every change of this limit.',
      page: `/limits/${limitName}`,
      target: () => labelled('Usage over time'),
    },
    {
      title: 'The alert',
      say: 'Nobody had to watch: refused requests have raised a critical alert.',
      page: '/raised-alerts?status=ongoing',
      target: () => rowIn('Raised alerts', limitLabel),
    },
    {
      title: 'The signed webhook',
      say:
        'The alert was sent to the customer’s webhook. The receiver has checked the signature. ' +
        'Failed deliveries are retried for three days.',
      page: '/demo',
      target: () => labelled('See the webhook arrive'),
    },
    {
      title: 'The e-mail',
      say: 'The same alert arrived by e-mail. Each alert type has its own channels.',
      page: '/demo',
      target: () => labelled('Read the e-mail'),
      action: {
        label: 'Open the e-mail',
        run: () => press('e-mail', new RegExp(`critical: ${limitLabel}`)),
      },
    },
    {
      title: 'Put it back',
      say:
        `The limit goes back to ${normal}, and the alert is resolved after a quiet minute. The ` +
        'history has both changes; any of them can be reverted there.',
      page: '/history',
      target: () => rowIn('History', limitLabel),
      action: {
        label: `Set it back to ${normal}`,
        run: ({ setLimit }) => setLimit(normal),
      },
    },
  ],
  support: [
    {
      title: 'The ticket',
      say:
        'A customer closes a branch. The ticket lists sixty apps to archive, and nobody wants ' +
        'to tick sixty boxes. Paste the list as it is.',
      page: '/apps',
      target: () => openDialog() ?? button(/^Archive a list…$/),
      action: {
        label: 'Paste the list',
        run: async ({ listApps }) => {
          const keys = ticketKeys(await listApps())
          await press('button to archive a list', /^Archive a list…$/)
          await typeInDialog(keys.join('\n'))
        },
      },
    },
    {
      title: 'Preview',
      say:
        'Before anything changes, the list is checked: names, keys and IDs are found, ' +
        'duplicates count once, and what can’t be archived says why.',
      page: '/apps',
      target: openDialog,
      action: {
        label: 'Check the list',
        run: async () => {
          await press('button to preview', /^Preview$/)
          await waitFor('preview', () => button(/^Archive \d+ apps$/))
        },
      },
    },
    {
      title: 'One key is wrong',
      say:
        `Fifty-nine apps are found. One key, “${wrongKey}”, is misspelled: it is reported, ` +
        'and the others are archived.',
      page: '/apps',
      target: openDialog,
      action: {
        label: 'Archive the others',
        run: async () => {
          await press('button to archive', /^Archive \d+ apps$/)
          await waitFor('result', () => button(/^Done$/))
        },
      },
    },
    {
      title: 'The record for the ticket',
      say:
        'The result can be copied into the ticket: what was archived, what was not and why, ' +
        'by whom and when.',
      page: '/apps',
      target: openDialog,
      action: { label: 'Close the result', run: () => press('button to close', /^Done$/) },
    },
    {
      title: 'A week later',
      say:
        'The customer writes: it was the wrong branch. In the history the archive is one ' +
        'entry, with who did it and when.',
      page: '/history',
      target: () => rowIn('History', 'archived'),
    },
    {
      title: 'Undo it',
      say: 'One click restores all of them, from any machine, at any time.',
      page: '/apps',
      target: () => openDialog() ?? button(/^More$/, document.querySelector('main') ?? document),
      action: {
        label: 'Undo the archive',
        run: async () => {
          await press('menu', /^More$/)
          await press('menu item', /^Recent bulk archives…$/)
          const undo = await waitFor('bulk archive', () =>
            button(/^Undo$/, openDialog() ?? document),
          )
          const row = undo.closest('tr')
          undo.click()
          // The dialog would cover the restored apps.
          await waitFor('restored archive', () => row?.textContent.match(/restored/) ?? undefined)
          await press('button to close', /^Close$/)
        },
      },
    },
  ],
}
