import type { Page } from '@playwright/test'
import { expect, test, type Api } from './fixtures'
import { expectAccessible } from './vocabulary'

const code = (text: string) => ({ type: 'javascript', code: text })
const desk = {
  name: 'Desk',
  key: 'desk',
  type: 'app-token',
  categories: ['Support'],
  makeApiClient: code('return 1'),
}
const { key: _key, ...members } = desk

const specification = (admin: Api, version = 'dev') =>
  admin.send('GET', `/connectors/desk/specification?version=${version}`)

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })

async function openReview(page: Page) {
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Save Desk' })
  await expect(review).toBeVisible()
  return review
}

test('an admin edits a connector, and customers keep the published version', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', desk)
  await admin.send('POST', '/connectors/desk/publish-version', { version: '1.0.0' })
  await open('/connectors/desk')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit Desk', level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Key', exact: true })).not.toBeEditable()
  await nameField(page).fill('Help desk')
  await page.getByRole('textbox', { name: 'Code of API client' }).fill('return 2')
  await page.reload()
  await expect(nameField(page), 'the draft survives a reload').toHaveValue('Help desk')
  await expectAccessible(page)

  const review = await openReview(page)
  const changes = review.getByRole('region', { name: 'Changes of the connector' })
  await expect(changes).toContainText('code: return 1')
  await expect(changes).toContainText('code: return 2')
  await expect(changes, 'only the differences').toContainText('4 lines differ')
  await review.getByRole('textbox', { name: 'Reason (optional)' }).fill('Ticket 7')
  await review.getByRole('tab', { name: 'cURL' }).click()
  await expect(review).toContainText('curl -X PUT')
  await expectAccessible(page)
  await review.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Help desk', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/connectors\/desk\?version=dev$/)
  expect(await specification(admin)).toMatchObject({
    name: 'Help desk',
    makeApiClient: code('return 2'),
    categories: ['Support'],
  })
  expect(await specification(admin, '1.0.0')).toMatchObject({ makeApiClient: code('return 1') })
  expect(await admin.send('GET', '/audit-events?operation=updateConnector')).toMatchObject({
    items: [
      {
        reason: 'Ticket 7',
        changes: [
          { path: 'name', before: 'Desk', after: 'Help desk' },
          { path: 'makeApiClient.code', before: 'return 1', after: 'return 2' },
        ],
      },
    ],
  })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Desk is as it was before')).toBeVisible()
  expect(await specification(admin)).toMatchObject(desk)
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
})

test('what two users change in a connector is merged, or they are asked', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', desk)
  const changeElsewhere = (change: object) =>
    admin.send('PUT', '/connectors/desk/specification', { ...members, ...change })
  await open('/connectors/desk/edit')
  await nameField(page).fill('Mine')
  await changeElsewhere({ makeApiClient: code('return 2') })
  await expect(page.getByText('Someone else has saved this connector')).toBeVisible()
  await page.getByRole('button', { name: 'Merge their changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Code of API client' })).toHaveText('return 2')
  await expect(nameField(page)).toHaveValue('Mine')

  const review = await openReview(page)
  await changeElsewhere({ name: 'Theirs', makeApiClient: code('return 3') })
  await review.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Desk was changed by someone else' })
  await expect(conflict).toContainText('They changed what you changed too: name.')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  const again = page.getByRole('dialog', { name: 'Save Theirs' })
  await expect(again).toContainText('name: Mine')
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible()
  expect(await specification(admin)).toMatchObject({
    name: 'Mine',
    makeApiClient: code('return 3'),
  })
})

test('nothing is saved without a change, in a read-only workspace, or if it is missing', async ({
  page,
  open,
  admin,
  api,
  workspace,
}) => {
  await admin.send('POST', '/connectors', desk)
  await open('/connectors/missing/edit')
  await expect(page.getByText("There is no connector 'missing'")).toBeVisible()
  await page.goto(`/w/${workspace.id}/connectors/desk/edit`)
  const review = await openReview(page)
  await expect(review).toContainText('Saved and Your changes are identical')
  await expect(review.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await review.getByRole('button', { name: 'Back to editing' }).click()
  await api.update(workspace.id, { isReadOnly: true })
  await expect(page.getByText('This workspace is read-only')).toBeVisible()
  await expect(page.getByRole('textbox')).toBeHidden()
})
