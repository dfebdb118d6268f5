// @vitest-environment happy-dom
import { act, createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useConnectorForm } from './connector-form'
import { emptyDraft } from './draft'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('the page of the form does not render with every key', async () => {
  const onRender = vi.fn<(form: ReturnType<typeof useConnectorForm>) => void>()
  function Page() {
    const form = useConnectorForm(emptyDraft)
    useEffect(() => onRender(form))
    return null
  }
  await act(async () => {
    createRoot(document.createElement('div')).render(createElement(Page))
  })
  const form = onRender.mock.lastCall?.[0]
  onRender.mockClear()
  for (const name of ['A', 'An', 'Any']) await act(async () => form?.setValue('name', name))
  await act(async () => form?.trigger())
  expect(form?.getValues('name')).toBe('Any')
  expect(onRender).not.toHaveBeenCalled()
})
