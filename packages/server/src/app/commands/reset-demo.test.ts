import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoLogin } from '../../features/demo/demo.ts'
import { createPostgresBus } from '../../platform/bus/bus-postgres.ts'
import { readConfig } from '../../platform/config.ts'
import { sql } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { patient, postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { s3StandIn } from '../../testing/s3-stand-in.ts'
import { resetDemo } from './reset-demo.ts'

async function setting() {
  const dataDir = emptyFolder()
  const url = postgresUrl ? await testDatabaseUrl() : undefined
  return {
    dataDir,
    url,
    config: readConfig({ DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url, DEMO: 'on' } : {}) }),
    open: () =>
      url
        ? openPostgres({ ...patient, url })
        : openEmbedded({ folder: join(dataDir, 'database'), decode: true, onCrash: () => {} }),
  }
}

test('a reset removes accounts and uploads, and recreates the demo with the same password', async () => {
  const { dataDir, config, open } = await setting()
  expect((await resetDemo(config)).text).toContain('Removed 0 accounts')
  const login = await demoLogin(dataDir)

  const db = await open()
  await db.run(sql`
    insert into users (username, email, password_hash, first_name, last_name) values ('een', 'een@papadag.test', '-', 'Een', 'Vader')`)
  await db.run(sql`delete from playdates`)
  await db.close()
  await writeFile(join(dataDir, 'uploads', 'left.webp'), 'x')

  expect((await resetDemo(config)).text).toBe(
    `Removed 29 accounts and 0 playdates, and loaded the demo.\nLog in as a demo father: daan, password ${login.password}`,
  )
  const after = await open()
  expect(await after.count(sql`from users where username = 'een'`)).toBe(0)
  expect(await after.count(sql`from users`)).toBe(28)
  expect(await after.count(sql`from playdates`)).toBeGreaterThan(30)
  await after.close()
  expect(await readdir(join(dataDir, 'uploads'))).toHaveLength(28)
})

test('a reset also deletes pictures in a bucket, and stops when the bucket refuses', async () => {
  const { dataDir, url } = await setting()
  const { options, objects } = await s3StandIn()
  objects.set('0.webp', { body: Buffer.from('left'), changedAt: new Date() })
  const env = {
    DATA_DIR: dataDir,
    ...(url ? { DATABASE_URL: url, DEMO: 'on' } : {}),
    S3_ENDPOINT: options.endpoint,
    S3_BUCKET: options.bucket,
    S3_REGION: options.region,
    S3_ACCESS_KEY: options.accessKeyId,
  }
  const refused = resetDemo(readConfig({ ...env, S3_SECRET_KEY: 'guessed' }))
  await expect(refused).rejects.toThrow(/^S3_ENDPOINT names a picture store at 127\.0\.0\.1:\d+ that does not answer, /)
  expect(objects.size).toBe(1)
  await resetDemo(readConfig({ ...env, S3_SECRET_KEY: options.secretAccessKey }))
  expect(objects.has('0.webp')).toBe(false)
  expect(objects.size).toBe(28)
  expect(await readdir(dataDir)).not.toContain('uploads')
})

test('a reset refuses while a server uses the folder', async () => {
  const { dataDir, config } = await setting()
  const running = openDataDir(dataDir)
  running.lock()
  await expect(resetDemo(config)).rejects.toThrow('is in use by another Papadag')
  running.unlock()
})

test('a PostgreSQL database is reset only with DEMO=on, and the embedded one not with DEMO=off', async () => {
  const dataDir = emptyFolder()
  const server = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://papadag.invalid/papadag' })
  await expect(resetDemo(server)).rejects.toThrow('DATABASE_URL is set')
  await expect(resetDemo(readConfig({ DATA_DIR: dataDir, DEMO: 'off' }))).rejects.toThrow('DEMO=off')
  expect(await readdir(dataDir)).toEqual([])
})

if (postgresUrl)
  test('a reset refuses while another server uses the same PostgreSQL database', async () => {
    const { config, url = '', open } = await setting()
    const db = await open()
    const bus = createPostgresBus(url, { warn: () => {} })
    await bus.publish('test', {})
    await expect(resetDemo(config)).rejects.toThrow('is in use by a running Papadag')
    expect(await db.count(sql`from users`)).toBe(0)
    await bus.close()
    await db.close()
  })
