import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Files that the app needs to open offline: code, styles, fonts for five languages, the spinner. */
const needed =
  /^assets\/.+\.(js|css)$|-latin-(wght|opsz)-normal.+\.woff2$|\/(laad-bakfiets|ill-offline|ill-fout)-[^/]+\.svg$/

/** Writes the list of this build's files, and a version that is its own, into the service worker. */
export function precache(): Plugin {
  return {
    name: 'papadag-precache',
    generateBundle(_, bundle) {
      const worker = bundle['service-worker.js']
      if (worker?.type !== 'chunk') return
      const files = Object.keys(bundle)
        .filter(file => needed.test(file))
        .sort()
      // Names carry a hash of their contents, so a hash of the names tells one build from the next.
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      worker.code = worker.code
        .replace('__PRECACHE__', JSON.stringify(files.map(file => `/${file}`)))
        .replace('__VERSION__', JSON.stringify(version))
    },
  }
}
