// @vitest-environment happy-dom
import { act, useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from '@/console/testing/render'
import { useConnectorForm } from './connector-form'
import { emptyDraft } from './draft'

test('the page of the form does not render with every key', async () => {
  const onRender = vi.fn<() => void>()
  const form = renderHook(() => {
    useEffect(onRender)
    return useConnectorForm(emptyDraft)
  })()
  onRender.mockClear()
  for (const name of ['A', 'An', 'Any']) await act(async () => form.setValue('name', name))
  await act(async () => form.trigger())
  expect(form.getValues('name')).toBe('Any')
  expect(onRender).not.toHaveBeenCalled()
})
