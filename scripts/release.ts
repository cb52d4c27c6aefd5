// `npm run release -- VERSION`: sets the version in the changelog and in every package, keeps a small backup of it that
// later versions restore in their tests, commits and tags it, and packs it with the built web app, so that `npm start` in
// the unpacked archive builds nothing.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { print, root, stop } from '../tools/install.mjs'
import { build } from './build.mjs'

const packages = ['contract', 'server', 'ui', 'web']
const backups = join(root, 'packages/server/src/testing/backups')
const manifests = ['package.json', ...packages.map(name => `packages/${name}/package.json`)]

/**
 * The changelog with its unreleased part under the new version; undefined if that part is empty and the version has
 * none of its own yet.
 */
export function withVersion(changelog: string, version: string, day: string): string | undefined {
  const [, before = '', unreleased = '', rest = ''] = /^(.*?## Unreleased\n)(.*?)(\n## .*)?$/s.exec(changelog) ?? []
  if (unreleased.trim() === '') return rest.startsWith(`\n## ${version} – `) ? changelog : undefined
  return `${before}\n## ${version} – ${day}\n${unreleased.trimEnd()}\n${rest}`
}

/** Whether a version comes after another; both are three numbers. */
export function isAfter(version: string, last: string): boolean {
  const [now = [], before = []] = [version, last].map(text => text.split('.').map(Number))
  const at = now.findIndex((number, index) => number !== before[index])
  return at >= 0 && (now[at] ?? 0) > (before[at] ?? 0)
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) stop(`git ${args[0]}: ${stderr.trim()}`)
  return stdout.trim()
}

/** Edits a JSON file as text, which keeps its order and its last newline. */
function rewrite(file: string, change: (text: string) => string) {
  writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')))
}

function giveVersion(version: string, last: string) {
  for (const file of manifests) {
    rewrite(file, text =>
      text
        .replace(`"version": "${last}"`, `"version": "${version}"`)
        .replaceAll(/("@papadag\/\w+": )"[^"]+"/g, `$1"${version}"`),
    )
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  lock.version = version
  for (const path of ['', ...packages.map(name => `packages/${name}`)]) {
    const own = lock.packages[path]
    own.version = version
    for (const name of Object.keys(own.dependencies ?? {})) {
      if (name.startsWith('@papadag/')) own.dependencies[name] = version
    }
  }
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

/** Made by restoring that of the last release with this version, so that it holds one of everything too. */
function keepBackup(version: string, last: string) {
  const own = join(backups, `${version}.backup`)
  const before = [`${last}.backup`, 'before-1.0.0.backup']
    .map(name => join(backups, name))
    .find(path => existsSync(path))
  if (!before) stop(`${backups} has no backup of ${last}.`)
  const data = mkdtempSync(join(tmpdir(), 'papadag-release-'))
  try {
    for (const command of [
      ['restore', before],
      ['backup', own],
    ])
      run(process.execPath, ['scripts/papadag.mjs', ...command], { ...process.env, DATA_DIR: data, DATABASE_URL: '' })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
  chmodSync(own, 0o644)
  git('add', own)
}

/** Packs the files of the tag in git and the web app built from them. */
function pack(version: string): string {
  const name = `papadag-${version}`
  const staged = mkdtempSync(join(tmpdir(), 'papadag-release-'))
  const archive = join(root, 'release', `${name}.tar.gz`)
  try {
    mkdirSync(join(root, 'release'), { recursive: true })
    const tar = join(staged, 'source.tar')
    git('archive', `--prefix=${name}/`, `--output=${tar}`, `v${version}`)
    run('tar', ['-xf', tar, '-C', staged])
    cpSync(join(root, 'packages/web/dist'), join(staged, name, 'packages/web/dist'), { recursive: true })
    run('tar', ['-czf', archive, '-C', staged, name])
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
  return archive
}

function run(command: string, args: readonly string[], env = process.env) {
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) stop(`${command} has failed: see its message above.`)
}

async function release([version = '', ...rest]: readonly string[]) {
  if (rest.length > 0 || !/^\d+\.\d+\.\d+$/.test(version)) stop('Say which version: npm run release -- 1.2.3')
  const last = String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
  const isFirst = git('tag', '--list', 'v*') === ''
  if (!isAfter(version, last) && !(isFirst && version === last)) stop(`${version} does not come after ${last}.`)
  if (git('status', '--porcelain') !== '') stop('Commit what has changed first.')
  const day = Temporal.Now.plainDateISO().toString()
  const changelog = withVersion(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, day)
  if (changelog === undefined) stop('CHANGELOG.md says nothing under "Unreleased": there is nothing to release.')

  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  giveVersion(version, last)
  await build()
  keepBackup(version, last)
  git('commit', '--all', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Papadag ${version}`)
  print(`Tagged v${version} and packed ${pack(version)}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await release(process.argv.slice(2))
