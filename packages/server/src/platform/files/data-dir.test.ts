import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { openDataDir } from './data-dir.ts'

const program = `
  import { openDataDir } from ${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)}
  process.on('message', () => {
    try { openDataDir(process.argv[2]).lock(); process.send('locked') } catch (error) { process.send(error.message) }
  })
  process.send('ready')
`

/** A process that tries to open the folder. */
async function contender(path: string) {
  const file = join(emptyFolder(), 'contender.ts')
  writeFileSync(file, program)
  const child = fork(file, [path])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return {
    child,
    async take(): Promise<unknown> {
      child.send('go')
      const [said] = await once(child, 'message')
      return said
    },
  }
}

test('when twenty processes open one folder at once, one gets it and the others learn its process id', async () => {
  const path = emptyFolder()
  const contenders = await Promise.all(Array.from({ length: 20 }, () => contender(path)))
  const said = await Promise.all(contenders.map(({ take }) => take()))
  expect(said.filter(word => word === 'locked')).toHaveLength(1)
  expect(said.filter(word => String(word).includes('is in use by another Papadag'))).toHaveLength(19)
})

test('a killed process releases its lock', async () => {
  const path = emptyFolder()
  const { child, take } = await contender(path)
  expect(await take()).toBe('locked')
  expect(() => openDataDir(path).lock()).toThrow(`is in use by another Papadag (process ${child.pid})`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const dataDir = openDataDir(path)
  dataDir.lock()
  expect(() => openDataDir(path).lock()).toThrow('is in use')
  dataDir.unlock()
  openDataDir(path).lock()
})

test('when twenty processes open the folder of a killed one, one gets it', async () => {
  const path = emptyFolder()
  const [dead, ...contenders] = await Promise.all(Array.from({ length: 21 }, () => contender(path)))
  expect(await dead?.take()).toBe('locked')
  dead?.child.kill('SIGKILL')
  if (dead) await once(dead.child, 'exit')
  const said = await Promise.all(contenders.map(({ take }) => take()))
  expect(said.filter(word => word === 'locked')).toHaveLength(1)
})

test('the secret is generated once, and only its owner can read it', () => {
  const path = emptyFolder()
  const secret = openDataDir(path).sessionSecret()
  expect(secret.length).toBeGreaterThanOrEqual(43)
  expect(openDataDir(path).sessionSecret()).toBe(secret)
  expect(statSync(join(path, 'session-secret')).mode & 0o777).toBe(0o600)
})

test('processes that start at once share one secret', async () => {
  const path = emptyFolder()
  const file = join(emptyFolder(), 'reader.ts')
  const module = JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)
  writeFileSync(
    file,
    `import { openDataDir } from ${module}; process.send(openDataDir(process.argv[2]).sessionSecret())`,
  )
  const secrets = await Promise.all(
    Array.from({ length: 8 }, async () => (await once(fork(file, [path]), 'message'))[0] as unknown),
  )
  expect(new Set(secrets)).toEqual(new Set([openDataDir(path).sessionSecret()]))
  expect(readdirSync(path)).toEqual(['session-secret'])
})

test('a lock file with foreign content does not lock the folder', () => {
  const path = emptyFolder()
  writeFileSync(join(path, 'lock.sqlite'), 'no lock at all, but long enough to be read as something'.repeat(100))
  expect(() => openDataDir(path).lock()).toThrow('with lock.sqlite in it untouched')
})

test('a path that cannot be a folder is refused with a sentence', () => {
  const path = emptyFolder()
  writeFileSync(join(path, 'file'), '')
  expect(() => openDataDir(join(path, 'file'))).toThrow(/^DATA_DIR must be a folder/)
})

const modeOf = (path: string) => statSync(path).mode & 0o777

test.each([
  ['of the system', ['bin', 'etc', 'uploads'], '"bin"'],
  ['with somebody’s own files', ['.bashrc', 'Documents'], '".bashrc"'],
  ['with one file beside what an operator may put there', ['map', 'backups', 'letter.txt'], '"letter.txt"'],
  ['with a name on two lines', ['a\nb'], '"a\\nb"'],
])('a folder %s is refused before anything in it is closed', (_, names, named) => {
  const path = emptyFolder()
  const all = [path, ...names.map(name => join(path, name))]
  for (const one of all) {
    mkdirSync(one, { recursive: true })
    chmodSync(one, 0o755)
  }
  expect(() => openDataDir(path)).toThrow(`holds other things, such as ${named}; name a new or an empty one.`)
  expect(all.map(modeOf)).toEqual(all.map(() => 0o755))
  expect(readdirSync(path).sort()).toEqual(names.toSorted())
})

test.each([
  ['an empty one', []],
  ['a disk that is mounted there', ['lost+found']],
  ['what other commands and operators make first', ['uploads', 'map', 'backups', 'downloads']],
  ['a secret that was saved, beside anything', ['session-secret', 'notes.txt']],
  ['what another process begins at the same moment', ['.write-test-17', 'session-secret.17']],
])('%s is accepted as a data folder, and closed', (_, names) => {
  const path = emptyFolder()
  for (const name of names) writeFileSync(join(path, name), '')
  openDataDir(path)
  expect([path, ...names.map(name => join(path, name))].map(modeOf)).toEqual([0o700, ...names.map(() => 0o600)])
})
