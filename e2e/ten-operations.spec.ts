import type { Page, Route } from '@playwright/test'
import { workspaceSchema } from '@/contract/workspaces'
import { ownAppRows } from '@/server/demo/elements'
import { storyDay } from '@/server/demo/story-calendar'
import { productionKey, workspaceId } from '@/server/demo/workspaces'
import { expect, signIn, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { operatorToken } from './operator-token'
import { startPlainEngine } from './plain-engine'
import { originOf } from './servers'
import { signed } from './signed-token'
import {
  reviewAndSave,
  signInWithSecret,
  signInWithToken,
  toggleSwitch,
  unsavedChanges,
} from './vocabulary'

test.use({ baseURL: originOf('tenOperations') })

/** Reads the secret of the demo's production workspace as an operator. */
async function productionSecret({ request }: Page): Promise<string> {
  const response = await request.patch(`/api/org-workspaces/${workspaceId(productionKey)}`, {
    headers: { Authorization: `Bearer ${await operatorToken()}` },
  })
  return workspaceSchema.required({ secret: true }).parse(await response.json()).secret
}

const ownApps = ownAppRows(storyDay(new Date())).filter(
  ({ workspace_id: id, archived_at: archivedAt }) =>
    id === workspaceId(productionKey) && archivedAt === null,
)

/**
 * Returns the apps of customers that a test archives: no other test may. This server can't restore
 * them, so a retry needs other customers than the first attempt.
 */
function appsOf(customers: readonly string[]) {
  return ownApps.filter(
    ({ key, is_read_only: isReadOnly }) =>
      !isReadOnly && customers.some((customer) => key.startsWith(`${customer}-`)),
  )
}

/**
 * Signs in with the secret of the demo's production workspace; this server does not reveal its id.
 */
async function enter(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Signalbox' })).toBeVisible()
  await expect(page.getByText('This server runs demo data')).toBeHidden()
  await signInWithSecret(page, { key: productionKey, secret: await productionSecret(page) })
  await page.getByRole('textbox', { name: 'Workspace id' }).fill(workspaceId(productionKey))
  await page.getByRole('button', { name: 'Open workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Larkfield Production' })).toBeVisible()
  await expect(page.getByText('seven days'), 'which this engine does not report').toBeHidden()
}

test('with the ten operations, each page offers what they allow and hides the rest @long', async ({
  page,
}, { retry }) => {
  const { name = '', key = '' } = appsOf([['acme', 'borealis'][retry] ?? ''])[0] ?? {}
  await enter(page)
  await expect(page.getByRole('link', { name: 'API reference' })).toBeHidden()

  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await toggleSwitch(page, 'Inbox e-mails')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByRole('tab', { name: 'cURL' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reason (optional)' })).toBeHidden()
  await page.keyboard.press('Escape')
  await reviewAndSave(page, { isProduction: true })
  await expect(unsavedChanges(page)).toBeHidden()
  for (const name of ['Archive', 'Check', 'Try on existing tenants'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()

  await page.goto(`/w/${workspaceId(productionKey)}/history`)
  await expect(
    page.getByRole('heading', { name: 'The History page isn’t available', level: 1 }),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Limits', exact: true }).click()
  await expect(page.getByText('45 of 45 limits')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Effective' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'In use' })).toBeHidden()
  for (const filter of ['Near the limit', 'Enforced here'])
    await expect(page.getByText(filter, { exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await expect(page.getByText('30 of 30 alert types')).toBeVisible()

  await page.getByRole('link', { name: 'Connectors', exact: true }).click()
  await page.getByRole('link', { name: /HubSpot/ }).click()
  await expect(page.getByText('This engine doesn’t expose connector specifications')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeHidden()

  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('textbox', { name: 'Find an app' }).fill(key)
  await expect(page.getByRole('button', { name: 'Create app' })).toBeHidden()
  await page.getByRole('link', { name }).click()
  const app = page.getByRole('dialog', { name })
  await expect(app.getByRole('button', { name: 'Copy uuid' })).toBeVisible()
  await expect(app.getByRole('region', { name: 'Connectors for it' })).toContainText(
    'None in this workspace',
  )
  await expect(app.getByRole('region', { name: 'Connections to it' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await expect(page.getByRole('button', { name: 'More' })).toBeHidden()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Archive…' })
    .click()
  const archiving = page.getByRole('dialog')
  const fail = (route: Route) => route.fulfill({ status: 500 })
  await page.route('**/external-apps/*', fail, { times: 1 })
  await archiving.getByRole('button', { name: 'Archive 1 app' }).click()
  await expect(archiving.getByRole('heading', { name: 'Archived' })).toBeVisible()
  await expect(archiving.getByRole('button', { name: 'Done' })).toBeVisible()
  await archiving.getByRole('button', { name: 'Retry the 1 that failed' }).click()
  await expect(archiving.getByText('1 archived')).toBeVisible()
  await archiving.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeHidden()

  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  await page.getByRole('textbox', { name: 'ID or key' }).fill('amberline-logistics-hubspot')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('region', { name: /^Export of/ })).toContainText('larkfield-hubspot')

  await page.getByRole('link', { name: 'Actions', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'Actions', level: 1 }),
    'the page before has such a field too',
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'ID or key' }).fill('create-contact')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(page.getByRole('list', { name: 'Create contact' })).toBeVisible()
})

test('the archive dialog lists the apps, and says that there is no preview and no undo', async ({
  page,
}) => {
  await enter(page)
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  await page
    .getByRole('textbox', { name: 'Keys, names, IDs or UUIDs' })
    .fill('acme-fleet no-such-app')
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive apps' })
  await expect(dialog.getByRole('row', { name: 'Acme Fleet acme-fleet' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /no-such-app/ })).toBeVisible()
  await expect(dialog).toContainText('This engine can’t preview or undo an archive')
})

test('a user pauses a long archive; it goes on after a reload, listing each result @long', async ({
  page,
}, { retry }) => {
  await enter(page)
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  const customers =
    [
      ['lomond', 'northwick'],
      ['orchard', 'pembroke'],
    ][retry] ?? []
  const apps = appsOf(customers)
  const keys = apps.map(({ key }) => key)
  const [twice = { key: '', name: '' }] = apps
  await page
    .getByRole('textbox', { name: 'Keys, names, IDs or UUIDs' })
    .fill(`${keys.join(' ')} no-such-app\n${twice.name}`)
  await page.getByRole('button', { name: 'Preview' }).click()

  // All but a few are held back until the user has paused, so that some apps are left.
  let sent = 0
  page.on('request', (request) => {
    if (/\/external-apps\//.test(request.url())) sent += 1
  })
  const release = await holdRequests(page, '**/external-apps/*', { after: 5 })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `Archive ${keys.length + 1} apps` }).click()
  await expect(dialog.getByText(/[2-9] archived/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await release()
  // A reload before the last response would list its app as one that failed. On a busy computer,
  // this test is told late of requests that were sent.
  await expect(async () => {
    const known = sent
    await expect(dialog.getByText(`Paused: ${keys.length + 1 - known} left`)).toBeVisible({
      timeout: 500,
    })
    await page.waitForTimeout(500)
    expect(sent).toBe(known)
  }).toPass()
  await page.reload()
  await expect(
    page.getByText(`Archiving ${keys.length + 1} apps was interrupted after`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Continue…' }).click()
  await expect(dialog.getByText(/archived/).first()).toBeVisible()
  await dialog.getByRole('button', { name: /^Continue with \d+/ }).click()
  await expect(dialog.getByText('1 not found')).toBeVisible()
  await expect(dialog.getByRole('row', { name: twice.key })).toContainText(
    `named as ${twice.key}, ${twice.name}`,
  )
  await expect(dialog.getByRole('row')).toHaveCount(keys.length + 2)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/was interrupted/)).toBeHidden()
})

test('archiving one by one lists a reason for each app, and the apps not tried', async ({ page }, {
  retry,
}) => {
  const locked = ownApps.find(({ is_read_only: isReadOnly }) => isReadOnly)
  const rest = appsOf([['glenhaven', 'hartwell'][retry] ?? ''])
  const [twice] = rest
  await enter(page)
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  await page
    .getByRole('textbox', { name: 'Keys, names, IDs or UUIDs' })
    .fill(`${locked?.key} hubspot ${twice?.uuid} ${rest.map(({ key }) => key).join(' ')}`)
  await page.getByRole('button', { name: 'Preview' }).click()

  // Six are sent at once. The others wait for their responses, which come after the cancellation.
  const release = await holdRequests(page, '**/external-apps/*', { after: 3 })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `Archive ${rest.length + 2} apps` }).click()
  await expect(dialog.getByText('1 archived')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(dialog.getByText('Waiting for the requests that were already sent')).toBeVisible()
  await release()

  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(dialog.getByText(/\d+ not tried/)).toBeVisible()
  await expect(dialog.getByText('1 named twice')).toBeVisible()
  await expect(dialog.getByText('1 skipped: read-only')).toBeVisible()
  await expect(dialog.getByText('1 refused')).toBeVisible()
  await expect(dialog.getByRole('row', { name: new RegExp(`${locked?.name}`) })).toContainText(
    'skipped: read-only',
  )
  await expect(dialog.getByRole('row', { name: /hubspot/ })).toContainText('is a public app')
  await expect(dialog.getByRole('row'), 'a head, and each app once').toHaveCount(rest.length + 3)
})

test('the page of a limit says that its usage is not reported', async ({ page }) => {
  await enter(page)
  await page.goto(`/w/${workspaceId(productionKey)}/limits/apiRequestsPerSecond`)
  await expect(page.getByText('doesn’t report its usage here')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a reader sees which workspace is open, though the engine lists none', async ({ page }) => {
  const workspace = { id: workspaceId(productionKey), key: productionKey, name: '' }
  const secret = await productionSecret(page)
  const key = new TextEncoder().encode(secret)
  const token = await signed({ ...workspace, secret }, 'HS256', key, { isAdmin: false })
  await signIn(page, token, workspace.id, '/connectors')
  await expect(page.getByRole('heading', { name: 'Connectors', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(`Connectors · ${productionKey}`)
  await expect(page.getByRole('banner')).toContainText(productionKey)
})

test('an operator is told that only a token of the workspace opens a record', async ({ page }) => {
  await signIn(page, await operatorToken(), workspaceId(productionKey), '/connectors/hubspot')
  await expect(page.getByRole('alert')).toContainText('sign in with a token of this workspace')
  await expect(page.getByText('Connector not found')).toBeHidden()
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'You don’t have access to the Apps page' }),
  ).toBeVisible()
})

test('an engine of another origin, with tokens and values of its own, is usable @long', async ({
  page,
}) => {
  const engine = await startPlainEngine()
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Base URL of the API' }).fill(engine.origin)
  await signInWithToken(page, 'opaque-token')
  await page.getByRole('textbox', { name: 'Workspace id' }).fill('w/1')
  await page.getByRole('button', { name: 'Open workspace' }).click()
  await expect(page.getByText('Workspace not found, or not visible to you')).toBeVisible()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Plain engine' })).toBeVisible()
  await expect(page.getByText('read-only')).toBeHidden()
  const boxOf = (name: string) => page.getByRole('region', { name }).boundingBox()
  const [limits, access] = [await boxOf('Custom limits'), await boxOf('Who can sign in')]
  expect(limits?.x, 'the cards fill both columns').toBeLessThan(access?.x ?? 0)
  const scrolls = () => document.documentElement.scrollWidth > window.innerWidth
  expect(await page.evaluate(scrolls), 'a long word stays in its card').toBe(false)

  const settings = page.getByRole('link', { name: 'Settings', exact: true })
  await settings.click()
  await expect(settings).toHaveAttribute('aria-current', 'page')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed')
  await reviewAndSave(page)
  await expect(unsavedChanges(page)).toBeHidden()
  await page
    .getByRole('region', { name: 'Restore' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(page.getByText('Workspace restored').last()).toBeVisible()

  await page.getByRole('link', { name: 'Limits', exact: true }).click()
  await expect(page.getByText('No operator limits are set.')).toHaveText(
    'No operator limits are set.',
  )

  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select App', exact: true }).click()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Archive…' })
    .click()
  const archiving = page.getByRole('dialog')
  await archiving.getByRole('button', { name: 'Archive 1 app' }).click()
  await expect(page.getByText('0 apps')).toBeVisible()
  await expect(
    archiving.getByRole('row', { name: 'App app archived' }),
    'its name is known, although it is no longer listed',
  ).toBeVisible()
  await archiving.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Public catalog', { exact: true }).click()
  await expect.poll(engine.refusedPages).toBe(1)
  await expect(page.getByRole('alert').filter({ hasText: '404 Not Found' })).toBeVisible()

  await page.getByRole('link', { name: 'Connectors', exact: true }).click()
  await page.getByRole('link', { name: 'Create connector' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Created')
  await page.getByRole('button', { name: 'Review and create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Created', level: 1 })).toBeVisible()
  expect(engine.written).toEqual([{ name: 'Renamed' }, { name: 'Created' }])
  await expect.poll(engine.healthChecks).toBeGreaterThan(2)
  await expect(page.getByText('Can’t reach the server')).toBeHidden()
  expect(engine.refusedPages(), 'a page that is refused is requested once').toBe(1)
  engine.close()
})
