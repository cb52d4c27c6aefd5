// Makes git use this repository's hooks. Never fails an install: without git, inside another repository, or if other
// hooks are configured, this script does nothing.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

if (existsSync('.git') && !process.env.CI) {
  try {
    const configured = git('config', '--default', '', '--get', 'core.hooksPath')
    if (configured === '') git('config', 'core.hooksPath', '.githooks')
  } catch {
    // Git is missing or does not trust the folder. The hooks are a convenience; the gate makes the same checks.
  }
}
