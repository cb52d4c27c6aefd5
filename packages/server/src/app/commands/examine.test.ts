import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseChecks } from '../../features/operations/database-checks.ts'
import { asLines, diagnose } from '../../features/operations/diagnosis.ts'
import { surroundingChecks } from '../../features/operations/surrounding-checks.ts'
import { nameAt } from '../../platform/backup/backup-name.ts'
import { readConfig } from '../../platform/config.ts'
import { sql } from '../../platform/db/db.ts'
import { createLocalPictureStore } from '../../platform/pictures/store.ts'
import { testDb } from '../../testing/database.ts'
import { s3StandIn } from '../../testing/s3-stand-in.ts'
import { startSmtpStandIn } from '../../testing/smtp-stand-in.ts'
import { world } from '../../testing/world.ts'
import { examine } from './examine.ts'

const statesOf = async (checks: Parameters<typeof diagnose>[0]) =>
  Object.fromEntries((await diagnose(checks)).map(({ name, state }) => [name, state]))

test('a running Papadag with everything in order is reported as healthy', async () => {
  const { origin, config } = await world()
  const smtp = await startSmtpStandIn()
  onTestFinished(() => smtp.close())
  const folder = join(config.dataDir, 'backups')
  mkdirSync(folder)
  writeFileSync(join(folder, nameAt(Temporal.Now.instant())), '')
  const store = await createLocalPictureStore(join(config.dataDir, 'uploads'))
  const own = readConfig({
    DATA_DIR: config.dataDir,
    PUBLIC_URL: origin,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hallo@papadag.test',
    BACKUP_DIR: folder,
    CONTACT_EMAIL: 'hallo@papadag.test',
  })
  expect(await statesOf(surroundingChecks(own, store))).toEqual({
    version: 'ok',
    dataFolder: 'ok',
    backup: 'ok',
    pictureStore: 'ok',
    redis: 'off',
    publicUrl: 'ok',
    socket: 'ok',
    proxies: 'ok',
    mail: 'ok',
    push: 'off',
    contact: 'ok',
    map: 'off',
  })
})

test('the doctor names services that do not answer or are not set, and checks the rest', async () => {
  const { config } = await world()
  const store = await createLocalPictureStore(join(config.dataDir, 'uploads'))
  const own = readConfig({
    DATA_DIR: config.dataDir,
    PUBLIC_URL: 'https://127.0.0.1:9',
    SMTP_URL: 'smtp://user:geheim@127.0.0.1:9',
    MAIL_FROM: 'hallo@papadag.test',
    REDIS_URL: 'redis://:geheim@127.0.0.1:9',
    SESSION_SECRET: 'a secret for tests alone, long enough',
  })
  const findings = await diagnose(surroundingChecks(own, store))
  expect(Object.fromEntries(findings.map(({ name, state }) => [name, state]))).toMatchObject({
    backup: 'look',
    redis: 'broken',
    publicUrl: 'broken',
    socket: 'broken',
    proxies: 'broken',
    mail: 'broken',
    contact: 'look',
  })
  expect(asLines(findings)).not.toContain('geheim')
})

test('the doctor writes, reads and removes a picture in the bucket', async () => {
  const s3 = await s3StandIn()
  const { config } = await world()
  const stored = new Map<string, Buffer>()
  const forgetful = {
    put: async (name: string, picture: Buffer) => void stored.set(name, picture),
    get: async (name: string) => stored.get(name),
    remove: async () => {},
    async *list() {},
  }
  const own = { ...config, pictureStore: s3.options }
  expect((await statesOf(surroundingChecks(own, forgetful))).pictureStore).toBe('broken')
  forgetful.remove = async (name?: string) => void stored.delete(String(name))
  expect((await statesOf(surroundingChecks(own, forgetful))).pictureStore).toBe('ok')
})

test('the doctor finds missing pictures, late deliveries and nodes of two versions in the database', async () => {
  const db = await testDb()
  const { config } = await world({ db })
  const store = await createLocalPictureStore(join(config.dataDir, 'uploads'))
  const states = () => statesOf(databaseChecks(db, { isShared: false, store, publicUrl: 'https://papadag.example' }))
  expect(await states()).toEqual({
    database: 'ok',
    schema: 'ok',
    nodes: 'look',
    clock: 'ok',
    passkeys: 'off',
    leftovers: 'ok',
    outbox: 'ok',
  })
  await db.run(sql`insert into pictures (name, bytes) values (${`${'a'.repeat(32)}.webp`}, 1)`)
  await db.run(
    sql`insert into nodes (id, version, knows) values (gen_random_uuid(), '1.0.0', ''), (gen_random_uuid(), '1.1.0', '')`,
  )
  await db.run(sql`insert into outbox (kind, due_at) values ('x', now() - interval '1 hour')`)
  expect(await states()).toMatchObject({ leftovers: 'broken', nodes: 'look', outbox: 'look' })
})

test('the doctor says which passkeys a new PUBLIC_URL makes useless, before the server starts with it', async () => {
  const db = await testDb()
  const { config, host } = await world({ db })
  const store = await createLocalPictureStore(join(config.dataDir, 'uploads'))
  await db.run(sql`insert into passkeys (user_id, credential_id, public_key, user_handle, rp_id, name)
    values (${host.id}, 'c', 'k', 'h', 'papadag.example', 'Telefoon')`)
  const sayAt = async (publicUrl: string | undefined) => {
    const { passkeys } = databaseChecks(db, { isShared: false, store, publicUrl })
    return asLines(await diagnose({ passkeys }))
  }
  expect(await sayAt('https://papadag.example')).toBe('✓ passkeys: 1, for papadag.example')
  expect(await sayAt('https://papadag.example:8443')).toBe('✓ passkeys: 1, for papadag.example')
  for (const [publicUrl, there] of [
    ['https://vaders.example', 'vaders.example'],
    [undefined, 'localhost'],
  ] as const)
    expect(await sayAt(publicUrl)).toMatch(`! passkeys: 1 were made for papadag.example and do not work at ${there}`)
})

test('the doctor reports a wrong variable as a finding', async () => {
  const { facts, isHealthy } = await examine(() => readConfig({ PORT: 'x' }))
  expect(isHealthy).toBe(false)
  expect(facts).toMatchObject({ isHealthy: false, findings: [{ name: 'configuration', state: 'broken' }] })
})
