import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tools/free-port.ts'
import { type Ending, failToStart, startProduct, temporaryDataDir } from '../../tools/product.ts'

test('a busy port stops the start with a sentence that names it, and leaves the data intact', async () => {
  const dataDir = newDataDir()
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')

  const ending = await failToStart({ DATA_DIR: dataDir, PORT: String(port) })
  other.close()
  expectOneSentence(ending, String(port))

  const product = await startProduct({ DATA_DIR: dataDir, PORT: String(port) })
  await product.stop()
})

test.for([
  ['PORT', 'harbour'],
  ['PORT', '70000'],
  ['RATE_LIMIT', 'perhaps'],
  ['DEMO', 'perhaps'],
  ['DATABASE_URL', 'mysql://localhost/papadag'],
] as const)('a wrong %s (%s) stops the start with a sentence that names it', async ([name, value]) => {
  expectOneSentence(await failToStart({ DATA_DIR: newDataDir(), [name]: value }), name)
})

test('a data folder that cannot be created stops the start with a sentence that names it', async () => {
  const dataDir = newDataDir()
  const file = join(dirname(dataDir), 'a-file')
  writeFileSync(file, '')
  expectOneSentence(await failToStart({ DATA_DIR: join(file, 'data') }), 'DATA_DIR')
})

test('an unreachable database stops the start with a sentence that does not contain the password', async () => {
  const nobody = `postgres://papadag:geheim@127.0.0.1:${await freePort()}/papadag`
  const ending = await failToStart({ DATA_DIR: newDataDir(), DATABASE_URL: nobody })
  expectOneSentence(ending, 'DATABASE_URL')
  expect(ending.stdout + ending.stderr).not.toContain('geheim')
})

test('a second process on the same data folder is refused, and the first one keeps going', async () => {
  const dataDir = newDataDir()
  const first = await startProduct({ DATA_DIR: dataDir })
  expectOneSentence(await failToStart({ DATA_DIR: dataDir }), dataDir)
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
  await first.stop()
})

test('a data folder left behind by a killed process opens again', async () => {
  const dataDir = newDataDir()
  const killed = await startProduct({ DATA_DIR: dataDir })
  await killed.kill()
  const next = await startProduct({ DATA_DIR: dataDir })
  await next.stop()
})

test('an interrupted start leaves a data folder that opens', async () => {
  const dataDir = newDataDir()
  const { code } = await failToStart({ DATA_DIR: dataDir }, { stopAt: 'Opening' })
  expect(code).not.toBe(1)
  const next = await startProduct({ DATA_DIR: dataDir })
  await next.stop()
})

test.for(['SIGTERM', 'SIGINT'] as const)(
  'after %s the server ends cleanly, even if a browser keeps its connection open',
  async signal => {
    const product = await startProduct({ DATA_DIR: newDataDir() })
    // fetch keeps the connection for the next request.
    await (await fetch(`${product.url}/api/health`)).text()
    await product.stop(signal)
  },
)

function newDataDir(): string {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  mkdirSync(dirname(dataDir), { recursive: true })
  return dataDir
}

function expectOneSentence({ code, signal, stderr }: Ending, named: string) {
  expect({ code, signal, stderr }).toMatchObject({ code: expect.any(Number), signal: null })
  expect(code).not.toBe(0)
  // Sentences for people are printed beside the log, which is for machines.
  const sentences = stderr
    .trim()
    .split('\n')
    .filter(line => !line.startsWith('{'))
  expect(sentences).toEqual([expect.stringContaining(named)])
}
