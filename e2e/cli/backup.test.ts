import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logIn, register } from '@papadag/contract/auth'
import { deleteAccount } from '@papadag/contract/users/users'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../packages/server/src/testing/client.ts'
import { s3StandIn } from '../../packages/server/src/testing/s3-stand-in.ts'
import { isNightly } from '../../tools/nightly.ts'
import { commandIn } from '../../tools/npx.ts'
import { createDatabase, findPostgres, startPostgres } from '../../tools/postgres.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { operatorCommand } from '../../tools/server-command.mjs'

test('with BACKUP_DIR a running server makes a daily backup', async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const folder = join(dirname(dataDir), 'backups')
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', BACKUP_DIR: folder, BACKUP_AT: '00:00' })
  onTestFinished(() => product.kill())
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/^papadag-[\d-]+\.backup$/)]))
  await product.stop()
})

const father = (username: string) => ({
  username,
  email: `${username}@papadag.test`,
  password: 'zandkasteel',
  firstName: 'Vader',
  lastName: username,
})

test('restoring a running server’s backup restores its users, except those who deleted their account since', {
  timeout: 600_000,
}, async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const folder = dirname(dataDir)
  const papadag = commandIn(folder, { DATA_DIR: dataDir })
  const env = { DATA_DIR: dataDir, DEMO: 'off' }
  const product = await startProduct(env)
  onTestFinished(() => product.kill())
  const [stays, goes] = [new Client(product.url), new Client(product.url)]
  await stays.call(register, { body: father('blijver') })
  await goes.call(register, { body: father('ganger') })

  expect(await papadag('backup', 'town.backup')).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(dataDir).filter(name => name.startsWith('backup-copy'))).toEqual([])
  await goes.call(deleteAccount)
  // The running server holds the folder's lock.
  expect((await papadag('restore', 'town.backup', '--replace')).stderr).toContain('in use by another Papadag')
  await product.stop()

  expect(await papadag('restore', 'town.backup')).toMatchObject({ code: 1, stdout: '' })
  const restored = await papadag('restore', 'town.backup', '--replace')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain(join(dataDir, 'restore-points'))

  const again = await startProduct(env)
  onTestFinished(() => again.kill())
  const enter = (username: string) => new Client(again.url).call(logIn, { body: { username, password: 'zandkasteel' } })
  await expect(enter('ganger')).rejects.toMatchObject({ status: 401 })
  expect(await enter('blijver')).toMatchObject({ username: 'blijver' })
  await again.stop()
})

/** Kills a restore after this long. */
async function killedRestore(dataDir: string, file: string, afterMs: number): Promise<boolean> {
  const args = [...operatorCommand, 'restore', file, '--replace']
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir }, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === null
}

test('a restore killed half-way leaves the old data or the new', {
  timeout: 600_000,
}, async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const folder = dirname(dataDir)
  const papadag = commandIn(folder, { DATA_DIR: dataDir })
  const env = { DATA_DIR: dataDir, DEMO: 'off' }
  const file = join(folder, 'one.backup')
  const product = await startProduct(env)
  onTestFinished(() => product.kill())
  await new Client(product.url).call(register, { body: father('eerste') })
  expect(await papadag('backup', file)).toMatchObject({ code: 0, stderr: '' })
  await new Client(product.url).call(register, { body: father('tweede') })
  await product.stop()

  let killed = 0
  for (const afterMs of isNightly ? [400, 1200, 2500, 4000] : [400, 1600]) {
    if (await killedRestore(dataDir, file, afterMs)) killed += 1
    const again = await startProduct(env)
    onTestFinished(() => again.kill())
    const canEnter = (username: string) =>
      new Client(again.url).call(logIn, { body: { username, password: 'zandkasteel' } }).then(
        () => true,
        (error: { status?: number }) => error.status !== 401,
      )
    expect(await canEnter('eerste')).toBe(true)
    // If the restore was faster than the kill, its father is added again for the next round.
    if (!(await canEnter('tweede'))) await new Client(again.url).call(register, { body: father('tweede') })
    await again.stop()
  }
  expect(killed).toBeGreaterThan(0)
  expect(await papadag('restore', file, '--replace')).toMatchObject({ code: 0, stderr: '' })
})

test('a deleted account stays deleted after an older pg_dump is restored on a machine that has only the bucket', {
  timeout: 600_000,
}, async () => {
  const postgres = await startPostgres({ isDurable: false })
  onTestFinished(() => postgres.remove())
  const { options } = await s3StandIn()
  const bucket = {
    S3_ENDPOINT: options.endpoint,
    S3_BUCKET: options.bucket,
    S3_REGION: options.region,
    S3_ACCESS_KEY: options.accessKeyId,
    S3_SECRET_KEY: options.secretAccessKey,
  }
  const [here, elsewhere] = [temporaryDataDir(), temporaryDataDir()]
  onTestFinished(here.remove)
  onTestFinished(elsewhere.remove)
  const before = createDatabase(postgres.url, 'before')
  const product = await startProduct({ DATA_DIR: here.dataDir, DATABASE_URL: before, DEMO: 'off', ...bucket })
  onTestFinished(() => product.kill())
  const [stays, goes] = [new Client(product.url), new Client(product.url)]
  await stays.call(register, { body: father('blijver') })
  await goes.call(register, { body: father('ganger') })
  const programs = findPostgres() ?? ''
  const dump = execFileSync(join(programs, 'pg_dump'), ['--no-owner', before], { maxBuffer: 1e9 })
  await goes.call(deleteAccount)
  await product.stop()

  const after = createDatabase(postgres.url, 'after')
  execFileSync(join(programs, 'psql'), ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', after], {
    input: dump,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const again = await startProduct({ DATA_DIR: elsewhere.dataDir, DATABASE_URL: after, DEMO: 'off', ...bucket })
  onTestFinished(() => again.kill())
  const enter = (username: string) => new Client(again.url).call(logIn, { body: { username, password: 'zandkasteel' } })
  await expect(enter('ganger')).rejects.toMatchObject({ status: 401 })
  expect(await enter('blijver')).toMatchObject({ username: 'blijver' })
  await again.stop()
})
