import { QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { keepErrors } from './keep-errors'

const queryKey = ['apps']

/** Returns a list that is read when the test says so, and a way to show it. */
function newList() {
  const queryCache = new QueryCache()
  keepErrors(queryCache)
  const client = new QueryClient({ queryCache, defaultOptions: { queries: { retry: false } } })
  let respond = (_outcome: string | Error) => {}
  const queryFn = () =>
    new Promise<string>((resolve, reject) => {
      respond = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))
    })
  function show() {
    const observer = new QueryObserver(client, { queryKey, queryFn })
    const hide = observer.subscribe(() => {})
    onTestFinished(hide)
    return { observer, hide }
  }
  return { client, show, respond: (outcome: string | Error) => respond(outcome) }
}

test('an error is shown while the list is read again, and until that succeeds', async () => {
  const { show, respond } = newList()
  const { observer } = show()
  respond(new Error('Failed'))
  await expect.poll(() => observer.getCurrentResult().error?.message).toBe('Failed')

  const again = observer.refetch()
  expect(observer.getCurrentResult()).toMatchObject({
    isFetching: true,
    isPending: false,
    error: { message: 'Failed' },
  })
  respond(new Error('Failed again'))
  expect((await again).error?.message).toBe('Failed again')

  const third = observer.refetch()
  expect(observer.getCurrentResult().error?.message).toBe('Failed again')
  respond('Apps')
  expect(await third).toMatchObject({ data: 'Apps', error: null, status: 'success' })
})

test('a list that is not shown is read without its error', async () => {
  const { client, show, respond } = newList()
  const { observer, hide } = show()
  respond(new Error('Failed'))
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  hide()
  void client.refetchQueries({ queryKey })
  expect(client.getQueryState(queryKey)).toMatchObject({ fetchStatus: 'fetching', error: null })
})

test('a list that is shown again, or reset, is read without its error', async () => {
  const { client, show, respond } = newList()
  const first = show()
  respond(new Error('Failed'))
  await expect.poll(() => first.observer.getCurrentResult().status).toBe('error')
  first.hide()

  const second = show()
  expect(second.observer.getCurrentResult()).toMatchObject({ isPending: true, error: null })
  respond(new Error('Failed'))
  await expect.poll(() => second.observer.getCurrentResult().status).toBe('error')

  const reset = client.resetQueries({ queryKey })
  expect(second.observer.getCurrentResult()).toMatchObject({ isPending: true, error: null })
  respond('Apps')
  await reset
  expect(second.observer.getCurrentResult().data).toBe('Apps')
})
