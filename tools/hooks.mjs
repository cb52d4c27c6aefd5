import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * Makes git use this repository's hooks; npm runs no script of a package that it installs, not even ours. Never fails an
 * installation: without git, inside another repository, or if other hooks are configured, it does nothing.
 */
export function setUpHooks() {
  if (!existsSync(join(root, '.git')) || process.env.CI) return
  try {
    const configured = git('config', '--default', '', '--get', 'core.hooksPath')
    if (configured === '') git('config', 'core.hooksPath', '.githooks')
  } catch {
    // Git is missing or does not trust the folder. The hooks are a convenience; the gate makes the same checks.
  }
}
