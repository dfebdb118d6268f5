import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** One import against each rule of oxlint.config.mjs: file and what it imports. */
const violations = [
  ['src/contract/planted.ts', '../server/core/context'],
  ['src/server/store/planted.ts', '../core/context'],
  ['src/server/core/planted.ts', '../services/apps/find'],
  ['src/server/authentication/planted.ts', '../services/apps/find'],
  ['src/server/search/planted.ts', '../services/apps/find'],
  ['src/server/queue/planted.ts', '../notifications/notify-alert'],
  ['src/server/limits/planted.ts', '../notifications/notify-alert'],
  ['src/server/notifications/planted.ts', '../services/apps/find'],
  ['src/server/services/apps/planted.ts', '../../http/api'],
  ['src/server/services/actions/planted.ts', 'node:fs'],
  ['src/server/services/alerts/planted.ts', 'hono'],
  ['src/server/http/planted.ts', '../node/mailer'],
  ['src/server/jobs/planted.ts', '../http/api'],
  ['src/server/demo/planted.ts', '../node/mailer'],
  ['src/server/node/planted.ts', '../http/api'],
  ['src/console/theme/planted.ts', '../ui/copy-button'],
  ['src/console/browser/planted.ts', '../session/session'],
  ['src/console/ui/planted.ts', '../api/client'],
  ['src/console/session/planted.ts', '../api/client'],
  ['src/console/api/planted.ts', '../layout/shell/shell'],
  ['src/console/api/planted-too.ts', '../presenter/progress'],
  ['src/console/api/planted-three.ts', '../ui/plural'],
  ['src/console/presenter/planted.ts', '../layout/shell/shell'],
  ['src/console/layout/planted.ts', '../forms/save-bar'],
  ['src/console/forms/planted.ts', '../pages/sign-in'],
  ['src/console/edits/planted.ts', '../grids/limit-rows'],
  ['src/console/grids/planted.ts', '../forms/save-bar'],
  ['src/console/table/planted.ts', '../forms/save-bar'],
  ['src/console/editor/planted.ts', '../layout/shell/shell'],
  ['src/console/keys/planted.ts', '../forms/save-bar'],
  ['src/console/pages/planted.ts', '../../server/core/etag'],
  ['src/console/pages/w/$workspaceId/-apps/planted.ts', '../-limits/columns'],
  ['src/console/pages/w/$workspaceId/-apps/bulk/planted.ts', '../../-limits/columns'],
] as const

const allowed = [
  ['src/server/services/webhooks/planted.ts', '../../core/context'],
  ['src/server/notifications/planted-too.ts', '../limits/levels'],
  ['src/console/layout/planted-too.ts', '../ui/copy-button'],
] as const

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
})

/** Returns the files in which the linter finds an import that is not allowed. */
function lint(folder: string): Promise<string[]> {
  const program = resolve('node_modules/.bin/oxlint')
  return new Promise((settle, fail) =>
    execFile(
      program,
      ['-c', 'oxlint.config.mjs', '--format', 'json', 'src'],
      { cwd: folder },
      (_error, output) => {
        try {
          const { diagnostics } = reportSchema.parse(JSON.parse(output))
          settle(
            diagnostics
              .filter(({ code }) => code.includes('no-restricted-imports'))
              .map(({ filename }) => filename),
          )
        } catch (error) {
          fail(error)
        }
      },
    ),
  )
}

test('an import that points upwards between layers is refused, one rule at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-imports-'))
  try {
    await cp('oxlint.config.mjs', join(folder, 'oxlint.config.mjs'))
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    for (const [file, target] of [...violations, ...allowed]) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), `import '${target}'\n`)
    }
    expect((await lint(folder)).toSorted()).toEqual(violations.map(([file]) => file).toSorted())
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Returns the private folders of other pages that a page imports from. */
function foreignFolders(page: string, text: string): string[] {
  const [name = ''] = basename(page).split(/[._]/)
  const own = name === 'index' ? 'overview' : name
  return [...text.matchAll(/'\.\/-([\w-]+)\//g)].flatMap(([, folder = '']) =>
    folder === own ? [] : [folder],
  )
}

test('a page imports from no private folder but its own', async () => {
  expect(foreignFolders('limits_.$limit.tsx', "from './-limits/columns'")).toEqual([])
  expect(foreignFolders('index.tsx', "import('./-limits/columns')")).toEqual(['limits'])
  const folder = 'src/console/pages'
  const names = await readdir(folder, { recursive: true })
  for (const page of names.filter((name) => name.endsWith('.tsx') && !/(^|\/)-/.test(name)))
    expect(foreignFolders(page, await readFile(join(folder, page), 'utf8')), page).toEqual([])
})
