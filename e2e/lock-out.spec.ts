import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { expect, signIn, test } from './fixtures'
import { bySecret, newKey, signed } from './signed-token'
import { reviewAndSave, toggleSwitch } from './vocabulary'

const refuseSecret = 'Refuse tokens signed with the workspace secret'

/** Opens the review of a change that could lock everyone out. */
async function openReview(page: Page) {
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: /^Review/ })
  return {
    review,
    save: review.getByRole('button', { name: /^Save/ }),
    confirmation: review.getByLabel(/to confirm/),
    proof: review.getByLabel('Token signed with one of your keys'),
  }
}

test('disabling one’s own secret needs proof of another way to sign in @long', async ({
  page,
  api,
  workspace,
}) => {
  const { privateKey, entry } = await newKey()
  const { privateKey: strange } = await newKey()
  await api.update(workspace.id, { publicKeys: [entry] })
  await signIn(page, await bySecret(workspace), workspace.id, '/settings')
  await toggleSwitch(page, refuseSecret)
  const { review, save, confirmation, proof } = await openReview(page)
  await expect(review).toContainText('This can lock you out')
  await expect(review).toContainText('You are signed in with the workspace secret')
  await expect(save).toBeDisabled()
  await confirmation.fill(workspace.key)
  await expect(save).toBeDisabled()
  for (const [token, words] of [
    [await bySecret(workspace), 'refuses tokens signed with its secret'],
    [await signed(workspace, 'ES256', strange), 'No registered key verifies it'],
    [await signed(workspace, 'ES256', privateKey, { isAdmin: false }), 'not an admin'],
  ] as const) {
    await proof.fill(token)
    await expect(review.getByText(words)).toBeVisible()
    await expect(save).toBeDisabled()
  }
  await expectAccessible(page)
  await proof.fill(await signed(workspace, 'ES256', privateKey))
  await expect(review.getByText('This token signs in after the change')).toBeVisible()
  await save.click()
  await expect(review).toBeHidden()
  expect((await api.workspace(workspace.id)).settings?.['disableSecretKeyAuth']).toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Still signed in')
  await reviewAndSave(page)
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
})

test('a JWKS address without keys is not accepted as a way to sign in @long', async ({
  page,
  api,
  workspace,
}) => {
  const { privateKey } = await newKey()
  await api.update(workspace.id, { jwksUri: 'http://127.0.0.1:1/keys' })
  await signIn(page, await bySecret(workspace), workspace.id, '/settings')
  await toggleSwitch(page, refuseSecret)
  const { review, save, confirmation, proof } = await openReview(page)
  await confirmation.fill(workspace.key)
  await proof.fill(await signed(workspace, 'ES256', privateKey))
  await expect(review.getByText('cannot be read: try again in a moment')).toBeVisible()
  await expect(review.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(review.getByText('The server does not accept this token')).toBeHidden()
  const right = (element: Element) => element.getBoundingClientRect().right
  expect(await proof.evaluate(right)).toBeLessThan(await review.evaluate(right))
  await expect(save).toBeDisabled()
})

test('the server warns an operator when a change would lock everyone out', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { jwksUri: 'http://127.0.0.1:1/keys' })
  await open('/settings', 'operator')
  await toggleSwitch(page, refuseSecret)
  const { review, save } = await openReview(page)
  await expect(review).toContainText('stop working immediately')
  await save.click()
  await expect(review.getByRole('alert').filter({ hasText: 'Nobody could sign in' })).toContainText(
    'The port of the address may not be called',
  )
  expect((await api.workspace(workspace.id)).settings?.['disableSecretKeyAuth']).not.toBe(true)
})

test('with the secret disabled, removing the key of the session needs confirmation @long', async ({
  page,
  api,
  workspace,
}) => {
  const [mine, spare] = [await newKey(), await newKey()]
  await api.update(workspace.id, {
    publicKeys: [mine.entry, { ...spare.entry, name: 'spare' }],
    settings: { disableSecretKeyAuth: true },
  })
  await signIn(page, await signed(workspace, 'ES256', mine.privateKey), workspace.id, '/settings')
  await page.getByRole('button', { name: 'Remove key 2' }).click()
  const ordinary = await openReview(page)
  await expect(ordinary.save).toBeEnabled()
  await expect(ordinary.proof).toBeHidden()
  await ordinary.review.getByRole('button', { name: 'Back to editing' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'Remove key 1' }).click()
  const { review, save, confirmation, proof } = await openReview(page)
  await expect(save).toBeDisabled()
  await confirmation.fill(workspace.key)
  await proof.fill(await signed(workspace, 'ES256', mine.privateKey))
  await expect(save).toBeDisabled()
  await proof.fill(await signed(workspace, 'ES256', spare.privateKey))
  await save.click()
  await expect(review).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Name of key 1')).toHaveValue('spare')
})

test('rotating the secret of the session shows the new one and keeps the session @long', async ({
  page,
  api,
  workspace,
}) => {
  await signIn(page, await bySecret(workspace), workspace.id, '/settings')
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const confirm = page.getByRole('dialog', { name: 'Rotate the secret' })
  await expect(confirm).toContainText(
    'You stay signed in: this session continues with a token signed with the new secret.',
  )
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  await confirm.getByRole('button', { name: 'Rotate the secret' }).click()
  const shown = page.getByRole('dialog', { name: 'New workspace secret' })
  await expect(shown).toBeVisible()
  await expect(shown).toContainText((await api.workspace(workspace.id)).secret ?? 'no secret')
  await shown.getByRole('button', { name: 'I copied it' }).click()
  await expect(shown).toBeHidden()
  await page.reload()
  await page.getByLabel('Name', { exact: true }).fill('Goes on')
  await reviewAndSave(page)
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
  expect((await api.workspace(workspace.id)).name).toBe('Goes on')
})

test('archiving the current workspace warns that it ends the session, and ends it', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: 'Archive this workspace' })
  await expect(confirm).toContainText('This session ends and you can’t sign in again')
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  await confirm.getByRole('button', { name: 'Archive' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText(`${workspace.name} archived`)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
  expect((await api.workspace(workspace.id)).archivedAt).toBeDefined()
})
