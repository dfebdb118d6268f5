// @vitest-environment happy-dom
import { act, useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from '@/console/testing/render'
import { useConnectorForm, validatedRequest } from './connector-form'
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

test('a form is reviewed as the request that it makes, or its first issue is shown', async () => {
  const onIssue = vi.fn<() => void>()
  const validate = async (name: string) => {
    const form = renderHook(() => useConnectorForm({ ...emptyDraft, name }))()
    const request = await act(async () => validatedRequest(form, onIssue))
    return { request, message: form.getFieldState('name').error?.message }
  }
  expect(await validate('')).toEqual({
    request: undefined,
    message: 'A connector needs a name',
  })
  expect(onIssue).toHaveBeenCalledOnce()
  onIssue.mockClear()
  expect(await validate('Name')).toMatchObject({ request: { name: 'Name' } })
  expect(onIssue).not.toHaveBeenCalled()
})
