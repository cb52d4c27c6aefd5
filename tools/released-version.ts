// The released version, from git, which nodes still run during a rolling update.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
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

/** The last release, or this commit until there is one; undefined where the tags of the history are not here. */
export function releasedVersion(): Version | undefined {
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*')
  if (release) return { commit: release, name: release }
  return git('rev-parse', '--is-shallow-repository') === 'false'
    ? { commit: 'HEAD', name: 'this commit, since nothing is released yet,' }
    : undefined
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
