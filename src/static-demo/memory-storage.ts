/** Whether the browser lets this page store data, and so share a worker with other tabs. */
export function canStoreData(): boolean {
  try {
    return window.localStorage instanceof Storage
  } catch {
    return false
  }
}

/** Storage in memory, which lasts until the page is left. */
class MemoryStorage {
  [key: string]: unknown

  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? this[key] : null
  }

  setItem(key: string, value: string): void {
    this[key] = value
  }

  removeItem(key: string): void {
    delete this[key]
  }
}

/** Replaces the storage of the tab, for a browser that lets this page store nothing. */
export function replaceStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: new MemoryStorage() })
}
