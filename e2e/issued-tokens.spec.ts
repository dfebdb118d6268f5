import { z } from 'zod'
import { expectAccessible } from './accessibility'
import { expect, statusWith, test, testInOwnContext } from './fixtures'
import { loseNextResponse } from './lose-response'
import { bySecret } from './signed-token'

const listSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })

test('a user creates a service token, lists tokens and revokes one or all of them @long', async ({
  page,
  open,
  request,
  api,
  workspace,
}) => {
  const deploy = await api.newToken(workspace.id, { name: 'Deploy script' })
  const report = await api.newToken(workspace.id, { name: `Report-${'x'.repeat(90)}` })
  expect(await statusWith(request, deploy)).toBe(200)

  await open('/settings', 'operator')
  const tokens = page.getByRole('group', { name: 'Issued tokens' })
  const row = (name: string) => tokens.getByRole('row', { name: new RegExp(name) })
  await expect(row('Deploy script')).toContainText('created by Demo operator')
  await expect(row('Report')).toContainText('never')
  await expectAccessible(page)
  const revoke = row('Report').getByRole('button')
  await tokens.getByText('Issued tokens').scrollIntoViewIfNeeded()
  await expect(revoke, 'despite its long name').toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 320, height: 720 })
  await row('Report').scrollIntoViewIfNeeded()
  await expect(revoke, 'without scrolling sideways').toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expect(row('Deploy script')).toContainText(/Session · Reader · last used: \S/)
  await page.setViewportSize({ width: 1280, height: 720 })

  const search = tokens.getByRole('textbox', { name: 'Find a token' })
  await search.fill('report')
  await expect(row('Deploy script')).toBeHidden()
  await expect(row('Report')).toBeVisible()
  await expect(page).toHaveURL(/token=report/)
  await expect(tokens.getByRole('button', { name: 'Revoke all tokens' })).toBeHidden()
  await search.fill('nobody')
  await expect(tokens.getByText(/contains this text/)).toBeVisible()
  await expect(tokens.getByText('0 tokens'), 'for screen readers').toBeAttached()
  await search.press('Escape')
  await expect(search).toBeFocused()
  await expect(row('Deploy script')).toBeVisible()
  await tokens.getByRole('button', { name: 'Revoke Deploy script' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Revoke token' })
  await confirmation.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Token revoked')).toBeVisible()
  await expect(row('Deploy script')).toBeHidden()
  expect(await statusWith(request, deploy)).toBe(401)
  expect(await statusWith(request, report)).toBe(200)

  await tokens.getByRole('button', { name: 'Create a token' }).click()
  const form = page.getByRole('dialog', { name: 'Create a token' })
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    /Name the token/,
  )
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
  await expectAccessible(page)
  await loseNextResponse(page, '**/access-token')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText('Can’t reach the server. Try again.')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'New token' })
  const service = await shown.locator('code').innerText()
  expect(await statusWith(request, service)).toBe(200)
  await shown.getByRole('button', { name: 'I copied it' }).click()
  await expect(shown).toBeHidden()
  await expect(row('Nightly export'), 'not another one that nobody knows').toHaveCount(1)
  await expect(row('Nightly export')).toContainText('Service')
  await expect(row('Nightly export')).toContainText('Reader')

  // Someone else revokes a token while this user confirms the same, and creates another.
  await tokens.getByRole('button', { name: 'Revoke Report' }).click()
  const path = `/org-workspaces/${workspace.id}/access-tokens`
  const issued = listSchema.parse(await api.send('GET', path))
  const reportId = issued.items.find(({ name }) => name.startsWith('Report'))?.id
  await api.send('DELETE', `${path}/${reportId}`)
  const unseen = await api.newToken(workspace.id, { name: 'Unseen' })
  await confirmation.getByRole('button', { name: 'Revoke' }).click()
  await expect(confirmation).toBeHidden()
  await expect(row('Report')).toBeHidden()

  await tokens.getByRole('button', { name: 'Revoke all tokens' }).click()
  const revokeAll = page.getByRole('dialog', { name: 'Revoke all tokens' })
  await revokeAll.getByRole('textbox', { name: 'Reason (optional)' }).fill('Ticket 11')
  await revokeAll.getByRole('button', { name: 'Revoke all' }).click()
  await expect(tokens).toContainText('No token is valid')
  // The operator's page soon creates a token of the workspace again, which is an entry too.
  const filter = `workspaceId=${workspace.id}&operation=revokeAccessTokens&limit=1`
  const entries = await api.send('GET', `/audit-events?${filter}`)
  expect(entries).toMatchObject({
    items: [{ operation: 'revokeAccessTokens', reason: 'Ticket 11' }],
  })
  for (const token of [report, service, unseen]) expect(await statusWith(request, token)).toBe(401)

  await Promise.all(
    Array.from({ length: 51 }, async () => api.newToken(workspace.id, { name: 'Export' })),
  )
  await page.reload()
  await tokens.getByRole('button', { name: 'Show more' }).click()
  await expect(row('Export')).toHaveCount(51)
  await row('Export').last().scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await page.getByRole('navigation').getByRole('link', { name: 'Limits', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(row('Export')).toHaveCount(51)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

testInOwnContext(
  'a long list of tokens keeps its start up to date without reading the rest again @long',
  async ({ page, open, api, workspace }) => {
    const names = Array.from({ length: 51 }, (_, index) => `Export ${index}`)
    await Promise.all(names.map((name) => api.newToken(workspace.id, { name })))
    await page.clock.install()
    await open('/settings')
    const tokens = page.getByRole('group', { name: 'Issued tokens' })
    await tokens.getByRole('button', { name: 'Show more' }).click()
    await expect(tokens.getByRole('row')).toHaveCount(53)
    const read: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/access-tokens?')) read.push(response.url())
    })
    // After a longer jump the page would take the stream of changes for dead.
    await page.clock.runFor(31_000)
    await expect.poll(() => read).not.toEqual([])
    expect(read.filter((uri) => uri.includes('cursor'))).toEqual([])
  },
)

test('an admin is told whether their token can create others', async ({
  page,
  open,
  workspace,
}) => {
  await open('/settings')
  const tokens = page.getByRole('group', { name: 'Issued tokens' })
  const create = tokens.getByRole('button', { name: 'Create a token' })
  const note = tokens.getByText('Your token can’t create others, because this server issued it')
  await expect(note).toBeVisible()
  await expect(create).toBeHidden()
  const signedIn = { baseUrl: '/api', token: await bySecret(workspace), workspaceId: workspace.id }
  await page.evaluate(
    (session) => sessionStorage.setItem('signalbox-session', session),
    JSON.stringify(signedIn),
  )
  await page.reload()
  await expect(create).toBeVisible()
  await expect(note).toBeHidden()
})
