// Lets git use our hooks, in a checkout of our own. Never in the way of an install: without git, inside
// another repository or with hooks of somebody's own, it does nothing.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

if (existsSync('.git') && !process.env.CI) {
  try {
    const configured = git('config', '--default', '', '--get', 'core.hooksPath')
    if (configured === '') git('config', 'core.hooksPath', '.githooks')
  } catch {
    // No git, or a folder that it does not trust: the hooks are a convenience, the gate checks the same.
  }
}
