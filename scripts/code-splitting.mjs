// The files that the console's modules are bundled into. Pages need few files, because browsers
// fetch only six at a time without HTTP/2, and small files compress worse. A module and its imports
// go into the first file that matches. Menus, messages and dialogs that are loaded once the browser
// is idle stay files of their own: one that is missing during a deployment leaves the others.

/** A third of the code of every page, in a separate file because smaller files compile sooner. */
const react = {
  name: 'react',
  test: /node_modules\/(react|react-dom|scheduler)\/|console\/react-root/,
}

/** The schemas. Other files can load while they are created. */
const contract = { name: 'contract', test: /node_modules\/zod\/|src\/contract\/|console\/no-eval/ }

/** The layout of a workspace's pages, the first of them, and what is too small for a file. */
const workspace = {
  name: 'workspace',
  test: new RegExp(
    'console/pages/w/\\$workspaceId/(route|index)\\.tsx|/useBlocker\\.js|' +
      'console/(layout/connection-badges|forms/section|.*/all-connectors-link)',
  ),
}

/** Large libraries that few pages need, and modules that import them. */
export const ofFewPages = new RegExp(
  'node_modules/(yaml|jsonc-parser|papaparse|jose|react-hook-form|@hookform)/|' +
    'console/(table/csv|editor/json-|.*/specification-text)',
)

/** Virtualized tables, for the pages that list records. */
const ofLists = new RegExp(
  'node_modules/@tanstack/(react-)?virtual|' +
    'console/table/(list-page|record-table|table-(head|row)|use-(virtual-rows|cell-focus)|' +
    'state-control|category-select|highlighted-text)',
)

/** Modules that several pages need. */
const shared = {
  name: 'shared',
  test: (module) => !ofFewPages.test(module) && !ofLists.test(module),
  minShareCount: 3,
}
const lists = { name: 'lists', test: ofLists }

/** Modules that every page needs. */
const start = {
  name: 'start',
  test: new RegExp(
    [
      'console/(main|pages/__root|api/demo|ui/link-anchor|layout/workspace-badges)',
      'console/presenter/progress',
      'node_modules/@tanstack/(react-query|query-core)/',
      '@mantine/core/.*/Collapse/',
      '@mantine/hooks/.*/use-(disclosure|document-title|uncontrolled|window-event)/',
    ].join('|'),
  ),
}

export const consoleFiles = [
  react,
  contract,
  start,
  { name: 'sign-in', test: /src\/console\/(pages|layout\/sign-in)\/sign-in/ },
  workspace,
  shared,
  lists,
]

/** The static demo shows its start page while the files of the console load. */
export const demoFiles = [
  react,
  { name: 'boot', test: /static-demo\/|console\/no-eval\.ts/ },
  { name: 'console', test: /src\/console\/(render\.tsx|pages\/(__root|sign-in)\.tsx)/ },
  workspace,
  shared,
  lists,
]

/**
 * Returns the first line of a file: in those that most pages load, it has the browser compile all
 * functions in the background while the file arrives. Otherwise each is compiled in the foreground
 * when it is first called.
 */
export function compileHint({ name }) {
  return [...consoleFiles, ...demoFiles].some((file) => file.name === name)
    ? '//# allFunctionsCalledOnLoad'
    : ''
}
