// `node scripts/run.mjs <file> [arguments]`: installs what is missing and runs the file on the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { environment, install, pinnedNode, root, stop } from '../tools/install.mjs'

/**
 * Runs a file on the pinned Node until it ends, and ends with its exit code. A stop (SIGTERM, Ctrl-C, this process
 * killed) reaches it exactly once.
 *
 * The file runs in its own process group: a terminal sends Ctrl-C to every process in its group, and npm also forwards the
 * one it receives, so a server in this group would be stopped two or three times. A channel to this process lets it notice
 * that this one was killed (follow.mjs).
 */
export function run(/** @type {string[]} */ [file, ...args], { env = environment } = {}) {
  const follow = ['--import', new URL('follow.mjs', import.meta.url).href]
  const child = spawn(pinnedNode, [...follow, /** @type {string} */ (file), ...args], {
    cwd: root,
    // Caching compiled code makes a start about a quarter of a second faster.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  child.on('error', error => stop(`The pinned Node does not run on this machine: ${error.message}`))

  let asked = 0
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    // One Ctrl-C arrives several times; only a later one counts as a second.
    const now = performance.now()
    if (asked !== 0 && now - asked < 1000) return
    asked = now
    child.kill(signal)
  }
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)

  // A killed npm does not signal its children; a changed parent id reveals it.
  if (process.env.npm_lifecycle_event) {
    const npm = process.ppid
    setInterval(() => process.ppid === npm || child.kill('SIGTERM'), 1000).unref()
  }

  return new Promise(resolve => {
    child.on('exit', (code, signal) => {
      if (signal) process.stderr.write(`Papadag was ended by ${signal}.\n`)
      process.off('SIGINT', passOn).off('SIGTERM', passOn)
      resolve(code ?? 1)
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install()
  process.exitCode = await run(process.argv.slice(2))
}
