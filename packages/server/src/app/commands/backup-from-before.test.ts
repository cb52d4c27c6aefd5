import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { currentUser } from '@papadag/contract/auth'
import { chatMessages, chats } from '@papadag/contract/chat'
import { notifications } from '@papadag/contract/notifications'
import { onePlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { onePoll } from '@papadag/contract/playdates/polls'
import { proposals } from '@papadag/contract/playdates/proposals'
import { oneSeries } from '@papadag/contract/playdates/series'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { databaseChecks } from '../../features/operations/database-checks.ts'
import { describeTables, rowsOf } from '../../platform/backup/tables.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { createLocalPictureStore } from '../../platform/pictures/store.ts'
import { patient, postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { Father, world } from '../../testing/world.ts'
import { restoreBackup } from './restore-backup.ts'

/** Opening an embedded database takes seconds. */
const patience = { timeout: 900_000 }
/** How many migrations came after 1.0.0. */
const later = readdirSync(new URL('../../../migrations', import.meta.url)).filter(name =>
  /^2.*\.sql$/.test(name),
).length
/** Of the last checkout before 1.0.0, with one of everything (`testing/backups/README.md`). */
const older = new URL('../../testing/backups/before-1.0.0.backup', import.meta.url).pathname

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** An installation without data, on the database that is tested. */
async function installation(): Promise<Config> {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-'))
  folders.push(folder)
  return readConfig({ DATA_DIR: folder, ...(postgresUrl && { DATABASE_URL: await testDatabaseUrl() }) })
}

/** Its database as it is, without migrating it. */
async function openAsItIs({ databaseUrl, dataDir }: Config): Promise<Db> {
  return databaseUrl
    ? openPostgres({ ...patient, url: databaseUrl })
    : openEmbedded({ folder: join(dataDir, 'database'), decode: true, waitMs: patient.waitMs, onCrash: () => {} })
}

/** The rows of a backup by table, each as JSON. */
function rowsIn(file: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let rows: string[] = []
  for (const line of gunzipSync(readFileSync(file)).toString().split('\n')) {
    if (line.startsWith('[')) rows.push(line)
    const [, table] = /^\{"table":"(\w+)"/.exec(line) ?? []
    if (table) found[table] = rows = []
  }
  return found
}

function rowsOfTable(db: Db, name: string): Promise<string[]> {
  return db.transaction(async tx => {
    const table = (await describeTables(tx)).find(known => known.name === name)
    const rows: string[] = []
    if (table) for await (const some of rowsOf(tx, table)) rows.push(...some)
    return rows
  })
}

const Row = z.array(z.unknown())
const valuesOf = (row: string) => Row.parse(JSON.parse(row))

/** The values of a table without those of the columns that were added since, which come last. */
async function knownValuesOf(db: Db, name: string, then: readonly unknown[][]) {
  const known = then[0]?.length ?? 0
  return (await rowsOfTable(db, name)).map(row => valuesOf(row).slice(0, known))
}

const same = ['users', 'children', 'blocks', 'places', 'place_reviews', 'place_favorites', 'series', 'series_regulars']
const seats = [
  'playdates',
  'participants',
  'waiting',
  'asked',
  'chats',
  'memberships',
  'messages',
  'reports',
  'kept_texts',
]

let restoring: Promise<Config> | undefined
/** One into which that backup is restored once, since that takes longer than all else here. */
function restored(): Promise<Config> {
  restoring ??= installation().then(async config => {
    expect((await restoreBackup(config, { path: older })).facts).toMatchObject({ pictures: 32, migrations: later })
    return config
  })
  return restoring
}

test('a backup of the last checkout before 1.0.0 is restored with everything in it', patience, async () => {
  const config = await restored()
  const db = await openAsItIs(config)
  onTestFinished(() => db.close())
  expect(await migrate(db)).toEqual([])
  const then = rowsIn(older)
  for (const name of [...same, ...seats]) {
    const values = (then[name] ?? []).map(valuesOf)
    expect([name, await knownValuesOf(db, name, values)]).toEqual([name, values])
  }
  const count = (name: string) => then[name]?.length ?? 0
  expect(await db.count(sql`from notifications`)).toBe(count('notifications'))
  expect(await db.count(sql`from polls where creator_id is not null`)).toBe(count('polls'))
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(count('proposals'))
  expect(await db.count(sql`from poll_times`)).toBe(count('poll_times') + count('proposals'))
  expect(await db.count(sql`from poll_fathers`)).toBe(count('poll_fathers') + count('proposal_fathers'))
  const answers = then.proposal_fathers?.filter(row => JSON.parse(row)[2] !== null).length ?? 0
  expect(await db.count(sql`from poll_answers`)).toBe(count('poll_answers') + answers)
  const made = sql`from polls q join playdates p on p.id = q.playdate_id and q.place_id = p.place_id
                    where q.creator_id is null and q.chosen_time_id is not null`
  expect(await db.count(made)).toBe(1)
})

test('a backup of every released version is restored', patience, async () => {
  const folder = dirname(older)
  const released = readdirSync(folder).filter(name => /^\d.*\.backup$/.test(name))
  for (const name of released) {
    const config = await installation()
    const { rows } = (await restoreBackup(config, { path: join(folder, name) })).facts
    expect([name, rows]).toEqual([name, Object.values(rowsIn(join(folder, name))).flat().length])
  }
})

test('a member from before 1.0.0 finds his playdates, polls, chats and notifications', patience, async () => {
  const config = await restored()
  const db = await openAsItIs(config)
  onTestFinished(() => db.close())
  // The name of the host of every test.
  await db.run(sql`update users set username_key = 'x', email_key = 'x' where username = 'vader1'`)
  await db.run(sql`update notifications set created_at = now()`)
  const { origin, server, host } = await world({ db })
  const Member = z.object({ id: z.int(), username: z.string() })
  const members = await db.many(Member, sql`select id, username from users where id <> ${host.id} order by id`)
  let seen = 0
  for (const { id, username } of members) {
    const father = new Father(origin, id, username)
    father.cookies.set('sid', (await server.sessions.start(id, { userAgent: 'test' })).token)
    await father.call(currentUser)
    await father.call(upcomingPlaydates)
    await father.call(proposals)
    for (const chat of await father.call(chats)) await father.call(chatMessages, { params: { id: chat.id } })
    seen += (await father.call(notifications)).length
    for (const [read, from] of [
      [onePlaydate, sql`playdates where cancelled_at is null and end_time > now()`],
      [oneSeries, sql`series where ended_at is null`],
      [onePoll, sql`polls where ends_at > now()`],
    ] as const)
      for (const thing of await db.many(z.object({ id: z.int() }), sql`select id from ${from} and creator_id = ${id}`))
        expect((await father.call(read, { params: thing })).id).toBe(thing.id)
  }
  expect(seen).toBeGreaterThan(30)
})

test('a database from before 1.0.0 is refused, and a backup of it can take its place', patience, async () => {
  const config = await restored()
  const before = await openAsItIs(config)
  await before.run(sql`delete from migrations where name <> '1.0.0.sql'`)
  await before.run(sql`update migrations set name = '2026-11-28-1830-places-taken-down.sql'`)
  await expect(migrate(before)).rejects.toThrow(/^The database was made by a checkout from before 1\.0\.0: back it up/)
  const store = await createLocalPictureStore(join(config.dataDir, 'uploads'))
  const checks = databaseChecks(before, { isShared: false, store, publicUrl: undefined })
  expect(await checks.schema()).toMatchObject({
    state: 'broken',
    text: { en: expect.stringContaining('made by a checkout from before 1.0.0') },
  })
  await before.close()
  const { facts } = await restoreBackup(config, { path: older, isReplacing: true })
  expect(existsSync(String(facts.restorePoint))).toBe(true)
  const after = await openAsItIs(config)
  expect(await migrate(after)).toEqual([])
  await after.close()
})

test('a backup from a checkout without what the last one before 1.0.0 had is refused', async () => {
  const folder = emptyFolder()
  const path = join(folder, 'oldest.backup')
  const text = gunzipSync(readFileSync(older)).toString()
  writeFileSync(path, gzipSync(text.replace(',"2026-11-28-1830-places-taken-down.sql"', '')))
  await expect(restoreBackup(await installation(), { path })).rejects.toThrow('long before 1.0.0: let commit 11a573f6')
})
