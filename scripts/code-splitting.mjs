// The files that the console's modules are put into. Pages have few: browsers fetch six at a time
// from a server without HTTP/2, and small files compress worse. The first that matches a module
// takes it, and what it imports.

/** A third of what every page needs, on its own: browsers compile smaller files sooner. */
const react = {
  name: 'react',
  test: /node_modules\/(react|react-dom|scheduler)\/|console\/react-root/,
}

/** The schemas. Making them takes a while, in which other files can arrive. */
const contract = { name: 'contract', test: /node_modules\/zod\/|src\/contract\/|console\/no-eval/ }

/** The frame of every page of a workspace, and the first of them. */
const workspace = {
  name: 'workspace',
  test: /src\/console\/pages\/w\/\$workspaceId\/(route|index)\.tsx/,
}

/** Large libraries that few pages need, and what imports them. */
const ofFewPages =
  /node_modules\/(yaml|jsonc-parser|papaparse|diff|jose|react-hook-form|@hookform)\/|table\/csv\.ts/

/** The long tables of lists of records, of which only the rows in view are drawn. */
const ofLists = new RegExp(
  'node_modules/@tanstack/(react-)?virtual|' +
    'console/table/(list-page|record-table|table-(head|row)|use-(virtual-rows|cell-focus))',
)

/** What several pages need. */
const shared = {
  name: 'shared',
  test: (module) => !ofFewPages.test(module) && !ofLists.test(module),
  minShareCount: 3,
}
const lists = { name: 'lists', test: ofLists }

/** What every page needs, and what the sign-in page and the frame of the others share. */
const start = {
  name: 'start',
  test: new RegExp(
    [
      'console/(main|pages/__root|api/demo|ui/link-anchor|layout/workspace-badges)',
      'console/presenter/progress',
      'node_modules/@tanstack/(react-query|query-core)/',
      '@mantine/core/.*/Collapse/',
      '@mantine/hooks/.*/use-(disclosure|uncontrolled)/',
    ].join('|'),
  ),
}

export const consoleFiles = [
  react,
  contract,
  start,
  { name: 'sign-in', test: /src\/console\/(pages|layout)\/sign-in/ },
  workspace,
  shared,
  lists,
]

/** The demo without a server shows its start page while the files of the console arrive. */
export const demoFiles = [
  react,
  { name: 'boot', test: /static-demo\/|console\/no-eval\.ts/ },
  { name: 'console', test: /src\/console\/(render\.tsx|pages\/(__root|sign-in)\.tsx)/ },
  workspace,
  shared,
  lists,
]
