import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Files that the app needs to open offline: its code, styles, fonts for five languages, the spinner. */
const needed =
  /^assets\/(?!page-map-).+\.(js|css)$|-latin-(wght|opsz)-normal.+\.woff2$|\/(laad-bakfiets|ill-offline|ill-fout)-[^/]+\.svg$/

/** An expression for the addresses of these files: most are code, so their extension and folder are left out. */
function shortened(files: readonly string[]): string {
  const names = files.map(file => {
    const name = file.replace(/^assets\//, '')
    const [bare = '', ...rest] = name.split(/\.js$/)
    return rest.length > 0 && !bare.includes('.') ? bare : name
  })
  return `${JSON.stringify(names.join(' '))}.split(' ').map(n=>'/assets/'+(n.includes('.')?n:n+'.js'))`
}

/** Writes the list of this build's files and its version into the service worker. */
export function precache(): Plugin {
  return {
    name: 'papadag-precache',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const worker = bundle['service-worker.js']
      if (worker?.type !== 'chunk') return
      const files = Object.keys(bundle)
        .filter(file => needed.test(file))
        .sort()
      // Names contain a hash of their contents, so a hash of the names distinguishes builds.
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      worker.code = worker.code
        .replace('__PRECACHE__', shortened(files))
        .replace('__VERSION__', JSON.stringify(version))
    },
  }
}
