// Compares what a browser downloads with the budgets. Sizes are kB of the production build as sent, compressed with
// Brotli if such a file exists.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { print, root } from '../tools/install.mjs'

const dist = join(root, 'packages/web/dist')

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; name?: string }
type Line = { what: string; size: number; must: number; aim: number }

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const shell = reachable('index.html')
const language = reachable('src/platform/texts/nl.po')
const auth = shell.union(reachable('src/pages/auth.tsx'))
const authWords = reachable('src/platform/texts/nl.po?auth')
const home = shell.union(reachable('src/pages/home/home.tsx'))
/** What home has loaded by the time another page is opened. */
const shared = auth.union(home).union(reachable(keyOf('home-later')))
const mapKey = 'src/pages/places/playground-map.tsx'
const otherPages = Object.keys(manifest).filter(
  key => /^src\/pages\//.test(key) && !['src/pages/auth.tsx', 'src/pages/home/home.tsx', mapKey].includes(key),
)
/** Pages that another one opens, and that load beside it. */
const openers: Record<string, string> = {
  'src/pages/people/settings.tsx': 'src/pages/people/profile.tsx',
  'src/pages/playdates/opened/opened-more.tsx': 'src/pages/playdates/opened/opened-playdate.tsx',
}
const worker = new Set(globSync('assets/layers-worker-*.js', { cwd: dist }))
if (worker.size !== 1) throw new Error('The build has no worker for the layers of the map.')
const painter = new Set(globSync('assets/{paint-worker,hosted-map}-*.js', { cwd: dist }))
if (painter.size !== 2) throw new Error('The build has no painter for the map.')
const map = reachable(mapKey).difference(shared).union(worker).union(new Set(manifest[mapKey]?.css))

const drawings = new Set(
  ['home.nl.html', 'playdates.nl.html', 'unreachable.nl.html', 'start.js'].map(name => `prerendered/${name}`),
)
const styles = globSync('**/*.css', { cwd: dist })

const lines: Line[] = [
  {
    // With passkeys, which are offered where browser and server have them, and the choice to be remembered.
    what: 'JS fetched on /auth, cold',
    size: sizeOf(auth.union(language).union(authWords)),
    must: 100.3,
    aim: 85,
  },
  // The names of the files alone, new with each change, move it by .15.
  { what: 'JS fetched on /, cold', size: sizeOf(home.union(language)), must: 99, aim: 90 },
  ...otherPages.map(key => ({
    what: `own JS of ${key}`,
    size: sizeOf(reachable(key).difference(openers[key] ? shared.union(reachable(openers[key])) : shared)),
    // The form of a playdate includes the whole form library, the calendar, places and repeats.
    must: /create-playdate|edit-playdate/.test(key) ? 29.3 : /notification|opened-playdate/.test(key) ? 26.7 : 26,
    aim: 15,
  })),
  // With the filters by what is known of a playground, and the answer for his children.
  { what: 'map extra: JS with Leaflet, worker and CSS', size: sizeOf(map), must: 46.5, aim: 40 },
  { what: 'painter of a map of one’s own, if there is one', size: sizeOf(painter), must: 12, aim: 12 },
  { what: 'CSS without the map’s', size: sizeOf(new Set(styles).difference(map)), must: 14.5, aim: 9 },
  // It sends what waits with the app closed: after its installation it may load no code for that.
  { what: 'service worker', size: sizeOf(new Set(['service-worker.js'])), must: 5.8, aim: 2 },
  {
    what: 'prerendered screens in the HTML of home',
    size: sizeOf(drawings),
    must: 6.1,
    aim: 4,
  },
  { what: 'HTML', size: sizeOf(new Set(['index.html'])), must: 4, aim: 4 },
]

for (const { what, size, must, aim } of lines) {
  const verdict = size <= must ? '✓' : '✗'
  print(
    `${verdict} ${what.padEnd(44)} ${size.toFixed(1).padStart(6)} kB of ${must}${size > aim ? ` (aim ${aim})` : ''}`,
  )
  if (size > must) process.exitCode = 1
}

/** The key of a chunk that several screens share. */
function keyOf(chunk: string) {
  return Object.keys(manifest).find(key => manifest[key]?.name === chunk) ?? chunk
}

/** The files that a chunk needs before it runs: its own and those of all chunks it imports. */
function reachable(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no chunk ${key}.`)
  if (!seen.has(chunk.file)) {
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) reachable(imported, seen)
  }
  return seen
}

function sizeOf(files: Set<string>): number {
  const bytes = [...files].map(file => {
    const path = join(dist, file)
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
  })
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
