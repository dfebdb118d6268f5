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

/** What several pages need. */
const shared = { name: 'shared', test: (module) => !ofFewPages.test(module), minShareCount: 3 }

export const consoleFiles = [
  react,
  contract,
  {
    name: 'start',
    test: /console\/(main|pages\/__root|api\/demo|ui\/link-anchor|layout\/workspace-badges)\.tsx?/,
  },
  { name: 'sign-in', test: /src\/console\/(pages|layout)\/sign-in/ },
  workspace,
  shared,
]

/** The demo without a server shows its start page while the files of the console arrive. */
export const demoFiles = [
  react,
  { name: 'boot', test: /static-demo\/|console\/no-eval\.ts/ },
  { name: 'console', test: /src\/console\/(render\.tsx|pages\/(__root|sign-in)\.tsx)/ },
  workspace,
  shared,
]
