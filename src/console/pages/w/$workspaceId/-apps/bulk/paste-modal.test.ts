// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { PasteModal } from './paste-modal'
import type { ResolvedList } from './selectors'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

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
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const client = new QueryClient()
  await act(async () =>
    root.render(
      createElement(
        MantineProvider,
        { env: 'test' },
        createElement(QueryClientProvider, { client }, modal),
      ),
    ),
  )
  const preview = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Preview',
  )
  await act(async () => preview?.click())
  if (isClosed) await act(async () => root.render(null))
  await act(async () => {
    respond()
    // What follows from the response runs before the next task.
    await new Promise((resume) => setTimeout(resume))
  })
  expect(onList).toHaveBeenCalledTimes(isClosed ? 0 : 1)
  await act(async () => root.unmount())
})
