// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '@/console/testing/render'
import { PasteModal } from './paste-modal'
import type { ResolvedList } from './selectors'

test.each([
  ['opens its preview', false],
  ['opens nothing once its dialog is closed', true],
])('a list whose names are being looked up %s', async (_name, isClosed) => {
  let respond = () => {}
  const found = new Promise<[]>((resolve) => (respond = () => resolve([])))
  const onList = vi.fn<(list: ResolvedList) => void>()
  const modal = createElement(PasteModal, {
    action: 'archive',
    text: 'Data Lake',
    onText: () => {},
    lookUp: () => found,
    isPublic: false,
    onList,
    onClose: () => {},
  })
  const { unmount } = render(modal)
  const preview = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Preview',
  )
  await act(async () => preview?.click())
  if (isClosed) unmount()
  await act(async () => {
    respond()
    // What follows from the response runs before the next task.
    await new Promise((resume) => setTimeout(resume))
  })
  expect(onList).toHaveBeenCalledTimes(isClosed ? 0 : 1)
})
