import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getConfig } from '@lingui/conf'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bareContract } from './vite/bare-contract.ts'
import { eager } from './vite/eager.ts'
import { ahead, scripts } from './vite/load-order.ts'
import { plainNumbers } from './vite/plain-numbers.ts'
import { precache } from './vite/precache.ts'
import { shell } from './vite/shell.ts'
import { texts } from './vite/texts.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const drawings = fileURLToPath(new URL('../ui/src/svg', import.meta.url))

/** Much of what these scripts hold runs before home, the screen that it fetches ahead, or the map is drawn. */
const first = new Set([...Object.keys(scripts), 'home', 'playdates', 'playground-map'])

const isStyle = (file: string) => file.endsWith('.css')

/** Node renders a screen once, so its bundle has nothing that the screen would load later except its texts. */
const nothingLater: Plugin = {
  name: 'papadag-nothing-later',
  applyToEnvironment: ({ name }) => name === 'server',
  resolveDynamicImport: name => (/\.po$/.test(String(name)) ? undefined : false),
}

const linguiConfig = getConfig({ cwd: root })
// It advises its own transformation of macros, which stays optional until its next major version.
process.env.LINGUI_SUPPRESS_BABEL_WARNING = '1'

// The server adds `modulepreload` to the page with these keys of `dist/.vite/manifest.json`:
//   index.html                      the entry: React, platform, layout
//   src/app/page-map.ts             the map on pages that the server writes
//   src/pages/<name>.tsx            the chunk of one page, by its name in contract/src/pages.ts
//   _<name>-<hash>.js               a chunk of vite/load-order.ts
//   src/platform/texts/<lang>.po    the words of the shell and home in one language; with ?auth, ?others… those of another part
export default defineConfig({
  root,
  resolve: {
    alias: [
      // React has had this hook of its own since 18; two libraries still bring a stand-in for older ones.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      { find: /^\.\/infiniteQueryBehavior\.js$/, replacement: `${root}vite/no-infinite-reads.ts` },
    ],
  },
  plugins: [
    react(),
    bareContract(),
    plainNumbers(),
    // Only files that import a macro pass through Babel.
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { cwd: root })] }),
    texts(linguiConfig),
    nothingLater,
    tailwindcss(),
    shell(drawings),
    eager(first),
    precache(),
  ],
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        target: 'es2023',
        // The server adds the preloads of the first screen before any script runs; what Vite's own list costs pays only for
        // the screen that is fetched ahead.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (url, files) =>
            ahead.some(name => url.startsWith(`assets/${name}-`)) ? files : files.filter(isStyle),
        },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            index: `${root}index.html`,
            'service-worker': `${root}src/service-worker/service-worker.ts`,
            'page-map': `${root}src/app/page-map.ts`,
            'prerendered/start': `${root}src/app/prerendered/prerendered-start.ts`,
            'prerendered/replies': `${root}src/app/prerendered/prerendered-replies.ts`,
          },
          output: {
            // The bundler adds what these files import.
            codeSplitting: {
              groups: Object.entries(scripts).map(([name, files]) => {
                const ids = new Set(files.map(file => join(root, file)))
                return { name, test: (id: string) => ids.has(id) }
              }),
            },
            // The service worker names them all, and these parts of names cannot be compressed.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: chunk =>
              ['index', 'page-map'].includes(chunk.name) ? 'assets/[name]-[hash].js' : '[name].js',
          },
        },
      },
    },
    // Node renders the server's own pages and, in the build, the prerendered screens.
    server: {
      consumer: 'server',
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        assetsInlineLimit: 0,
        emitAssets: false,
        rolldownOptions: {
          input: {
            render: `${root}src/app/server-pages/render.tsx`,
            prerender: `${root}src/app/prerendered/prerendered-screens.tsx`,
          },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
  },
})
