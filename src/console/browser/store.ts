import { useSyncExternalStore } from 'react'

/** A value outside the components that they share. */
interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  /** Calls the listener whenever the value is set, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store with its first value. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value of a store; the component is rendered again when it changes. */
export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
