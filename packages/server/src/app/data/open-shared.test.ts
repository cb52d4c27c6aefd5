import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { databaseChecks } from '../../features/operations/database-checks.ts'
import { sql } from '../../platform/db/db.ts'
import { createLocalPictureStore } from '../../platform/pictures/store.ts'
import { postgresUrl } from '../../testing/database.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { openShared, openSharedAsItIs } from './open-shared.ts'

const onPostgres = test.skipIf(!postgresUrl)
const psql = (url: string, ...statements: string[]) =>
  execFileSync('psql', ['--no-psqlrc', '--quiet', '--dbname', url, ...statements.flatMap(text => ['--command', text])])

/** An empty database with these settings, and a role of its own. */
function makeDatabase(statements: (name: string) => string[], options = '') {
  const name = `fit_${randomBytes(6).toString('hex')}`
  const server = postgresUrl ?? ''
  psql(server, `create database ${name} ${options}`, `create role ${name} login password 'geheim-en-lang'`)
  psql(server, `grant all on database ${name} to ${name}`, ...statements(name))
  onTestFinished(
    () => void psql(server, `drop database ${name} with (force)`, `drop owned by ${name}`, `drop role ${name}`),
  )
  return { owner: at(server, name), role: at(server, name, name) }
}

function at(server: string, database: string, role?: string) {
  const url = new URL(server)
  url.pathname = `/${database}`
  if (role) Object.assign(url, { username: role, password: 'geheim-en-lang' })
  return url.href
}

const latin = "encoding 'LATIN1' locale 'C' template template0"

onPostgres.for([
  ['LATIN1', () => makeDatabase(() => [], latin).owner, 'the database stores text as LATIN1'],
  [
    'SQL_ASCII',
    () => makeDatabase(() => [], latin.replace('LATIN1', 'SQL_ASCII')).owner,
    'the database stores text as SQL_ASCII',
  ],
  [
    'a database that can only be read',
    () => makeDatabase(name => [`alter database ${name} set default_transaction_read_only = on`]).owner,
    'the database can only be read',
  ],
  [
    'a role that can only read',
    () => makeDatabase(name => [`alter role ${name} set default_transaction_read_only = on`]).role,
    'the database can only be read',
  ],
  [
    'a role with few connections',
    () => makeDatabase(name => [`alter role ${name} connection limit 5`]).role,
    'the database allows 5 connections and a node needs 11',
  ],
  [
    'a database with few connections',
    () => makeDatabase(name => [`alter database ${name} connection limit 6`]).role,
    'the database allows 6 connections and a node needs 11',
  ],
  [
    'a wrong password',
    () => makeDatabase(() => []).role.replace('geheim-en-lang', 'geraden-en-lang'),
    'does not let Papadag in with this name and password',
  ],
  ['an unknown database', () => at(postgresUrl ?? '', 'nobody'), 'has no database of this name'],
  [
    'TLS that it does not have',
    () => `${makeDatabase(() => []).owner}?sslmode=require`,
    'offers no TLS; write sslmode=disable',
  ],
  [
    'a file of authorities that is not there',
    () => `${makeDatabase(() => []).owner}?sslrootcert=/nowhere/ca.pem`,
    'with a file that cannot be read',
  ],
] as const)('%s: a start ends with that reason, without a password', async ([, make, reason]) => {
  const url = make()
  const said = await openShared({ url, decode: true, waitMs: 60_000 }).then(
    db => db.close().then(() => 'opened'),
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(said).toContain('ConfigProblem: DATABASE_URL names a ')
  expect(said).toContain(reason)
  expect(said).not.toMatch(/geheim|geraden/)
})

onPostgres('the doctor finds a database in LATIN1 broken', async () => {
  const db = await openSharedAsItIs({ url: makeDatabase(() => [], latin).owner, decode: true, waitMs: 60_000 })
  onTestFinished(() => db.close())
  const folder = emptyFolder()
  const { database } = databaseChecks(db, {
    isShared: true,
    store: await createLocalPictureStore(folder),
    publicUrl: undefined,
  })
  expect(await database()).toMatchObject({ state: 'broken', text: { en: expect.stringContaining('LATIN1') } })
})

test('a PostgreSQL that does not answer is named by host and port', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  await new Promise(resolve => server.close(resolve))
  await expect(openShared({ url: `postgres://papa:geheim@127.0.0.1:${port}/papadag`, decode: true })).rejects.toThrow(
    `DATABASE_URL names a PostgreSQL at 127.0.0.1:${port} that does not answer.`,
  )
})

onPostgres('who starts on a PostgreSQL that may lose data is warned', async () => {
  const warnings: string[] = []
  const db = await openShared({ url: makeDatabase(() => []).owner, decode: true, waitMs: 60_000 }, text =>
    warnings.push(text),
  )
  await db.close()
  expect(warnings).toEqual([
    'fsync is off: a power failure can destroy the database.',
    'full_page_writes is off: a power failure can damage the database.',
  ])
})

const odd = [
  "timezone = 'Asia/Tokyo'",
  "datestyle = 'German'",
  "intervalstyle = 'sql_standard'",
  'standard_conforming_strings = off',
  "bytea_output = 'escape'",
  'extra_float_digits = -10',
  "default_transaction_isolation = 'serializable'",
]

onPostgres.for([
  [
    'of the database',
    (url: string) => url,
    (name: string) => odd.map(setting => `alter database ${name} set ${setting}`),
  ],
  ['of the role', (url: string) => url, (name: string) => odd.map(setting => `alter role ${name} set ${setting}`)],
  [
    'in the address',
    (url: string) =>
      `${url}?options=${encodeURIComponent('-c TimeZone=Asia/Tokyo -c extra_float_digits=-10')}&statement_timeout=1&application_name=other`,
    () => [],
  ],
] as const)('odd settings %s change nothing that Papadag reads', async ([, addressOf, statements]) => {
  const db = await openShared({ url: addressOf(makeDatabase(statements).role), decode: true, waitMs: 60_000 })
  onTestFinished(() => db.close())
  const Row = z.object({ at: z.string(), text: z.string(), float: z.number(), name: z.string(), level: z.string() })
  const row = await db.one(
    Row,
    sql`select '2026-11-28 12:00:00+00'::timestamptz::text as at, 'a\\b' as text, 52.0901234567891::float8 as float,
               current_setting('application_name') as name, current_setting('transaction_isolation') as level`,
  )
  expect(row).toEqual({
    at: '2026-11-28 12:00:00+00',
    text: 'a\\b',
    float: 52.0901234567891,
    name: 'papadag',
    level: 'read committed',
  })
})

const addresses = [
  ['DATABASE_URL', 'postgres://papa:12#GEHEIMGEHEIM@127.0.0.1/papadag'],
  ['DATABASE_URL', 'postgres://papa:GEHEIMGEHEIM@127.0.0.1:9/papadag'],
  ['DATABASE_URL', 'postgres://127.0.0.1:9/papadag?user=papa&password=GEHEIMGEHEIM'],
  ['DATABASE_URL', 'postgres://papa:GEHEIMGEHEIM@127.0.0.1:9/papadag?sslmode=requires'],
  ['REDIS_URL', 'redis://:12#GEHEIMGEHEIM@127.0.0.1:9'],
  ['REDIS_URL', 'redis://:GEHEIMGEHEIM@127.0.0.1:9'],
  ['SMTP_URL', 'smtp://papa:GEHEIMGEHEIM@127.0.0.1:9'],
  ['S3_SECRET_KEY', 'GEHEIMGEHEIM'],
] as const

test.each(addresses)('no command prints the secret of %s=%s', async (name, value) => {
  const folder = emptyFolder()
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    DATA_DIR: folder,
    PORT: '0',
    SESSION_SECRET: 'a secret for tests alone, long enough',
    MAIL_FROM: 'hallo@papadag.test',
    PUBLIC_URL: 'https://127.0.0.1:9',
    ...(name === 'S3_SECRET_KEY'
      ? { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'papadag', S3_ACCESS_KEY: 'GEHEIMGEHEIM' }
      : {}),
    [name]: value,
  }
  const program = fileURLToPath(new URL('../commands/papadag.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'doctor'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(`${stdout}${stderr}`).toMatch(name === 'S3_SECRET_KEY' ? 'S3_ENDPOINT' : /\w_URL|redis|mail/)
  expect(`${stdout}${stderr}`).not.toMatch(/GEHEIM|PostgreSQL at papa/)
})
