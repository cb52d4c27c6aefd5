// Checks that extracting the texts again changes nothing, that every sentence exists in every language, and that the
// English catalogue equals the sources. Files written by the check are restored or deleted.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const filesBefore = new Set(sources())
const catalogues = new Map([...filesBefore].filter(isCatalogue).map(path => [path, readFileSync(path, 'utf8')]))
let complete = true

lingui('extract', '--clean')
const changed = sources().filter(path => isCatalogue(path) && catalogues.get(path) !== readFileSync(path, 'utf8'))
if (catalogues.size === 0) fail('There are no catalogues.')
if (changed.length > 0) fail(`"npm run extract" changes these catalogues:\n${changed.join('\n')}`)

for (const [path, content] of catalogues) writeFileSync(path, content)

const english = [...catalogues].filter(([path]) => path.endsWith('en.po')).map(([, content]) => content)
for (const [, id, text] of english.join('\n').matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)) {
  if (id !== text) fail(`Change the source of "${id}" to "${text}".`)
}

lingui('compile', '--strict')
for (const path of sources()) if (!filesBefore.has(path)) rmSync(path)

if (!complete) process.exitCode = 1

function sources(): string[] {
  return globSync('packages/{web,ui}/src/**/*.*').sort()
}

function isCatalogue(path: string): boolean {
  return path.endsWith('.po')
}

function lingui(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('lingui', args, {
    cwd: 'packages/web',
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(`lingui ${args.join(' ')}\n${stdout}${stderr}`)
}

function fail(reason: string) {
  process.stderr.write(`${reason}\n`)
  complete = false
}
