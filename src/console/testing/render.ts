import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, useEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

interface Rendered {
  place: HTMLElement
  unmount: () => void
}

/** Renders an element in the providers of the console, until it is unmounted or the test ends. */
export function render(element: ReactNode): Rendered {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const unmount = () => {
    act(() => root.unmount())
    place.remove()
  }
  onTestFinished(unmount)
  const withQueries = createElement(QueryClientProvider, { client: new QueryClient() }, element)
  act(() => root.render(createElement(MantineProvider, { env: 'test' }, withQueries)))
  return { place, unmount }
}

/** Runs a hook in a component. @returns a function that reads its latest result */
export function renderHook<Result>(
  useHook: () => Result,
): (() => Result) & Pick<Rendered, 'unmount'> {
  const results: Result[] = []
  function Component() {
    const result = useHook()
    useEffect(() => void results.splice(0, 1, result))
    return null
  }
  const { unmount } = render(createElement(Component))
  const latest = () => results[0] ?? expect.unreachable('Nothing is rendered')
  return Object.assign(latest, { unmount })
}
