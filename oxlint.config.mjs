import { defineConfig } from 'oxlint'

/** The layers of the server and, for each, those that it may import besides the contract. */
const serverLayers = {
  store: [],
  core: ['store'],
  authentication: ['core', 'store'],
  search: ['core', 'store'],
  queue: ['core', 'store'],
  limits: ['core', 'store'],
  notifications: ['limits', 'queue', 'core', 'store'],
  services: ['authentication', 'limits', 'notifications', 'search', 'queue', 'core', 'store'],
  jobs: ['services', 'limits', 'notifications', 'queue', 'core', 'store'],
  demo: ['services', 'authentication', 'limits', 'notifications', 'search', 'core', 'store'],
  http: ['services', 'demo', 'authentication', 'limits', 'core', 'store'],
  node: ['core', 'store'],
}

/** The layers of the console and, for each, those that it may import besides the contract. */
const consoleLayers = {
  browser: [],
  theme: [],
  ui: ['browser'],
  session: ['browser'],
  api: ['browser', 'session'],
  presenter: ['browser', 'api'],
  layout: ['browser', 'api', 'session', 'ui', 'presenter'],
  keys: ['browser', 'session', 'ui'],
  editor: ['browser', 'ui'],
  table: ['browser', 'api', 'ui', 'layout'],
  edits: ['api', 'session', 'ui'],
  grids: ['browser', 'edits', 'api', 'ui', 'layout'],
  forms: ['browser', 'edits', 'grids', 'api', 'session', 'ui', 'layout', 'keys'],
  pages: [
    'browser',
    'api',
    'session',
    'ui',
    'layout',
    'keys',
    'editor',
    'table',
    'edits',
    'grids',
    'forms',
  ],
}

const noConsole = { regex: '/console/', message: 'The server never imports the console.' }
const noNode = { regex: '^node:', message: 'Code that needs Node belongs in src/server/node.' }
const noHttp = { regex: '^hono(/|$)', message: 'Only server/http may use HTTP.' }
const noServer = {
  regex: '/server/',
  message: 'The console may use the server only through its API.',
}
const noForeignPage = {
  regex: '^((\\.\\./)+|@/.*/)-',
  message: 'Code that pages share must not be in a page’s private folder.',
}

/** Returns an override that refuses imports which match one of the patterns. */
function restrictImports(files, patterns) {
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** Returns one override per layer: it may import no other layers but those that are listed. */
function restrictLayers(folder, layers, otherPatterns) {
  return Object.entries(layers).map(([layer, allowed]) => {
    const others = Object.keys(layers).filter((name) => name !== layer)
    const refused = others.filter((name) => !allowed.includes(name))
    const patterns = [
      {
        regex: `^@/${folder}/(${refused.join('|')})/`,
        message: `${folder}/${layer} may import ${['contract', ...allowed].join(', ')}.`,
      },
      {
        regex: `^\\.\\./(.*/)?(contract|${others.join('|')})/`,
        message: 'Imports of other layers begin with @/.',
      },
    ]
    return restrictImports(`src/${folder}/${layer}/**`, [...patterns, ...otherPatterns(layer)])
  })
}

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { browser: true, node: true, es2024: true },
  ignorePatterns: ['dist', 'src/console/**/*.gen.ts', 'test-results', 'public'],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'react/react-in-jsx-scope': 'off',
    'react/no-array-index-key': 'off',
    'import/no-unassigned-import': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'typescript/unbound-method': 'off',
    'typescript/consistent-return': 'off',
    'react/incompatible-library': 'off',
    'unicorn/no-thenable': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'no-new': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'expect*', 'assert*', 'fc.assert'] },
    ],
    'vitest/no-standalone-expect': 'off',
  },
  overrides: [
    restrictImports('src/contract/**', [
      { group: ['../**', '@/**'], message: 'The contract may import only zod.' },
    ]),
    ...restrictLayers('server', serverLayers, (layer) => [
      noConsole,
      ...(layer === 'node' ? [] : [noNode]),
      ...(layer === 'node' || layer === 'http' ? [] : [noHttp]),
    ]),
    ...restrictLayers('console', consoleLayers, (layer) =>
      layer === 'pages' ? [noServer, noForeignPage] : [noServer],
    ),
    {
      files: ['**/*.test.ts', 'src/server/testing/**', 'e2e/**'],
      rules: { 'no-restricted-imports': 'off' },
    },
  ],
})
