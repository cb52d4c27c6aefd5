// Runs before packages are installed, on Node 20 or newer: plain JavaScript with Node's modules only.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { setUpHooks } from './hooks.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node that runs everything but this bootstrap: one npm package per platform, pinned in the lock file. */
export const pinnedNode = (() => {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(root, 'node_modules', `${prefix}-${platform}-${process.arch}`, 'bin')
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
})()

/** An environment in which `node` is the pinned one and this repository's tools are on the PATH. */
export const environment = {
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
}

/** Prints one line about the current step. */
export function print(/** @type {string} */ line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Ends the run with one sentence for the person at the keyboard.
 * @returns {never}
 */
export function stop(/** @type {string} */ sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the npm packages if they are missing or differ from the lock file. */
export function install(/** @type {(line: string) => void} */ say = print) {
  checkVersions()
  if (isInstalled()) return
  say('Installing the npm packages (once, and again after a change of package-lock.json)…')
  // `npm ci` is no alternative: npm 11 refuses a lock file that lacks a package for any foreign platform, and not every
  // registry carries them all. These options install exactly what is locked and never write the lock file. The others
  // override a user's npm configuration: the build tools are dev dependencies, the pinned Node is an optional one, and
  // packages require a newer Node than the one npm may run on. The age of a version was checked when it was locked; what is
  // locked installs whatever the clock of this machine says.
  const { status, error } = npm([
    ...['install', '--no-save', '--package-lock', '--engine-strict=false'],
    ...['--include=dev', '--include=optional', '--ignore-scripts', '--min-release-age=0'],
    ...['--no-audit', '--no-fund', '--loglevel=error'],
  ])
  if (error || status !== 0) stop('Papadag could not install its npm packages: see the message of npm above.')
  if (!existsSync(pinnedNode)) {
    stop(
      `npm installed no Node for ${process.platform} on ${process.arch}: Papadag runs on Linux (x64, arm64), ` +
        'macOS (x64, arm64) and Windows (x64). If yours is among them, remove node_modules and try again.',
    )
  }
  setUpHooks()
}

function checkVersions() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    stop(`Papadag needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
  }
  const npmVersion = /npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
  if (npmVersion && Number(npmVersion) < 10) {
    stop(`Papadag needs npm 10 or newer; this is npm ${npmVersion}: "npm install --global npm" brings it up to date.`)
  }
}

/**
 * Whether node_modules is complete. As its last step npm writes a lock file into node_modules, which then agrees with
 * ours, except for packages of other platforms.
 */
function isInstalled() {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !present || !existsSync(pinnedNode)) return false
  return Object.entries(wanted).every(([path, { version, integrity, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    if (!found) return Boolean(optional || devOptional)
    return link ? found.link === true : found.version === version && found.integrity === integrity
  })
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} Locked
 * @returns {Record<string, Locked> | undefined}
 */
function packagesIn(/** @type {string} */ lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages
  } catch {
    return undefined
  }
}

function npm(/** @type {string[]} */ args) {
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  // npm names its own program here, which may differ from the `npm` on the PATH.
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [cli, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}
