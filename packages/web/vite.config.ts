import { fileURLToPath } from 'node:url'
import { getConfig } from '@lingui/conf'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareContract } from './vite/bare-contract.ts'
import { precache } from './vite/precache.ts'
import { shell } from './vite/shell.ts'
import { texts } from './vite/texts.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const drawings = fileURLToPath(new URL('../ui/src/svg', import.meta.url))

const linguiConfig = getConfig({ cwd: root })

// The server adds `modulepreload` to the page with these keys of `dist/.vite/manifest.json`:
//   index.html                      the entry: React, platform, layout
//   src/pages/<name>.tsx            the chunk of one page, by its name in contract/src/pages.ts
//   src/platform/texts/<lang>.po    the chunk of one language: all sentences of all folders
export default defineConfig({
  root,
  plugins: [
    react(),
    bareContract(),
    // Only files that import a macro pass through Babel.
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { cwd: root })] }),
    texts(linguiConfig),
    tailwindcss(),
    shell(drawings),
    precache(),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // The server adds the preloads that matter before any script runs; Vite's own would come too late and cost bytes.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: `${root}index.html`, 'service-worker': `${root}src/service-worker/service-worker.ts` },
      output: {
        entryFileNames: chunk => (chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
