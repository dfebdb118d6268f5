import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** Imports that oxlint.config.mjs refuses, one for each rule: the file and what it imports. */
const violations = [
  ['src/contract/planted.ts', '@/server/core/context'],
  ['src/server/store/planted.ts', '@/server/core/context'],
  ['src/server/core/planted.ts', '@/server/services/apps/find'],
  ['src/server/authentication/planted.ts', '@/server/services/apps/find'],
  ['src/server/search/planted.ts', '@/server/services/apps/find'],
  ['src/server/queue/planted.ts', '@/server/notifications/notify-alert'],
  ['src/server/limits/planted.ts', '@/server/notifications/notify-alert'],
  ['src/server/notifications/planted.ts', '@/server/services/apps/find'],
  ['src/server/services/apps/planted.ts', '@/server/http/api'],
  ['src/server/services/actions/planted.ts', 'node:fs'],
  ['src/server/services/alerts/planted.ts', 'hono'],
  ['src/server/http/planted.ts', '@/server/node/mailer'],
  ['src/server/jobs/planted.ts', '@/server/http/api'],
  ['src/server/demo/planted.ts', '@/server/node/mailer'],
  ['src/server/node/planted.ts', '@/server/http/api'],
  ['src/console/theme/planted.ts', '@/console/ui/copy-button'],
  ['src/console/browser/planted.ts', '@/console/session/session'],
  ['src/console/ui/planted.ts', '@/console/api/client'],
  ['src/console/session/planted.ts', '@/console/api/client'],
  ['src/console/api/planted.ts', '@/console/layout/shell/shell'],
  ['src/console/api/planted-too.ts', '@/console/presenter/progress'],
  ['src/console/api/planted-three.ts', '@/console/ui/plural'],
  ['src/console/presenter/planted.ts', '@/console/layout/shell/shell'],
  ['src/console/layout/planted.ts', '@/console/forms/save-bar'],
  ['src/console/forms/planted.ts', '@/console/pages/sign-in'],
  ['src/console/edits/planted.ts', '@/console/grids/limit-rows'],
  ['src/console/grids/planted.ts', '@/console/forms/save-bar'],
  ['src/console/table/planted.ts', '@/console/forms/save-bar'],
  ['src/console/editor/planted.ts', '@/console/layout/shell/shell'],
  ['src/console/keys/planted.ts', '@/console/forms/save-bar'],
  ['src/console/pages/planted.ts', '@/server/core/etag'],
  ['src/console/pages/w/$workspaceId/-apps/planted.ts', '../-limits/columns'],
  ['src/console/pages/w/$workspaceId/-apps/bulk/planted.ts', '../../-limits/columns'],
  ['src/console/pages/w/$workspaceId/-apps/planted-too.ts', '@/console/pages/w/-limits/columns'],
  ['src/server/services/apps/planted-too.ts', '../../core/context'],
  ['src/console/pages/planted-too.ts', '../forms/save-bar'],
  ['src/console/grids/planted-too.ts', '../../contract/limits'],
] as const

const allowed = [
  ['src/server/services/webhooks/planted.ts', '@/server/core/context'],
  ['src/server/notifications/planted-too.ts', '@/server/limits/levels'],
  ['src/console/layout/planted-too.ts', '@/console/ui/copy-button'],
  ['src/console/pages/w/$workspaceId/-apps/bulk/planted-too.ts', '../selectors'],
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
