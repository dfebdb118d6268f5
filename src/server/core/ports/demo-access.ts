/** A demo that runs in its user's browser. */
interface BrowserDemo {
  /** Where its data is stored: in the browser, or in memory until its last tab is closed. */
  storage: 'browser' | 'memory'
  /** Replaces the database by a prepared copy of the demo data. */
  restore(): Promise<void>
}

export interface DemoAccess {
  /** Whether anyone may use the operations of the demo, or only this machine. */
  isPublic: boolean
  browser?: BrowserDemo | undefined
}
