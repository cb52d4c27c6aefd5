// Builds the web app into packages/web/dist when its sources have changed since the last build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { environment, install, pinnedNode, print, root, stop } from '../tools/install.mjs'

const web = join(root, 'packages/web')
const dist = join(web, 'dist')
const stamp = join(dist, '.papadag-build')

/** Builds the web app, unless the last build had the same sources. */
export async function build() {
  const sources = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  print('Building the web app (once, and again after a change of its sources)…')
  await run(join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn')
  await run('vite/prerender.ts')
  await compress()
  // The stamp is written last, so that an interrupted build is repeated.
  writeFileSync(stamp, sources)
}

/** A hash of everything that the build reads. */
function fingerprint() {
  const files = ['packages/web', 'packages/ui', 'packages/contract'].flatMap(sourcesIn)
  const hash = createHash('sha256')
  // The styles of this page are generated from its class names.
  files.push(...sourcesIn('packages/server/src/features/places/town-pages'))
  for (const file of [...files, 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @returns {string[]} */
function sourcesIn(/** @type {string} */ folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}

/** Runs a script in the web app's folder. */
async function run(/** @type {string[]} */ ...script) {
  const child = spawn(pinnedNode, script, {
    cwd: web,
    env: { ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', text => (output += text))
  child.stderr.on('data', text => (output += text))
  const [status] = await once(child, 'close')
  if (status !== 0) stop(`${output}\nPapadag could not build its web app: see the message above.`)
}

/** Writes `.br` and `.gz` files next to text files worth compressing; the server sends these. */
async function compress() {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(js|css|html|svg|json|webmanifest)$/.test(path) && !/^(\.vite|sent)\b/.test(path))
    .map(path => join(dist, path))
  for (const path of files) {
    const content = readFileSync(path)
    if (content.length < 200) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      promisify(gzip)(content, { level: 9 }),
    ])
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install()
  await build()
}
