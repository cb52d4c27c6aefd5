import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { releasedVersion } from '../tools/released-version.ts'

const backups = 'packages/server/src/testing/backups'
const messageOf = (from: string, commit: string | undefined) => commit && git(from, 'log', '-1', '--format=%s', commit)

function git(cwd: string, ...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const who = ['-c', 'user.name=Papa', '-c', 'user.email=papa@papadag.test']
  return execFileSync('git', [...who, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** A repository with a commit before its release, the release 1.2.0 with its backup, and one after it. */
function aRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-released-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const from = join(folder, 'all')
  mkdirSync(join(from, backups), { recursive: true })
  const commit = (message: string, file: string, text = '') => {
    writeFileSync(join(from, file), text)
    git(from, 'add', '.')
    git(from, 'commit', '--message', message)
  }
  git(from, 'init', '--quiet')
  commit('Before', 'package.json', '{"version":"1.2.0"}')
  commit('Release 1.2.0', `${backups}/1.2.0.backup`)
  commit('After', 'README.md')
  return { folder, from }
}

const clonedWith =
  (...options: string[]) =>
  ({ folder, from }: ReturnType<typeof aRepository>) => {
    git(folder, 'clone', '--quiet', ...options, `file://${from}`, 'clone')
    return join(folder, 'clone')
  }

function tagged({ from }: ReturnType<typeof aRepository>) {
  git(from, 'tag', 'v1.1.0', 'HEAD~2')
  return from
}

test.each<[string, string | undefined, (all: ReturnType<typeof aRepository>) => string]>([
  ['its tag', 'Before', tagged],
  ['the commit that added its backup, without tags', 'Release 1.2.0', ({ from }) => from],
  ['that commit in a clone that holds the one before it', 'Release 1.2.0', clonedWith('--depth=3')],
  ['nothing in a clone whose history begins with it', undefined, clonedWith('--depth=2')],
  ['nothing in a clone whose history begins later', undefined, clonedWith('--depth=1')],
])('the released version is found by %s', (_, expected, where) => {
  const from = where(aRepository())
  expect(messageOf(from, releasedVersion(from)?.commit)).toBe(expected)
})
