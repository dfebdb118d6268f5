import { createServer } from 'node:http'
import type { Locator } from '@playwright/test'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { expectAccessible } from './accessibility'
import { expect, signIn, statusWith, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { listen } from './listen'
import { bySecret, newKey, signed } from './signed-token'
import { reviewAndSave } from './vocabulary'

test('a user adds keys by paste and file, renames, removes, and signs in with one @long', async ({
  page,
  open,
  api,
  workspace,
  request,
}) => {
  const [first, second, third] = await Promise.all(
    ['ES256', 'RS256', 'EdDSA'].map((algorithm) =>
      generateKeyPair(algorithm, { extractable: true }),
    ),
  )
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('No keys were made')
  await open('/settings')
  const adding = page.getByRole('group', { name: 'Add keys' })
  const field = adding.getByLabel('Public key')

  const addKey = page.getByRole('button', { name: 'Add a key' })
  await addKey.press('Enter')
  await expect(field).toBeFocused()
  await adding.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(addKey).toBeFocused()
  await addKey.press('Enter')
  await field.fill(await exportPKCS8(first.privateKey))
  await expect(adding).toContainText('This is a private key')
  await field.fill('{"kty"')
  await expect(adding).toContainText('the JSON is malformed')
  await expect(adding.getByRole('button', { name: 'Add the key' })).toBeDisabled()
  await field.fill(await exportSPKI(first.publicKey))
  await expect(adding).toContainText('P-256 verifies ES256')
  await adding.getByRole('button', { name: 'Add the key' }).click()
  await page.getByRole('button', { name: /^Undo the change of Public keys/ }).press('Enter')
  await expect(addKey).toBeFocused()
  await addKey.press('Enter')
  await field.fill(await exportSPKI(first.publicKey))
  await adding.getByRole('button', { name: 'Add the key' }).click()
  await page.getByLabel('Name of key 1').fill('main')

  await addKey.click()
  const set = {
    keys: [
      { ...(await exportJWK(second.publicKey)), kid: 'rsa-1' },
      await exportJWK(third.publicKey),
      await exportJWK(first.publicKey),
    ],
  }
  const chosen = adding.locator('input[type=file]')
  const buffer = Buffer.from([0x30, 0x82, 0, 0])
  await chosen.setInputFiles({ name: 'key.cer', mimeType: 'application/pkix-cert', buffer })
  await expect(adding).toContainText('key.cer is not a text file.')
  await chosen.setInputFiles({
    name: 'keys.json',
    mimeType: 'application/json',
    // As PowerShell writes it.
    buffer: Buffer.from(`\uFEFF${JSON.stringify(set)}`, 'utf16le'),
  })
  await expect(adding).toContainText('already registered as main')
  await adding.getByRole('button', { name: 'Add 2 keys' }).click()
  await expect(page.getByRole('region', { name: 'Key 2' })).toContainText('RSA 2048 bits')
  await expect(page.getByLabel('Name of key 2')).toHaveValue('rsa-1')
  await page.getByRole('button', { name: 'Remove key 3' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Key 2' })).toBeFocused()
  await expectAccessible(page)
  await reviewAndSave(page)
  expect((await api.workspace(workspace.id)).publicKeys?.map(({ name }) => name)).toEqual([
    'main',
    'rsa-1',
  ])

  const token = await new SignJWT({ workspaceKey: workspace.key, isAdmin: true, name: 'Ada' })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime('1h')
    .sign(first.privateKey)
  const doctor = page.getByRole('group', { name: 'Check a token' })
  await doctor.getByRole('textbox').fill(token)
  await expect(doctor.getByRole('status')).toHaveText('This token is valid')
  await expect(doctor).toContainText("Verified with the registered key 'main'")
  expect(await statusWith(request, token)).toBe(200)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Key 1' })).toContainText('last used')
  await expect(page.getByRole('region', { name: 'Key 2' })).toContainText('no use recorded')

  const stranger = await new SignJWT({ workspaceKey: 'elsewhere' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setExpirationTime('2d')
    .sign(third.privateKey)
  await doctor.getByRole('textbox').fill(stranger)
  await expect(doctor.getByRole('status')).toHaveText('This token is rejected for 3 reasons')
  await expectAccessible(page)
  expect(await statusWith(request, stranger)).toBe(401)
})

test('a file that is dropped beside the field for keys does not replace the page', async ({
  page,
  open,
}) => {
  await open('/settings')
  await page.getByRole('button', { name: 'Add a key' }).click()
  const adding = page.getByRole('group', { name: 'Add keys' })
  await expect(adding).toBeVisible()
  /** @returns whether the browser does what it does with a file by default: open it */
  const opensDropped = (target: Locator, kind: 'file' | 'text') =>
    target.evaluate((element, dropped) => {
      const dataTransfer = new DataTransfer()
      if (dropped === 'file') dataTransfer.items.add(new File(['no key'], 'notes.txt'))
      else dataTransfer.setData('text/plain', 'no key')
      const options = { bubbles: true, cancelable: true, dataTransfer }
      element.dispatchEvent(new DragEvent('dragover', options))
      return element.dispatchEvent(new DragEvent('drop', options))
    }, kind)
  expect(await opensDropped(page.getByRole('heading', { name: 'Settings' }), 'file')).toBe(false)
  expect(await opensDropped(page.getByRole('navigation').first(), 'file')).toBe(false)
  await expect(adding).not.toContainText('no key')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  expect(await opensDropped(name, 'text'), 'texts can be dropped into fields').toBe(true)
  expect(await opensDropped(adding, 'file')).toBe(false)
  await expect(adding.getByLabel('Public key')).toHaveValue('no key')
})

test('a user checks the keys of a JWKS address before saving it @long', async ({ page, open }) => {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  const responses: Record<string, string> = {
    '/keys': JSON.stringify({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'published-1', alg: 'RS256' }],
    }),
    '/page': '<html></html>',
  }
  const publisher = createServer(({ url = '' }, response) =>
    response
      .writeHead(responses[url] === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(responses[url]),
  )
  const origin = await listen(publisher)

  await open('/settings')
  const uri = page.getByRole('textbox', { name: 'JWKS URI' })
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await uri.fill(`${origin}/keys`)
  await check.click()
  await expect(page.getByText('1 key found')).toBeVisible()
  await expect(page.getByText('published-1 · RSA · 2048 bits · RS256')).toBeVisible()
  for (const path of ['/page', '/nothing']) {
    await uri.fill(`${origin}${path}`)
    await expect(page.getByText('1 key found')).toBeHidden()
    await check.click()
    await expect(
      page.getByText(
        path === '/page'
          ? 'The response is not JSON'
          : 'The address responded with status 404, not 200',
      ),
    ).toBeVisible()
  }
  await uri.fill('http://169.254.169.254/keys')
  await check.click()
  await expect(page.getByText(/may not be called/)).toBeVisible()
  await new Promise((closed) => publisher.close(closed))
})

test('of two who rotate the secret, the second is told, and decides again', async ({
  page,
  api,
  workspace,
}) => {
  await page.route('**/api/changes?*', (route) => route.abort())
  // Who has only the old secret would not see the new one.
  const { privateKey, entry } = await newKey()
  await api.send('PATCH', `/org-workspaces/${workspace.id}`, { publicKeys: [entry] })
  await signIn(page, await signed(workspace, 'ES256', privateKey), workspace.id, '/settings')
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const confirm = page.getByRole('dialog', { name: 'Rotate the secret' })
  await api.send('POST', `/org-workspaces/${workspace.id}/rotate-secret`, { overlapHours: 1 })
  const { secret } = await api.workspace(workspace.id)
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  await confirm.getByRole('button', { name: 'Rotate the secret' }).click()
  await expect(confirm).toContainText('was changed since')
  expect((await api.workspace(workspace.id)).secret).toBe(secret)
  await confirm.getByRole('button', { name: 'Rotate the secret' }).click()
  await expect(page.getByRole('dialog', { name: 'New workspace secret' })).toBeVisible()
  expect((await api.workspace(workspace.id)).secret).not.toBe(secret)
})

test('a user rotates the secret by typing the name; the old secret stops working @long', async ({
  page,
  api,
  workspace,
  request,
}) => {
  const first = await bySecret(workspace)
  expect(await statusWith(request, first)).toBe(200)
  await signIn(page, first, workspace.id, '/settings')
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const confirm = page.getByRole('dialog', { name: 'Rotate the secret' })
  const stops = confirm.getByRole('listitem')
  await expect(stops).toHaveText(['tokens signed with the current secret, immediately'])
  await expect(confirm.getByRole('button', { name: 'Rotate the secret' })).toBeDisabled()
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  // The second rotation begins before the workspace is read again.
  const letGo = await holdRequests(page, `**/org-workspaces/${workspace.id}?*`)
  await confirm.getByRole('button', { name: 'Rotate the secret' }).click()
  const shown = page.getByRole('dialog', { name: 'New workspace secret' })
  await expect(shown).toContainText('Secret rotated')
  await shown.getByRole('button', { name: 'I copied it' }).click()
  expect(await statusWith(request, first)).toBe(401)

  const { secret = '' } = await api.workspace(workspace.id)
  const second = await bySecret({ ...workspace, secret })
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await confirm.getByRole('combobox', { name: /Keep accepting/ }).click()
  await page.getByRole('option', { name: '8 hours' }).click()
  await expect(stops).toHaveText(['tokens signed with the current secret, in 8 hours'])
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  await confirm.getByRole('button', { name: 'Rotate the secret' }).click()
  await expect(shown).toContainText('The old secret is accepted until')
  await letGo()
  await shown.getByRole('button', { name: 'I copied it' }).click()
  expect(await statusWith(request, second)).toBe(200)
  const earlier = page.getByText(/^1 earlier secret is accepted until/)
  await expect(earlier).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await reviewAndSave(page)
  await expect(earlier, 'also after a change of something else').toBeVisible()

  await page.getByRole('heading', { name: 'Internal' }).click()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await expect(page.getByText(workspace.secret)).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
})
