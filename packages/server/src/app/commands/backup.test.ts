import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openPictures } from '../../domain/pictures.ts'
import { demoLogin, seedDemo } from '../../features/demo/demo.ts'
import { installMap } from '../../features/map/install.ts'
import { hashOf } from '../../platform/backup/load-backup.ts'
import { describeTables } from '../../platform/backup/tables.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { giveKeys, keysOf } from '../../testing/domain/keys.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mapFile } from '../../testing/map-file.ts'
import { utrecht, vectorTile } from '../../testing/write-map-file.ts'
import { backUp } from './back-up.ts'
import { restoreBackup } from './restore-backup.ts'
import { withDatabase } from './with-database.ts'

/** Opening an embedded database takes seconds, and each command opens it again. */
const patience = { timeout: 900_000 }

async function embedded(dataDir = emptyFolder()): Promise<Config> {
  return readConfig({ DATA_DIR: dataDir })
}
async function postgres(dataDir = emptyFolder(), copyOf?: string): Promise<Config> {
  return readConfig({ DATA_DIR: dataDir, DATABASE_URL: await testDatabaseUrl(copyOf) })
}
/** One without data. */
const empty = () => (postgresUrl ? postgres() : embedded())

const use = <T>(config: Config, work: (db: Db) => Promise<T>) => withDatabase(config, async open => work(await open()))

/** The demo with its pictures, and unusual input. */
async function fill(config: Config) {
  const login = await demoLogin(config.dataDir)
  await use(config, async db => {
    const pictures = await openPictures({ db, dataDir: config.dataDir })
    await seedDemo(db, pictures, login)
    await pictures.close()
    await db.run(sql`update users set bio = ${'"},{\\u0041 [1]\n\t\\N 👨‍👧'} where username = 'daan'`)
    await db.run(sql`insert into reported_pictures (address, picture) values ('x', ${Buffer.from([0, 92, 255])})`)
    await db.run(sql`insert into audit (event, user_id) values ('gone', 1)`)
    await db.run(sql`delete from audit where event = 'gone'`)
  })
}

const original = mkdtempSync(join(tmpdir(), 'papadag-'))
afterAll(() => rmSync(original, { recursive: true, force: true }))
let filling: Promise<Config> | undefined

/** A copy of a Papadag that is filled once, since that takes longer than most tests here. */
async function filled(): Promise<Config> {
  filling ??= (postgresUrl ? postgres(original) : embedded(original)).then(async config => {
    await fill(config)
    return config
  })
  const { databaseUrl } = await filling
  const dataDir = emptyFolder()
  cpSync(original, dataDir, { recursive: true })
  return databaseUrl ? postgres(dataDir, new URL(databaseUrl).pathname.slice(1)) : embedded(dataDir)
}

async function contentIn(db: Db, { dataDir }: Config) {
  const content: Record<string, string> = {}
  await db.transaction(async tx => {
    for (const table of await describeTables(tx)) content[table.name] = await hashOf(tx, table)
  })
  const uploads = join(dataDir, 'uploads')
  for (const name of readdirSync(uploads))
    content[name] = readFileSync(join(uploads, name)).toString('hex').slice(0, 99)
  return content
}
const contentOf = (config: Config) => use(config, db => contentIn(db, config))

test('a backup restores everything on another server, pictures and sequences included', patience, async () => {
  const [from, to] = [await filled(), await empty()]
  const file = join(emptyFolder(), 'papadag.backup')
  expect((await backUp(from, { target: file })).text).toMatch(
    /^Wrote \d+ rows and \d\d pictures to .*papadag.backup \(\d\.\d MB\)\.$/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await restoreBackup(to, { path: file })).text).toMatch(
    /^Restored the backup of .*: \d+ rows and \d\d pictures/,
  )
  const contentAndNextId = (config: Config) =>
    use(config, async db => {
      const content = await contentIn(db, config)
      await db.run(sql`insert into audit (event) values ('next')`)
      return { content, next: await db.count(sql`from generate_series(1, (select max(id)::int from audit))`) }
    })
  expect(await contentAndNextId(to)).toEqual(await contentAndNextId(from))
})

test('a backup has the name of the map but none of its tiles, and a restore elsewhere says so', patience, async () => {
  const [from, to] = [await filled(), await filled()]
  const layers = ['land', 'streets']
  const tiles = utrecht(gzipSync(vectorTile(layers, 10_000), { level: 0 }))
  const mbtiles = mapFile({ tiles }, 'utrecht-shortbread-1.0.mbtiles')
  installMap({ file: mbtiles, folder: from.mapDir })
  const file = join(emptyFolder(), 'papadag.backup')
  await backUp(from, { target: file })
  const [head = ''] = gunzipSync(readFileSync(file)).toString().split('\n', 1)
  expect(JSON.parse(head)).toMatchObject({ map: 'utrecht' })
  expect(gunzipSync(readFileSync(file)).includes(Buffer.alloc(1000, 'a'))).toBe(false)
  const missing = 'Its map, utrecht, is not in the backup: install it again with npx papadag map.'
  expect((await restoreBackup(to, { path: file, isReplacing: true })).text).toContain(missing)
  installMap({ file: mbtiles, folder: to.mapDir })
  expect((await restoreBackup(to, { path: file, isReplacing: true })).text).not.toContain(missing)
})

test(
  'a restore keeps existing data unless the operator says --replace, and then it can be undone',
  patience,
  async () => {
    const config = await filled()
    const file = join(emptyFolder(), 'papadag.backup')
    await backUp(config, { target: file })
    const then = await contentOf(config)
    await use(config, db => db.run(sql`update users set bio = 'later' where username = 'kwame'`))
    const before = await contentOf(config)
    await expect(restoreBackup(config, { path: file })).rejects.toThrow('There is data already; say --replace')
    expect(await contentOf(config)).toEqual(before)

    const { text, facts } = await restoreBackup(config, { path: file, isReplacing: true })
    expect(await contentOf(config)).toEqual(then)
    const [, restorePoint = ''] = /What was there before is in (\S+)\.$/.exec(text) ?? []
    expect(facts).toMatchObject({ restorePoint, missingMap: null })
    await restoreBackup(config, { path: restorePoint, isReplacing: true })
    expect(await contentOf(config)).toEqual(before)
  },
)

test(
  'a damaged, truncated, foreign or newer file is refused with a sentence and changes nothing',
  patience,
  async () => {
    const config = await filled()
    const folder = emptyFolder()
    const good = join(folder, 'good.backup')
    await backUp(config, { target: good })
    const before = await contentOf(config)
    const bytes = readFileSync(good)
    const lines = gunzipSync(bytes).toString().split('\n')
    const rows = lines.findIndex(line => line.startsWith('["1",'))
    const flipped = Buffer.from(bytes)
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 255
    const changed = (line: number, from: RegExp, to: string) =>
      gzipSync(lines.map((text, at) => (at === line ? text.replace(from, to) : text)).join('\n'))
    const files: [string, Buffer, string][] = [
      ['cut', bytes.subarray(0, bytes.length - 5000), 'ends in the middle'],
      ['cut-between', gzipSync(`${lines.slice(0, -3).join('\n')}\n`), 'is damaged'],
      ['flipped', flipped, 'is damaged'],
      ['one-letter', changed(rows, /"1"/, '"2"'), 'is damaged'],
      ['without-a-row', gzipSync(lines.toSpliced(rows, 1).join('\n')), 'is damaged'],
      ['foreign', Buffer.from('PK\u0003\u0004 something else'), 'is no backup of Papadag'],
      ['other-json', gzipSync('{"format":"other"}\n'), 'is no backup of Papadag'],
      ['empty', Buffer.alloc(0), 'Nothing was changed'],
      [
        'newer',
        changed(0, /"migrations":\[/, '"migrations":["2099-01-01-0000-more.sql",'),
        'was made by a newer Papadag',
      ],
      ['newer-format', changed(0, /"version":1/, '"version":2'), 'was made by a newer Papadag'],
    ]
    for (const [name, content, sentence] of files) {
      const file = join(folder, name)
      writeFileSync(file, content)
      await expect(restoreBackup(config, { path: file, isReplacing: true }), name).rejects.toMatchObject({
        name: 'ConfigProblem',
        message: expect.stringContaining(sentence),
      })
    }
    await expect(restoreBackup(config, { path: join(folder, 'nowhere') })).rejects.toThrow('There is no file')
    expect(await contentOf(config)).toEqual(before)
  },
)

test('a restore brings back no key that may have been ended since, except passkeys', patience, async () => {
  const config = await filled()
  const file = join(emptyFolder(), 'papadag.backup')
  const Seat = z.object({ userId: z.int(), playdateId: z.int() })
  const seat = await use(config, async db => {
    const found = await db.one(
      Seat,
      sql`select user_id as "userId", playdate_id as "playdateId" from participants limit 1`,
    )
    if (found) await giveKeys(db, found.userId, found.playdateId)
    return found
  })
  await backUp(config, { target: file })
  expect((await restoreBackup(config, { path: file, isReplacing: true })).text).toContain(
    'share his invitations and questions again',
  )
  const left = await use(config, db => keysOf(db, seat?.userId ?? 0))
  expect(left).toEqual(['poll link', 'passkey', 'unsubscribe link'])
})

test('backups in a folder are named by date, and the oldest are deleted', async () => {
  const config = await filled()
  const folder = emptyFolder()
  for (const day of ['01', '02', '03']) writeFileSync(join(folder, `papadag-2020-01-${day}-0300.backup`), '')
  writeFileSync(join(folder, 'holiday.jpg'), '')
  expect((await backUp(config, { target: folder, keep: 2 })).text).toContain('Removed 2 older backups.')
  expect(readdirSync(folder).sort()).toEqual([
    'holiday.jpg',
    'papadag-2020-01-03-0300.backup',
    expect.stringMatching(/^papadag-20[2-9]\d-/),
  ])
})

// On PostgreSQL only; runs on the embedded database are tested above.
if (postgresUrl) {
  test('a backup moves from PostgreSQL to the embedded database and back with equal hashes', patience, async () => {
    const [first, second, third] = [await filled(), await embedded(), await postgres()]
    const folder = emptyFolder()
    await backUp(first, { target: join(folder, 'first') })
    await restoreBackup(second, { path: join(folder, 'first') })
    await backUp(second, { target: join(folder, 'second') })
    await restoreBackup(third, { path: join(folder, 'second') })
    const content = await contentOf(first)
    expect(await contentOf(second)).toEqual(content)
    expect(await contentOf(third)).toEqual(content)
  })
}
