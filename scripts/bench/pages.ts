import type { Page } from '@playwright/test'

export interface LoadedPage {
  what: string
  /** Below the workspace, unless the user is signed out. */
  path: string
  /** The main content of the page. */
  content: (page: Page) => { waitFor: () => Promise<void> }
  isSignedOut?: boolean
}

/** The pages whose loading is measured. */
export const loadedPages: readonly LoadedPage[] = [
  {
    what: 'sign-in',
    path: '/sign-in',
    content: (page) => page.getByRole('textbox', { name: 'Base URL of the API' }),
    isSignedOut: true,
  },
  { what: 'overview', path: '', content: (page) => page.getByText('Workspace key') },
  { what: 'limits', path: '/limits', content: (page) => page.getByRole('gridcell').first() },
  { what: 'alerts', path: '/alerts', content: (page) => page.getByRole('gridcell').first() },
  {
    what: 'apps',
    path: '/apps?tab=public',
    content: (page) => page.getByRole('gridcell').first(),
  },
  {
    what: 'settings',
    path: '/settings',
    content: (page) => page.getByRole('textbox', { name: 'Name', exact: true }),
  },
  {
    what: 'connectors',
    path: '/connectors',
    content: (page) => page.getByRole('heading', { name: 'Connectors', exact: true }),
  },
]
