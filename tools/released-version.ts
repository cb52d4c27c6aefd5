// The released version, from git, which nodes still run during a rolling update.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root, stop } from './install.mjs'
import { linkModules } from './link-modules.ts'

export const migrationsFolder = 'packages/server/migrations'

const Manifest = z.object({ version: z.string() })

function git(cwd: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

export interface Version {
  commit: string
  name: string
}

/**
 * The last release: its tag, or in a repository without tags the commit that added its small backup, as every release
 * does; undefined where the history of this clone begins later.
 */
export function releasedVersion(from = root): Version | undefined {
  const tag = git(from, 'describe', '--tags', '--abbrev=0', '--match', 'v*')
  if (tag) return { commit: tag, name: tag }
  const { version } = Manifest.parse(JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')))
  const backup = `packages/server/src/testing/backups/${version}.backup`
  const commit = git(from, 'log', '-1', '--diff-filter=A', '--format=%H', '--', backup)
  // The first commit of a shallow clone seems to add every file.
  return commit && git(from, 'rev-parse', '--verify', `${commit}^`) ? { commit, name: version } : undefined
}

/**
 * Puts a version's sources into a folder, with the npm packages installed here and its own workspace packages instead
 * of ours.
 */
export function unpack(commit: string, folder: string): void {
  const tar = join(folder, 'source.tar')
  if (git(root, 'archive', `--output=${tar}`, commit) === undefined) stop(`git archive ${commit} has failed.`)
  const { status } = spawnSync('tar', ['-xf', tar, '-C', folder], { stdio: 'inherit' })
  if (status !== 0) stop('tar has failed: see its message above.')
  linkModules(folder)
}
