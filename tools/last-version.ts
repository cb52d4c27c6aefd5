// The version before this one, from git, which nodes still run during a rolling update.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readMigrations } from '../packages/server/src/platform/db/migrate.ts'
import { root, stop } from './install.mjs'
import { linkModules } from './link-modules.ts'

export const migrationsFolder = 'packages/server/migrations'

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

export interface Version {
  commit: string
  name: string
}

/** The last release, or else the commit before the newest migration; undefined where its history is not here. */
export function lastVersion(): Version | undefined {
  const newest = readMigrations().at(-1)?.name
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*')
  if (release && !has(release, newest)) return { commit: release, name: release }
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `${migrationsFolder}/${newest}`)
  if (added === '') return { commit: 'HEAD', name: 'the last commit' }
  const commit = added && git('rev-parse', '--verify', `${added}^`)
  return commit ? { commit, name: `${commit.slice(0, 7)}, before ${newest}` } : undefined
}

function has(commit: string, migration: string | undefined): boolean {
  return git('cat-file', '-e', `${commit}:${migrationsFolder}/${migration}`) !== undefined
}

/**
 * Puts a version's sources into a folder, with the npm packages installed here and its own workspace packages instead
 * of ours.
 */
export function unpack(commit: string, folder: string): void {
  const tar = join(folder, 'source.tar')
  if (git('archive', `--output=${tar}`, commit) === undefined) stop(`git archive ${commit} has failed.`)
  const { status } = spawnSync('tar', ['-xf', tar, '-C', folder], { stdio: 'inherit' })
  if (status !== 0) stop('tar has failed: see its message above.')
  linkModules(folder)
}
