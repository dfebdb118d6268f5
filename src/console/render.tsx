import './theme/mantine.css'
import './theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider, type RouterHistory } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { ApiError } from './api/api-error'
import { invalidate } from './api/invalidate'
import { queryClient } from './api/query-client'
import { keepSessionsRenewed } from './api/session-renewal'
import { sitePath } from './browser/site'
import { ErrorPage } from './layout/error-page'
import { LoadingPage } from './layout/loading-page'
import { Overlays } from './layout/overlays'
import { NotFoundPage } from './layout/page-states'
import { createRoot } from './react-root'
import { routeTree } from './route-tree.gen'
import { onSessionChange } from './session/current-session'
import { shareSession } from './session/shared-session'
import { noteNavigation } from './session/user-action'
import { cssVariables, theme } from './theme/theme'
import { reportRecoveredError, stayWithoutFiles } from './ui/loading/load-failure'
import { dropLateNavigations } from './ui/page/drop-late-navigations'
import { parseQuery } from './ui/page/parse-query'
import { printInLight } from './ui/page/print-in-light'
import { watchStyleSheets } from './ui/page/style-sheets'
import { titleCutText } from './ui/page/title-cut-text'

// The static demo loads the console late, by this one module.
export { invalidate, queryClient }

const createConsoleRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    basepath: sitePath,
    parseSearch: parseQuery,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // In the background, a page requested when the pointer came near its link would have no
    // outline while its code is on its way.
    defaultStaleReloadMode: 'blocking',
    defaultPendingMs: 400,
    defaultPendingMinMs: 0,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })

type ConsoleRouter = ReturnType<typeof createConsoleRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter
  }
}

/** Connects the router, the session and the page with each other. */
function connect(router: ConsoleRouter): void {
  dropLateNavigations(router)
  stayWithoutFiles()
  watchStyleSheets()
  // Loaders read by the role of the session, and what they could not read they can now.
  onSessionChange((session, before) => {
    if (session !== undefined && before !== undefined) void router.invalidate()
  })
  shareSession()
  printInLight()
  titleCutText()
  keepSessionsRenewed()
  router.subscribe('onBeforeLoad', () => noteNavigation(true))
  router.subscribe('onResolved', () => noteNavigation(false))
}

/** Logs an error that is shown instead of a page, unless it is a response of the server. */
function reportCaughtError(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}

/**
 * Renders the console into the page. As a transition, so that the frame around the pages is
 * rendered in slices, between which the browser is free.
 * @param history the history of the router, if not that of the browser
 */
export function renderConsole(history?: RouterHistory): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element to render into')
  const router = createConsoleRouter(history)
  connect(router)
  startTransition(() =>
    createRoot(root, {
      onCaughtError: reportCaughtError,
      onRecoverableError: reportRecoveredError,
    }).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Overlays />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  )
}
