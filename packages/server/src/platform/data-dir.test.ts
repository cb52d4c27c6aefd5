import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDir } from './data-dir.ts'

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'papadag-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const program = `
  import { openDataDir } from ${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)}
  try { openDataDir(process.argv[2]).lock(); process.send('locked') } catch (error) { process.send(error.message) }
  process.on('message', () => process.exit(0))
`

/** A process that tries to take the folder, and what it says. */
async function contender(path: string): Promise<{ child: ChildProcess; said: unknown }> {
  const file = join(folder(), 'contender.ts')
  writeFileSync(file, program)
  const child = fork(file, [path])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child, 'message')
  return { child, said }
}

test('of twelve processes that want one folder at once, one gets it and the others are told by whom', async () => {
  const path = folder()
  const contenders = await Promise.all(Array.from({ length: 12 }, () => contender(path)))
  const said = contenders.map(({ said }) => said)
  expect(said.filter(word => word === 'locked')).toHaveLength(1)
  expect(said.filter(word => String(word).includes('is in use by another Papadag'))).toHaveLength(11)
})

test('a process that was killed holds nothing any more', async () => {
  const path = folder()
  const { child, said } = await contender(path)
  expect(said).toBe('locked')
  expect(() => openDataDir(path).lock()).toThrow(`is in use by another Papadag (process ${child.pid})`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const dataDir = openDataDir(path)
  dataDir.lock()
  expect(() => openDataDir(path).lock()).toThrow('is in use')
  dataDir.unlock()
  openDataDir(path).lock()
})

test('the secret is made once, for its owner alone', () => {
  const path = folder()
  const secret = openDataDir(path).sessionSecret()
  expect(secret.length).toBeGreaterThanOrEqual(43)
  expect(openDataDir(path).sessionSecret()).toBe(secret)
  expect(statSync(join(path, 'session-secret')).mode & 0o777).toBe(0o600)
})

test('a folder that cannot be one is named in a sentence', () => {
  const path = folder()
  writeFileSync(join(path, 'file'), '')
  expect(() => openDataDir(join(path, 'file'))).toThrow(/^DATA_DIR must be a folder/)
  chmodSync(path, 0o700)
})
