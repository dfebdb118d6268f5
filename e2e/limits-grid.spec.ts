import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { expect, signIn, statusWith, test } from './fixtures'
import { cellOf, reviewAndSave, unsavedChanges } from './vocabulary'

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

const gridStatus = (page: Page) => page.getByRole('status', { name: 'Grid messages' })
const noChanges = (page: Page) => expect(unsavedChanges(page)).toBeHidden()

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

test('the active cell comes into view when the keyboard moves the focus to the grid', async ({
  page,
  open,
}) => {
  await open('/limits?focus=parallelFlowRuns')
  const grid = page.getByRole('grid', { name: 'Limits' })
  await expect(grid).toBeFocused()
  const active = cellOf(page, 'parallelFlowRuns')
  await page.keyboard.press('Shift+Tab')
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(active).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(active).toBeInViewport({ ratio: 1 })
})

test.describe('Leaving a cell with the mouse', () => {
  test('keeps the value where it was typed and moves the active cell to the click', async ({
    page,
    open,
  }) => {
    await open('/limits')
    await cellOf(page, 'parallelFlowRuns').dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('50')
    await cellOf(page, 'parallelSseRequests').click()
    await expect(cellOf(page, 'parallelSseRequests')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.type('70')
    await page.keyboard.press('Enter')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('50')
    await expect(cellOf(page, 'parallelSseRequests')).toHaveText('70')
    await expect(
      cellOf(page, 'parallelBackgroundJobs'),
      'Enter goes on from the cell that was typed into',
    ).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('2 unsaved changes')).toBeVisible()
  })

  test('leaves the focus in the search field', async ({ page, open }) => {
    await open('/limits?focus=parallelFlowRuns')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.type('50')
    const search = page.getByRole('textbox', { name: 'Find a limit' })
    await search.click()
    await expect(search).toBeFocused()
    await page.keyboard.type('flow runs')
    await expect(search).toHaveValue('flow runs')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('50')
    await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  })

  test('keeps invalid text, marks it, and blocks saving until it is corrected @long', async ({
    page,
    open,
  }) => {
    await open('/limits?focus=parallelFlowRuns')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.type('5 apples')
    await cellOf(page, 'parallelSseRequests').click()
    const marked = cellOf(page, 'parallelFlowRuns')
    await expect(marked).toHaveAttribute('aria-invalid', 'true')
    await expect(marked).toContainText('5 apples')
    await expect(gridStatus(page)).toContainText('is not a known unit')
    const bar = unsavedChanges(page)
    await expect(bar).toContainText('Flow runs in parallel can’t be read')
    await expect(bar.getByRole('button', { name: 'Review and save' })).toBeDisabled()

    await page.getByRole('link', { name: 'Alerts', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click()

    const search = page.getByRole('textbox', { name: 'Find a limit' })
    await search.fill('queue')
    await expect(marked).toBeHidden()
    await page.keyboard.press('Control+s')
    await expect(gridStatus(page)).toContainText('The filters hide Flow runs in parallel')
    await search.fill('')
    await expect(marked).toBeVisible()
    await page.keyboard.press('Control+s')
    const input = page.getByRole('textbox', { name: 'Workspace value of Flow runs' })
    await expect(input).toHaveValue('5 apples')
    await expect(input).toBeFocused()
    await expect(input).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Control+s')
    await expect(input).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await expect(marked).toHaveText('5')
    await expect(marked).not.toHaveAttribute('aria-invalid', 'true')
    await expect(bar.getByRole('button', { name: 'Review and save' })).toBeEnabled()
  })
})

test.describe('Copy and paste', () => {
  for (const locale of ['en-US', 'de-DE', 'ar-EG']) {
    test.describe(locale, () => {
      test.use({ locale })
      test('pasting copied cells in place changes nothing', async ({
        page,
        open,
        api,
        workspace,
      }) => {
        await api.update(workspace.id, {
          limits: {
            apiRequestsPerHour: { unit: 'number', value: 1_234_567 },
            totalFileStorageMb: { unit: 'Mb', value: 10.125 },
          },
        })
        await open('/limits?focus=apiRequestsPerHour')
        await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
        for (const keys of [['Control+a'], ['Home', 'Shift+End'], ['End', 'Shift+PageDown']]) {
          for (const key of keys) await page.keyboard.press(key)
          await page.keyboard.press('Control+c')
          await page.keyboard.press('Control+v')
          await expect(gridStatus(page)).toContainText('Nothing changed')
          await noChanges(page)
        }
      })
    })
  }

  test('pasted rows are matched by name; read-only columns are skipped and reported', async ({
    page,
    open,
  }) => {
    await open('/limits?focus=parallelEventPulls')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await paste(
      page,
      [
        'parallelSseRequests\tnumber\t200\t71\t900\t200\t12',
        'parallelFlowRuns\tnumber\t100\t51\t\t100\t34',
        'noSuchLimit\tnumber\t1\t2\t3\t4\t5',
      ].join('\n'),
    )
    await expect(page.getByText('2 unsaved changes')).toBeVisible()
    await expect(cellOf(page, 'parallelSseRequests')).toHaveText('71')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('51')
    await expect(cellOf(page, 'parallelEventPulls')).toHaveText('–')
    await expect(cellOf(page, 'parallelSseRequests', 'Operator')).toHaveText('–')
    await expect(gridStatus(page)).toContainText('Pasted 2 values')
    await expect(gridStatus(page)).toContainText('Operator, Effective, In use')
    await expect(gridStatus(page)).toContainText('noSuchLimit')
    await page.keyboard.press('Control+z')
    await noChanges(page)

    await test.step('also where the page gets the event, as in Firefox', async () => {
      await page.evaluate(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', '72')
        const init = { clipboardData, bubbles: true, cancelable: true }
        document.body.dispatchEvent(new ClipboardEvent('paste', init))
      })
      await expect(gridStatus(page)).toHaveText('Pasted 1 value.')
      await expect(page.getByText('1 unsaved change')).toBeVisible()
    })
  })

  test('several cells pasted into an open cell go to the cells below, not into one number', async ({
    page,
    open,
  }) => {
    await open('/limits')
    await cellOf(page, 'parallelFlowRuns').dblclick()
    await page.keyboard.type('5')
    await paste(page, '100\n2\n')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('100')
    await expect(cellOf(page, 'parallelFlowRunsPerConnection')).toHaveText('2')
    await expect(gridStatus(page)).toHaveText('Pasted 2 values.')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.press('Control+z')
    await noChanges(page)

    await cellOf(page, 'parallelFlowRuns').dblclick()
    await paste(page, '70\r\n')
    await expect(page.getByRole('textbox', { name: /^Workspace value of/ })).toHaveValue('70')
  })

  test('a value pasted into a read-only column is ignored', async ({ page, open }) => {
    await open('/limits')
    await cellOf(page, 'parallelFlowRuns', 'Effective').click()
    await paste(page, '17')
    await expect(gridStatus(page)).toContainText('Effective')
    await noChanges(page)
  })
})

test('typing into a read-only column says so and changes nothing', async ({ page, open }) => {
  await open('/limits', 'operator')
  for (const column of ['Effective', 'Default', 'In use'] as const) {
    await cellOf(page, 'parallelFlowRuns', column).click({ position: { x: 4, y: 4 } })
    await page.keyboard.type('7')
    await expect(gridStatus(page)).toContainText(`The ${column} column can’t be changed`)
    await expect(page.getByRole('grid').getByRole('textbox')).toBeHidden()
    await noChanges(page)
  }
})

test('the first key that a user types is not lost', async ({ page, open }) => {
  await open('/limits?focus=parallelFlowRuns')
  for (const [typed, message] of [
    ['-1', 'A limit is not negative'],
    ['.5', 'Use a whole number'],
    ['=1+1', 'Formulas are not supported'],
    ['none', 'Limits can’t be unlimited'],
  ] as const) {
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.type(typed)
    const field = page.getByRole('textbox', { name: 'Workspace value of Flow runs in parallel' })
    await expect(field).toHaveValue(typed)
    await page.keyboard.press('Enter')
    await expect(gridStatus(page)).toContainText(message)
    await expect(field).toHaveValue(typed)
    await field.press('Escape')
    await expect(field).toBeHidden()
    await noChanges(page)
  }
})

test.describe('Operator limits', () => {
  test('are typed into the grid, reviewed with their impact, and saved @long', async ({
    page,
    open,
    api,
    workspace,
    tokenFor,
    request,
  }) => {
    const token = await tokenFor('admin')
    for (let sent = 0; sent < 6; sent += 1) await statusWith(request, token)
    await api.update(workspace.id, { type: 'production' })
    await open('/limits?focus=apiRequestsPerHour', 'operator')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await expect(cellOf(page, 'apiRequestsPerHour', 'In use').getByRole('link')).toHaveText('6')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(cellOf(page, 'apiRequestsPerHour', 'Operator')).toHaveText('2')
    await expect(cellOf(page, 'apiRequestsPerHour', 'Effective')).toContainText('operator')
    await expect(cellOf(page, 'apiRequestsPerHour', 'In use')).toContainText('would refuse 4')
    await cellOf(page, 'apiRequestsPerSecond', 'Operator').dblclick()
    await page.getByRole('textbox', { name: 'Operator limit of API requests per second' }).fill('0')
    await page.keyboard.press('Enter')

    await page.getByRole('button', { name: 'Review and save' }).click()
    const review = page.getByRole('dialog', { name: 'Review 2 changes' })
    await expect(review).toContainText('production workspace')
    await expect(review).toContainText(
      'a limit of 2 would have refused 4 requests in the last hour',
    )
    await expect(review).toContainText('0 blocks all requests')
    const line = review.getByRole('row', { name: /API requests per hour/ })
    await expect(line).toContainText('default 1,000,000')
    await expect(line).toContainText('in use 6')
    await review.getByRole('tab', { name: 'Request' }).click()
    await expect(review).toContainText(`PUT /org-workspaces/${workspace.id}/operator-limits`)
    const save = review.getByRole('button', { name: 'Save 2 changes' })
    await expect(save).toBeDisabled()
    await review.getByRole('checkbox', { name: 'I understand, apply anyway' }).check()
    await save.click()
    await expect(review).toBeHidden()
    const saved = await api.workspace(workspace.id)
    expect(saved.operatorLimits).toEqual({
      apiRequestsPerHour: { unit: 'number', value: 2 },
      apiRequestsPerSecond: { unit: 'number', value: 0 },
    })
    expect(saved.limits?.['apiRequestsPerHour']?.value).toBeUndefined()
    await expect(page.getByText(/mirror/i), 'no instance owns this workspace').toBeHidden()
  })

  test('are filled down, pasted, cleared and undone like other values', async ({
    page,
    open,
    api,
    workspace,
  }) => {
    await api.send('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
      operatorLimits: { parallelFlowRuns: { unit: 'number', value: 400 } },
    })
    await open('/limits', 'operator')
    await cellOf(page, 'parallelFlowRuns', 'Operator').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect(cellOf(page, 'parallelFlowRunsPerConnection', 'Operator')).toHaveText('400')
    await expect(cellOf(page, 'parallelFlowRunsPerConnection')).toHaveText('–')
    await page.keyboard.press('Delete')
    await expect(cellOf(page, 'parallelFlowRuns', 'Operator')).toHaveText('–')
    await expect(cellOf(page, 'parallelFlowRunsPerConnection', 'Operator')).toHaveText('–')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect(cellOf(page, 'parallelFlowRuns', 'Operator')).toHaveText('400')
    await noChanges(page)

    await cellOf(page, 'parallelFlowRuns').click()
    await paste(page, '40\t300\n\t30')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('40')
    await expect(cellOf(page, 'parallelFlowRuns', 'Operator')).toHaveText('300')
    await expect(cellOf(page, 'parallelFlowRunsPerConnection', 'Operator')).toHaveText('30')
    await expect(page.getByText('3 unsaved changes')).toBeVisible()
    await reviewAndSave(page)
    const saved = await api.workspace(workspace.id)
    expect(saved.operatorLimits).toEqual({
      parallelFlowRuns: { unit: 'number', value: 300 },
      parallelFlowRunsPerConnection: { unit: 'number', value: 30 },
    })
    expect(saved.limits?.['parallelFlowRuns']?.value).toBe(40)
  })

  test('can be set in a read-only workspace, by operators only @long', async ({
    page,
    open,
    api,
    workspace,
    tokenFor,
  }) => {
    await api.update(workspace.id, { isReadOnly: true })
    await open('/limits?focus=parallelFlowRuns', 'operator')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.type('5')
    await expect(page.getByRole('grid').getByRole('textbox')).toBeHidden()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('600')
    await page.keyboard.press('Enter')
    await reviewAndSave(page)
    expect((await api.workspace(workspace.id)).operatorLimits).toEqual({
      parallelFlowRuns: { unit: 'number', value: 600 },
    })

    await api.update(workspace.id, { isReadOnly: false })
    await page.evaluate(() => sessionStorage.clear())
    const admin = await page.context().newPage()
    await signIn(admin, await tokenFor('admin'), workspace.id, '/limits?focus=parallelFlowRuns')
    await expect(admin.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await expect(cellOf(admin, 'parallelFlowRuns', 'Operator')).toHaveAttribute(
      'aria-readonly',
      'true',
    )
    await admin.keyboard.press('ArrowRight')
    await admin.keyboard.type('5')
    await expect(gridStatus(admin)).toContainText('Only an operator')
    await expect(admin.getByRole('grid').getByRole('textbox')).toBeHidden()
    await cellOf(admin, 'parallelFlowRuns', 'Operator').dblclick()
    await expect(admin.getByRole('grid').getByRole('textbox')).toBeHidden()
    await admin.keyboard.press('Delete')
    await noChanges(admin)
  })

  test('that fail to save stay unsaved, and the page says what was saved', async ({
    page,
    workspace,
    api,
    faultyProxy,
    openThroughProxy,
  }) => {
    await openThroughProxy('/limits?focus=parallelFlowRuns', 'operator')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.type('110')
    await page.keyboard.press('Enter')
    await cellOf(page, 'parallelFlowRuns', 'Operator').click()
    await page.keyboard.type('120')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Review and save' }).click()
    faultyProxy.failNext('PUT', 500)
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    const review = page.getByRole('dialog', { name: 'Review 1 change' })
    await expect(review).toContainText('The other changes are saved (1)')
    await expect(review).toContainText('Not saved (1): operator limits')
    await expect(review).toContainText('Something failed here')
    await expect(review.getByRole('row', { name: /Flow runs in parallel/ })).toContainText('120')
    const half = await api.workspace(workspace.id)
    expect([half.limits?.['parallelFlowRuns']?.value, half.operatorLimits]).toEqual([110, {}])

    await review.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(review).toBeHidden()
    await noChanges(page)
    expect((await api.workspace(workspace.id)).operatorLimits).toEqual({
      parallelFlowRuns: { unit: 'number', value: 120 },
    })
  })

  test('show that they are being synced to the owning instance until that is done @long', async ({
    page,
    faultyProxy,
    openThroughProxy,
  }) => {
    let outcome: Record<string, unknown> = {}
    faultyProxy.rewriteRecord((record) =>
      Object.assign(record, { serviceInstanceId: 'eu-1' }, outcome),
    )
    await openThroughProxy('/limits?focus=parallelFlowRuns', 'operator')
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('120')
    await page.keyboard.press('Enter')
    outcome = { operatorLimitsMirrorPending: true }
    await reviewAndSave(page)
    await expect(page.getByText('Mirroring to eu-1…')).toBeVisible()
    outcome = { operatorLimitsSyncedAt: new Date().toISOString() }
    await expect(page.getByText(/Last mirrored to eu-1/)).toBeVisible()
    await expect(page.getByText('Mirroring to eu-1…')).toBeHidden()
    outcome = { operatorLimitsMirrorPending: true }
    await cellOf(page, 'parallelFlowRuns', 'Operator').click()
    await page.keyboard.type('130')
    await page.keyboard.press('Enter')
    await reviewAndSave(page)
    await expect(page.getByText('Mirroring to eu-1…')).toBeVisible()
    outcome = {
      operatorLimitsMirrorPending: true,
      operatorLimitsSyncError: 'It responded with 503',
    }
    await expect(page.getByText(/could not be mirrored.*It responded with 503/)).toBeVisible()
    await page.getByRole('button', { name: 'Mirror again' }).click()
    outcome = { operatorLimitsSyncedAt: new Date().toISOString() }
    await expect(page.getByText(/could not be mirrored/)).toBeHidden()
  })
})

test.describe('Sorted limits', () => {
  const grid = (page: Page) => page.getByRole('grid', { name: 'Limits' })
  const headOf = (page: Page, name: string) => grid(page).getByRole('columnheader', { name })
  const nameAt = (page: Page, index: number) =>
    grid(page)
      .getByRole('row')
      .and(page.locator(`[aria-rowindex="${index + 2}"]`))
      .locator('.mono')
  async function expectFirst(page: Page, names: readonly string[]) {
    for (const [index, name] of names.entries()) await expect(nameAt(page, index)).toHaveText(name)
  }
  const ascending = ['totalNumberOfTenants', 'apiRequestsPerHour', 'parallelFlowRuns']

  test.beforeEach(({ api, workspace }) =>
    api.update(workspace.id, {
      limits: {
        parallelFlowRuns: { unit: 'number', value: 300 },
        apiRequestsPerHour: { unit: 'number', value: 40 },
        totalNumberOfTenants: { unit: 'number', value: 5 },
      },
    }),
  )

  test('by keyboard and mouse keep their order in the URL, and groups return @long', async ({
    page,
    open,
  }) => {
    await open('/limits')
    const head = headOf(page, 'Workspace value')
    await expect(head).toHaveAttribute('aria-sort', 'none')
    const heads = grid(page).getByRole('rowgroup')
    const groupCount = await heads.count()
    expect(groupCount).toBeGreaterThan(3)
    await head.getByRole('button').press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expectFirst(page, ascending)
    await expect(heads).toHaveCount(1)
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/sort=-workspace/)
    await expectFirst(page, ascending.toReversed())
    await page.reload()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expectFirst(page, ascending.toReversed())
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Alerts', exact: true }).first().click()
    await expect(page).toHaveURL(/\/alerts/)
    await page.goBack()
    await expectFirst(page, ascending.toReversed())
    await head.getByRole('button').press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'none')
    await expect(page).not.toHaveURL(/sort/)
    await expect(heads).toHaveCount(groupCount)
  })

  test('stay where they are while they are changed, and the right ones are saved @long', async ({
    page,
    open,
    api,
    workspace,
  }) => {
    await open('/limits?sort=workspace')
    await expectFirst(page, ascending)
    await cellOf(page, 'totalNumberOfTenants').click()
    await page.keyboard.type('900')
    await page.keyboard.press('Enter')
    await expect(cellOf(page, 'apiRequestsPerHour')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('40')
    await page.keyboard.press('Control+z')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('300')
    await api.update(workspace.id, {
      limits: { apiRequestsPerHour: { unit: 'number', value: 1 } },
    })
    await expect(cellOf(page, 'apiRequestsPerHour'), 'saved by another user').toHaveText('1')
    await expectFirst(page, ascending)
    await page.keyboard.press('ArrowUp')
    await paste(page, '41\n301')
    await expect(cellOf(page, 'apiRequestsPerHour')).toHaveText('41')
    await expect(cellOf(page, 'parallelFlowRuns')).toHaveText('301')
    await expectFirst(page, ascending)
    await reviewAndSave(page)
    const saved = await api.workspace(workspace.id)
    expect(ascending.map((name) => saved.limits?.[name]?.value)).toEqual([900, 41, 301])
    await expectFirst(page, ['apiRequestsPerHour', 'parallelFlowRuns', 'totalNumberOfTenants'])
  })

  test('are copied with the visible columns, which the browser remembers @long', async ({
    page,
    open,
  }) => {
    await open('/limits?sort=workspace')
    await cellOf(page, 'totalNumberOfTenants').click()
    await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter')
    const columns = page.getByRole('group', { name: 'Columns' })
    await expect(columns.getByRole('menuitemcheckbox')).toHaveText([
      'Unit',
      'Default',
      'Operator',
      'In use',
    ])
    await page.getByRole('menuitemcheckbox', { name: 'Default' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Unit' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Operator' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(grid(page).getByRole('columnheader')).toHaveText([
      'Limit',
      'Workspace value',
      'Effective',
      'In use',
    ])
    const value = nameAt(page, 0).locator('xpath=ancestor::*[@role="row"]').getByRole('gridcell')
    await expect(value.nth(1), 'the same cell is active').toHaveAttribute('aria-selected', 'true')
    await grid(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('Limit\tWorkspace value\ntotalNumberOfTenants\t5\napiRequestsPerHour\t40')
    await page.keyboard.press('Control+v')
    await expect(gridStatus(page)).toContainText('Nothing changed')
    await page.reload()
    await expect(headOf(page, 'Effective')).toBeVisible()
    await expect(headOf(page, 'Operator')).toBeHidden()
  })
})

test('a narrow grid has no cells of columns without room, and its menu says so', async ({
  page,
  open,
}) => {
  const grid = page.getByRole('grid', { name: 'Limits' })
  const heads = grid.getByRole('columnheader')
  await page.setViewportSize({ width: 640, height: 700 })
  await open('/limits')
  await expect(heads).toHaveText(['Limit', 'Workspace value', 'Effective', 'Operator', 'In use'])
  await grid.press('ArrowRight')
  const selected = grid.getByRole('gridcell', { selected: true })
  await expect(selected, 'the next cell on the screen').toHaveText('10default')
  await grid.press('End')
  await expect(selected).toBeInViewport({ ratio: 1 })
  await expect(grid.getByText('Parallelism')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1100, height: 700 })
  await expect(heads).toHaveText(['Limit', 'Workspace value', 'Operator', 'Effective', 'In use'])
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter')
  const item = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await expect(item('Unit')).toBeDisabled()
  await expect(item('Unit')).not.toBeChecked()
  await item('Operator').click()
  await page.setViewportSize({ width: 1400, height: 700 })
  await expect(heads, 'with the columns that the user has not hidden').toHaveText([
    'Limit',
    'Unit',
    'Default',
    'Workspace value',
    'Effective',
    'In use',
  ])
})

test('text that is no number is marked in its cell until it is changed', async ({ page, open }) => {
  await open('/limits')
  await cellOf(page, 'parallelEventPulls').dblclick()
  const input = page.getByRole('textbox', { name: /Event pulls in parallel/ })
  await input.fill('abc')
  await page.keyboard.press('Enter')
  await expect(gridStatus(page)).toContainText('abc')
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Backspace')
  await expect(input).toHaveAttribute('aria-invalid', 'false')
})
