import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileHint, consoleFiles, ofFewPages } from './scripts/code-splitting.mjs'
import { introductions } from './src/console/layout/introductions.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 4600}`

/**
 * Puts the scripts that are marked `data-inline` into the page, so that nothing waits for them, and
 * the style sheet behind the frame, so that the frame is painted without it. Each file of code is a
 * script of its own, so that it is run as soon as it is there and what it imports, in a task of its
 * own: the browser is blocked for less time than by all of them at once.
 */
function quickFrame(): Plugin {
  return {
    name: 'quick-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [styles = ''] = /<link rel="stylesheet"[^>]*>\n/.exec(html) ?? []
        const [entry = ''] = /<script type="module"[^>]*><\/script>\n/.exec(html) ?? []
        const parts = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
        const scripts = [...parts, entry]
          .map((tag) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1])
          .map((file) => `<script type="module" async crossorigin src="${file}"></script>`)
        return html
          .replace(styles, '')
          .replace(entry, '')
          .replace('</body>', `  ${scripts.join('\n    ')}\n  </body>`)
          .replace('<div id="root">', `${styles}    <div id="root">`)
          .replaceAll(
            /<script src="(\/[\w-]+\.js)" data-inline><\/script>/g,
            (_tag, path: string) => `<script>${readFileSync(`public${path}`, 'utf8')}</script>`,
          )
      },
    },
  }
}

/** Gives the outline of each page its introduction. */
function outlineTexts(): Plugin {
  const rules = Object.entries(introductions).map(
    ([page, text]) => `html[data-page='${page}'] { --frame-introduction: ${JSON.stringify(text)} }`,
  )
  return {
    name: 'outline-texts',
    transformIndexHtml: () => [{ tag: 'style', children: rules.join('\n'), injectTo: 'head' }],
  }
}

/** Fails the build if src/console/theme/mantine.css lacks the styles of a component in it. */
function completeStyles(): Plugin {
  return {
    name: 'complete-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const styles = files
        .flatMap((file) => (file.type === 'asset' ? [file] : []))
        .filter(({ fileName }) => fileName.endsWith('.css'))
        .map(({ source }) => String(source))
        .join('')
      const modules = files.flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      )
      for (const [id, { code }] of modules) {
        const component = /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1]
        const classes = /"(?:root|input|inner)": "(\w+)"/.exec(code ?? '')?.[1]
        if (component !== undefined && classes !== undefined && !styles.includes(`.${classes}`))
          this.error(`Import the styles of ${component} in src/console/theme/mantine.css`)
      }
    },
  }
}

/** Fails the build if a module of several pages brings a library that few of them need. */
function lightPages(): Plugin {
  return {
    name: 'light-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.name !== 'shared') continue
        const rare = file.moduleIds.find((id) => ofFewPages.test(id))
        if (rare !== undefined) this.error(`Add what imports ${rare} to ofFewPages`)
      }
    },
  }
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/console/pages',
      generatedRouteTree: 'src/console/route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
    }),
    react(),
    outlineTexts(),
    quickFrame(),
    completeStyles(),
    lightPages(),
  ],
  // Imports of other layers begin with `@/`, as tsconfig.json says.
  resolve: { tsconfigPaths: true },
  css: { transformer: 'lightningcss' },
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    manifest: true,
    cssCodeSplit: false,
    // The editor of JSON is one file, for the pages that have one.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: consoleFiles },
        postBanner: compileHint,
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: api, changeOrigin: false } } },
})
