import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getConfig } from '@lingui/conf'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareContract } from './vite/bare-contract.ts'
import { inlineLimits } from './vite/inline-limits.ts'
import { leanCss } from './vite/lean-css.ts'
import { leanPreload } from './vite/lean-preload.ts'
import { precache } from './vite/precache.ts'
import { reachable } from './vite/reachable.ts'
import { shell } from './vite/shell.ts'
import { texts } from './vite/texts.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const drawings = fileURLToPath(new URL('../ui/src/svg', import.meta.url))

const shellModules = new Set([...reachable(root, ['src/app/main.tsx'], 'at once'), 'src/platform/dates.ts'])
shellModules.delete('src/app/main.tsx')
const shellPackages = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter|@tanstack|@lingui)\//
const shellParts =
  /packages\/ui\/src\/(avatar|banner|button|card|class-names|empty-state|error-state|flag|icon|icon-button|illustration|logo|menu|skeleton|spinner|text-link)\.tsx?$|web\/src\/platform\/(sharing|useful-moment)\.ts$/

// What home, the list and the forms all show of a playdate.
const playdateParts =
  /contract\/src\/playdates\.ts$|ui\/src\/(avatar-stack|badge|calendar-leaf)\.tsx$|features\/playdates\/(playdate-(actions|card|facts|list)|use-membership|who-comes)\.tsx?$/

// What home shares with the profile and the places: where one is, what weather it is there, and how that looks.
const outsideParts =
  /features\/(location\/locator|weather\/current-weather)\.ts$|contract\/src\/weather\.ts$|svg\/scene-hero-(zon|regen)-\w+\.svg/

// What logging in shares with the forms and the lists.
const fieldParts =
  /packages\/ui\/src\/(tabs|text-field)\.tsx$|platform\/issue-texts\.ts$|@radix-ui\/(react-tabs|react-roving-focus|react-collection|react-presence|react-direction)\//

/** Whether every screen needs this module. */
function isShell(id: string): boolean {
  return (
    id.includes('rolldown/runtime') ||
    shellPackages.test(id) ||
    shellParts.test(id) ||
    shellModules.has(relative(root, id))
  )
}

const linguiConfig = getConfig({ cwd: root })

// The server adds `modulepreload` to the page with these keys of `dist/.vite/manifest.json`:
//   index.html                      the entry: React, platform, layout
//   src/pages/<name>.tsx            the chunk of one page, by its name in contract/src/pages.ts
//   src/platform/texts/<lang>.po    the words of the shell and home in one language; with ?auth or ?others those of other pages
export default defineConfig({
  root,
  // React has had this hook of its own since 18; two libraries still bring a stand-in for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  plugins: [
    react(),
    inlineLimits(),
    bareContract(),
    leanPreload(),
    // Only files that import a macro pass through Babel.
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { cwd: root })] }),
    texts(linguiConfig),
    tailwindcss(),
    leanCss(),
    shell(drawings),
    precache(),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // The server adds the preloads that matter before any script runs; Vite's own would come too late and cost bytes.
    modulePreload: { polyfill: false, resolveDependencies: (_, deps) => deps.filter(dep => dep.endsWith('.css')) },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: `${root}index.html`, 'service-worker': `${root}src/service-worker/service-worker.ts` },
      output: {
        // One file for what every screen needs before it runs: apart, its pieces would weigh 4 kB more.
        codeSplitting: {
          groups: [
            { name: 'shell', test: isShell },
            { name: 'playdate', test: playdateParts },
            { name: 'outside', test: outsideParts },
            { name: 'fields', test: fieldParts },
          ],
        },
        entryFileNames: chunk => (chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
