// happy-dom is six hundred files, and every file of component tests loads them again. So a run of these tests bundles them
// once, and its workers import the bundle (`--import`), which takes a third of the time.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/happy-dom/package.json'), 'utf8'))
const folder = join(root, 'node_modules/.cache/happy-dom')
const made = join(folder, version)

/** Vitest calls this once before the tests. */
export default async function makeOnce() {
  if (existsSync(made)) return
  const { build } = await import('vite')
  const own = `${made}.${process.pid}`
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: ['happy-dom'] },
    build: {
      ssr: join(root, 'node_modules/happy-dom/lib/index.js'),
      outDir: own,
      rolldownOptions: { output: { entryFileNames: 'happy-dom.mjs' } },
    },
  })
  try {
    renameSync(own, made)
  } catch {
    // Another run has made it by then.
    rmSync(own, { recursive: true, force: true })
  }
}

const bundle = join(made, 'happy-dom.mjs')
if (existsSync(bundle)) {
  const { href: url } = pathToFileURL(bundle)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'happy-dom' ? { url, format: 'module', shortCircuit: true } : next(specifier, context),
  })
}
