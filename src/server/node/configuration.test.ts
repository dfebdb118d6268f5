import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfiguration, variableNames } from './configuration'

test('an empty environment has its defaults', () => {
  expect(readConfiguration({ PORT: '', UNRELATED: 'x' })).toMatchObject({
    PORT: 4600,
    HOST: '127.0.0.1',
    DATA_DIR: '.signalbox',
    EXTENSIONS: true,
    DEMO: false,
    DEMO_PUBLIC: false,
    OUTGOING_NETWORKS: [],
    OUTGOING_HTTP: false,
  })
})

test('switches and lists are read as people write them', () => {
  expect(
    readConfiguration({
      EXTENSIONS: 'off',
      DEMO: 'True',
      DEMO_PUBLIC: 'False',
      OUTGOING_NETWORKS: '10.0.0.0/8, fd00::/8',
    }),
  ).toMatchObject({
    EXTENSIONS: false,
    DEMO: true,
    DEMO_PUBLIC: false,
    OUTGOING_NETWORKS: ['10.0.0.0/8', 'fd00::/8'],
  })
})

test.each(['0x10', '1e2', '4600.5', ' ', '-1'])(
  'a port is written in digits, not as %j',
  (PORT) => {
    expect(() => readConfiguration({ PORT })).toThrow(/^PORT: /)
  },
)

test('every variable that is wrong is named', () => {
  expect(() =>
    readConfiguration({
      PORT: 'abc',
      DATABASE_URL: 'mysql://x',
      MASTER_KEY: 'short',
      OUTGOING_NETWORKS: '10.0.0.1',
    }),
  ).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*MASTER_KEY[\s\S]*OUTGOING_NETWORKS/)
})

test('every variable is documented, and no other', async () => {
  const page = await readFile('docs/configure.md', 'utf8')
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(new Set(documented)).toEqual(new Set(variableNames))
})
