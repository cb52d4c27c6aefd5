import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

// Draws, in each language and next to the built app, what the server puts into the page until the app's code has
// loaded.

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(`${root}dist/.vite/manifest.json`, 'utf8'))

// Everything that the drawn modules need from a browser.
const nothing = () => {}
Object.assign(globalThis, {
  window: {},
  addEventListener: nothing,
  location: { pathname: '/', search: '', hash: '' },
  history: { pushState: nothing, replaceState: nothing },
  localStorage: { getItem: () => null },
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
})

// React's server renderer requires a server snapshot of each store; here it is the same as the client's.
const react: typeof import('react') = createRequire(import.meta.url)('react')
const { useSyncExternalStore } = react
react.useSyncExternalStore = (subscribe, get) => useSyncExternalStore(subscribe, get, get)

const vite = await createServer({
  root,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
})
try {
  const { drawScreens } = await vite.ssrLoadModule('/src/app/drawn/drawn-screens.tsx')
  const { languages } = await vite.ssrLoadModule('@papadag/contract/limits')
  mkdirSync(`${root}dist/drawn`, { recursive: true })
  for (const language of languages) {
    const { messages } = await vite.ssrLoadModule(`/src/platform/texts/${language}.po`)
    const screens: Record<string, string> = drawScreens(language, messages)
    for (const [page, html] of Object.entries(screens))
      writeFileSync(`${root}dist/drawn/${page}.${language}.html`, html.replace(/"[^"]*\/([\w-]+\.svg)[^"]*"/g, built))
  }
} finally {
  await vite.close()
}
// The app's timers and its channel between tabs would keep this process alive.
process.exit()

/** The address of a drawing in the built app. */
function built(_: string, name: string) {
  const drawing = manifest[`../ui/src/svg/${name}`]
  if (!drawing) throw new Error(`The build has no ${name}`)
  return `"/${drawing.file}"`
}
