import { mkdirSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { languages } from '@papadag/contract/limits'

// Draws, in each language and next to the built app, what the server puts into the page until the app's code has
// loaded.

const dist = fileURLToPath(new URL('../dist', import.meta.url))

// Everything that the prerendered modules need from a browser.
const nothing = () => {}
Object.assign(globalThis, {
  window: {},
  addEventListener: nothing,
  location: { pathname: '/', search: '', hash: '' },
  history: { pushState: nothing, replaceState: nothing },
  localStorage: { getItem: () => null },
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
})

const { prerenderScreens }: { prerenderScreens(language: string): Promise<Record<string, string>> } = await import(
  `${dist}/server/prerender.js`
)
mkdirSync(`${dist}/prerendered`, { recursive: true })
for (const language of languages) {
  for (const [page, html] of Object.entries(await prerenderScreens(language)))
    writeFileSync(`${dist}/prerendered/${page}.${language}.html`, html)
}
// The app's timers and its channel between tabs would keep this process alive.
process.exit()
