import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logIn, register } from '@papadag/contract/auth'
import { deleteAccount } from '@papadag/contract/users'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../packages/server/src/testing/client.ts'
import { npmIn } from '../support/npm.ts'
import { startProduct, temporaryDataDir } from '../support/product.ts'

test('with BACKUP_DIR a running server makes the backup of the day', async () => {
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

test('a backup of a running server brings back who was there, but nobody who deleted his account since', {
  timeout: 240_000,
}, async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const folder = dirname(dataDir)
  const npmRun = npmIn(folder, { DATA_DIR: dataDir })
  const env = { DATA_DIR: dataDir, DEMO: 'off' }
  const product = await startProduct(env)
  onTestFinished(() => product.kill())
  const [stays, goes] = [new Client(product.url), new Client(product.url)]
  await stays.call(register, { body: father('blijver') })
  await goes.call(register, { body: father('ganger') })

  expect(await npmRun('backup', 'town.backup')).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(dataDir).filter(name => name.startsWith('backup-copy'))).toEqual([])
  await goes.call(deleteAccount)
  // The server has the folder.
  expect((await npmRun('restore', 'town.backup', '--replace')).stderr).toContain('in use by another Papadag')
  await product.stop()

  expect(await npmRun('restore', 'town.backup')).toMatchObject({ code: 1, stdout: '' })
  const restored = await npmRun('restore', 'town.backup', '--replace')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain(join(dataDir, 'restore-points'))

  const again = await startProduct(env)
  onTestFinished(() => again.kill())
  const enter = (username: string) => new Client(again.url).call(logIn, { body: { username, password: 'zandkasteel' } })
  await expect(enter('ganger')).rejects.toMatchObject({ status: 401 })
  expect(await enter('blijver')).toMatchObject({ username: 'blijver' })
  await again.stop()
})
