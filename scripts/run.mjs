// `node scripts/run.mjs <file> [arguments]`: installs what is missing and runs the file on the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { environment, install, pinnedNode, root, stop } from './install.mjs'

/**
 * Runs a file on the pinned Node until it ends, and ends with its exit code. A stop (SIGTERM, Ctrl-C, this process
 * killed) reaches it exactly once.
 *
 * It gets a process group of its own: a terminal sends Ctrl-C to every process in its group, and npm passes on the one
 * it received as well, so that a server in this group would be stopped two or three times. And it holds a channel to
 * this process, by which it notices when this one is killed without a word (follow.mjs).
 */
export function run(/** @type {string[]} */ [file, ...args], { env = environment } = {}) {
  const follow = ['--import', new URL('follow.mjs', import.meta.url).href]
  const child = spawn(pinnedNode, [...follow, /** @type {string} */ (file), ...args], {
    cwd: root,
    // Compiled code is kept from one start to the next: about a quarter of a second less.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  child.on('error', error => stop(`The pinned Node does not run on this machine: ${error.message}`))

  let asked = 0
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    // One Ctrl-C arrives more than once; a second one, later, is meant.
    const now = performance.now()
    if (asked !== 0 && now - asked < 1000) return
    asked = now
    child.kill(signal)
  }
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)

  // When npm is killed without a word, nobody tells its children; the parent's id tells.
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
