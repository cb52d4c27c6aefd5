import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import pg from 'pg'
import { factTermsIn } from '../../packages/contract/src/places/facts.ts'
import { tile } from '../../packages/server/src/features/places/map.ts'
import { nearby } from '../../packages/server/src/features/places/queries.ts'
import { search } from '../../packages/server/src/features/places/search.ts'
import type { Db, Sql } from '../../packages/server/src/platform/db/db.ts'
import { openEmbedded } from '../../packages/server/src/platform/db/embedded/embedded.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { openPostgres } from '../../packages/server/src/platform/db/postgres.ts'
import { createDatabase } from '../../tools/postgres.ts'
import type { Room } from '../measured-process.ts'
import { cookiesOf, measure, startOurs } from '../playdates/upcoming.ts'
import type { Table } from '../report.ts'
import { alternate, type Sample } from '../rounds.ts'
import { countCells, placesOf } from './rows.ts'
import {
  addGeography,
  bareFields,
  bareNearest,
  geographyNearest,
  groupedTile,
  type Origin,
  type Statement,
  wanted,
} from './statements.ts'

const sizes = [1000, 100_000, 1_000_000] as const
type Size = (typeof sizes)[number]
const statementsPerRound = 300
const connections = 8
const reader = { id: 1, language: 'nl' } as const

/** The same places in an embedded database. */
async function openFilledEmbedded({ folder }: Room, size: Size): Promise<Db> {
  const db = await openEmbedded({
    folder: join(folder, 'embedded-places'),
    decode: false,
    onCrash: error => {
      throw error
    },
  })
  await migrate(db)
  await db.script(`set session_replication_role = replica; select setseed(0.42); ${placesOf(size)}; ${countCells};
                   set session_replication_role to default; analyze`)
  return db
}

/**
 * Creates a database with one father and the places of these statements; returns its address. Random numbers are
 * seeded.
 */
export async function placesDatabase(server: string, name: string, inserts: string): Promise<string> {
  const url = createDatabase(server, name)
  const db = openPostgres({
    url,
    decode: true,
    onError: error => {
      throw error
    },
  })
  await migrate(db)
  await db.close()
  const client = await connect(url)
  await client.query('set session_replication_role = replica')
  await client.query('select setseed(0.42)')
  await client.query(`insert into users (username, email, password_hash, first_name, last_name)
                      values ('vader1', 'vader1@papadag.test', '', 'Vader', 'Een')`)
  await client.query(inserts)
  await client.query(countCells)
  await client.query('vacuum (analyze)')
  await client.end()
  return url
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The error of the running statement is reported; a failure elsewhere must not hide it.
  client.on('error', () => {})
  await client.connect()
  await client.query('set jit = off')
  return client
}

/** The statements that one of our queries runs, in order, with the database's replies. */
async function statementsOf(client: pg.Client, run: (db: Db) => Promise<unknown>): Promise<Sql[]> {
  const asked: Sql[] = []
  async function many(_row: unknown, statement: Sql) {
    asked.push(statement)
    return (await client.query(statement.text, [...statement.values])).rows
  }
  const recording: Pick<Db, 'many' | 'one'> = {
    many,
    one: async (row, statement) => (await many(row, statement))[0],
  }
  // Reads of places only ask for rows.
  await run(recording as Db)
  return asked
}

/** The mean time of a statement, or group of statements, each prepared once. */
async function timeOf(
  client: pg.Client,
  name: string,
  groups: readonly (readonly Statement[])[],
): Promise<Sample<'ms'>> {
  const run = async (group: readonly Statement[]) => {
    for (const [index, { text, values }] of group.entries()) {
      await client.query({ name: `${name} ${index} ${text.length}`, text, values: [...values] })
    }
  }
  for (const group of groups.slice(0, 5)) await run(group)
  const began = performance.now()
  for (const group of groups) await run(group)
  return { ms: (performance.now() - began) / groups.length }
}

const page = { limit: wanted, cursor: undefined, more() {} }
const threeFacts = factTermsIn('equipment:swing,fence:whole,shade:some+') ?? []

/** Positions of existing places, since users search where places are. */
async function originsIn(client: pg.Client): Promise<Origin[]> {
  const { rows } = await client.query<Origin>(
    'select latitude, longitude from places where id % 997 = 1 or id < 50 order by md5(id::text) limit $1',
    [statementsPerRound],
  )
  return rows
}

/** The slippy-map numbers of the tile around a position. */
function tileAt({ latitude, longitude }: Origin, z: number) {
  const n = 2 ** z
  const lat = (latitude * Math.PI) / 180
  return {
    z,
    x: Math.floor(((longitude + 180) / 360) * n),
    y: Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * n),
  }
}

/** Nearest, map and search at three sizes, each compared with the bare statement or the one it replaces. */
export async function comparePlaces(room: Room, server: string): Promise<Table> {
  const databases = new Map<Size, string>()
  for (const size of sizes) databases.set(size, await placesDatabase(server, `places_${size}`, placesOf(size)))
  const contenders: Contenders = {}
  const clients: pg.Client[] = []

  for (const [size, url] of databases) {
    const client = await connect(url)
    clients.push(client)
    Object.assign(contenders, await contendersOf(client, size))
  }
  const geography = await addGeography(clients.at(-1))
  if (geography && clients.at(-1)) {
    const client = clients.at(-1) as pg.Client // just looked at
    const origins = await originsIn(client)
    contenders['nearest 50, PostGIS geography, 1000000'] = () =>
      timeOf(
        client,
        'geography',
        origins.map(origin => [geographyNearest(origin)]),
      )
    contenders['nearest 50 with three facts, PostGIS geography and GIN, 1000000'] = () =>
      timeOf(
        client,
        'geography with facts',
        origins.map(origin => [
          geographyNearest(origin, `and words @> array['equipment:swing', 'fence:whole', 'shade:some+']`),
        ]),
      )
    await mustAgree(client, origins)
  }
  const embedded = await openFilledEmbedded(room, 100_000)
  const origins = await originsIn(clients[1] as pg.Client) // of the 100,000
  contenders['nearest 50, embedded database, 100000'] = async () => {
    const began = performance.now()
    for (const origin of origins) await nearby(embedded, { ...origin, type: 'playground' }, reader, page)
    return { ms: (performance.now() - began) / origins.length }
  }
  contenders['nearest 50 with three facts, embedded database, 100000'] = async () => {
    const began = performance.now()
    for (const origin of origins)
      await nearby(embedded, { ...origin, type: 'playground', facts: threeFacts }, reader, page)
    return { ms: (performance.now() - began) / origins.length }
  }
  const medians = await alternate(contenders)
  await embedded.close()
  const rate = await compareOverHttp(room, databases.get(1_000_000) ?? '', clients.at(-1) as pg.Client)
  for (const client of clients) await client.end()

  return tableOf(medians, rate)
}

type Contenders = Record<string, () => Promise<Sample<'ms'>>>

/** Each read compared with the bare statement or the one it replaces, on one database. */
async function contendersOf(client: pg.Client, size: Size): Promise<Contenders> {
  const contenders: Contenders = {}
  const origins = await originsIn(client)
  const ours = async (run: (db: Db, origin: Origin) => Promise<unknown>) => {
    const groups: Sql[][] = []
    for (const origin of origins) groups.push(await statementsOf(client, db => run(db, origin)))
    return groups
  }
  const add = (name: string, groups: readonly (readonly Statement[])[]) => {
    contenders[`${name}, ${size}`] = () => timeOf(client, name, groups)
  }
  const few = origins.slice(0, 4)
  add(
    'nearest 50, bare',
    origins.map(origin => [bareNearest(origin)]),
  )
  add('nearest 50', await ours((db, origin) => nearby(db, { ...origin, type: 'playground' }, reader, page)))
  add(
    'nearest 50 with three facts',
    await ours((db, origin) => nearby(db, { ...origin, type: 'playground', facts: threeFacts }, reader, page)),
  )
  add('tile z13', await ours((db, origin) => tile(db, tileAt(origin, 13), { type: 'playground' }, 'nl')))
  add('tile z7', await ours((db, origin) => tile(db, tileAt(origin, 7), { type: 'playground' }, 'nl')))
  add(
    'tile z7, grouped on the fly',
    few.map(origin => [groupedTile(tileAt(origin, 7))]),
  )
  // The first letters of a hash, which match a few of a million.
  add(
    'search',
    await ours((db, { latitude, longitude }) => search(db, { q: hashOf(latitude), latitude, longitude }, reader, page)),
  )
  add(
    'search, sequential',
    few.map(({ latitude }) => [
      {
        text: `select ${bareFields} from places where name || ' ' || coalesce(address, '') ilike $1 limit ${wanted}`,
        values: [`%${hashOf(latitude)}%`],
      },
    ]),
  )
  return contenders
}

type Medians = Record<string, Sample<'ms'>>
type Rate = Awaited<ReturnType<typeof compareOverHttp>>

function tableOf(medians: Medians, rate: Rate): Table {
  const of = (name: string, size: Size) => medians[`${name}, ${size}`]?.ms ?? Number.NaN
  const largest = 1_000_000
  const names = [
    'nearest 50, bare',
    'nearest 50',
    'nearest 50, embedded database',
    'nearest 50, PostGIS geography',
    'nearest 50 with three facts',
    'nearest 50 with three facts, embedded database',
    'nearest 50 with three facts, PostGIS geography and GIN',
    'tile z13',
    'tile z7',
    'tile z7, grouped on the fly',
    'search',
    'search, sequential',
  ]
  return {
    title: 'Places: nearest, map and search',
    settings: `Places around 400 towns, two of three playgrounds; one connection, prepared, jit off, ${statementsPerRound} statements a round (4 for the sequential and grouped ones); medians of the means of 5 alternating rounds. Over HTTP: logged in, ${connections} connections, at 1,000,000 places; the bare statement over ${connections} connections of the same driver.`,
    columns: ['1,000: ms', '100,000: ms', '1,000,000: ms'],
    rows: [
      ...names.map((name): [string, ...number[]] => [name, ...sizes.map(size => of(name, size))]),
      ['GET /api/places/nearby, requests/s', Number.NaN, Number.NaN, rate.http],
      ['bare statement, per second', Number.NaN, Number.NaN, rate.bare],
    ],
    aims: [
      {
        name: 'nearest at 1,000,000 to the bare statement',
        value: of('nearest 50', largest) / of('nearest 50, bare', largest),
        atMost: 1.2,
      },
      {
        name: 'nearest at 1,000,000 to itself at 100,000',
        value: of('nearest 50', largest) / of('nearest 50', 100_000),
        atMost: 1.25,
      },
      {
        name: 'PostGIS geography to nearest',
        value: of('nearest 50, PostGIS geography', largest) / of('nearest 50', largest),
        atLeast: 1.5,
      },
      {
        name: 'nearest with three facts at 1,000,000 to nearest without',
        value: of('nearest 50 with three facts', largest) / of('nearest 50', largest),
        atMost: 1.3,
      },
      {
        name: 'nearest with three facts on the embedded database to nearest without',
        value:
          of('nearest 50 with three facts, embedded database', 100_000) / of('nearest 50, embedded database', 100_000),
        atMost: 1.3,
      },
      {
        name: 'PostGIS geography and GIN to nearest with three facts',
        value:
          of('nearest 50 with three facts, PostGIS geography and GIN', largest) /
          of('nearest 50 with three facts', largest),
        atLeast: 2,
      },
      {
        name: 'zoomed-out tile to grouping on the fly',
        value: of('tile z7', largest) / of('tile z7, grouped on the fly', largest),
        atMost: 0.02,
      },
      {
        name: 'search at 100,000 to the sequential scan',
        value: of('search', 100_000) / of('search, sequential', 100_000),
        atMost: 0.05,
      },
      { name: 'nearby over HTTP to the bare statement’s rate', value: rate.http / rate.bare, atLeast: 0.35 },
    ],
  }
}

function hashOf(seed: number): string {
  return Math.abs(Math.floor(seed * 1e6))
    .toString(16)
    .padStart(5, '0')
    .slice(-5)
}

/** Both must find the same fifty; ties at the end may differ. */
async function mustAgree(client: pg.Client, origins: readonly Origin[]) {
  for (const origin of origins) {
    const statement = (
      await statementsOf(client, db => nearby(db, { ...origin, type: 'playground' }, reader, page))
    ).at(-1)
    if (!statement) throw new Error('nearest asked nothing')
    const ours = JSON.parse((await client.query(statement.text, [...statement.values])).rows[0].text)
    const { text, values } = geographyNearest(origin)
    const theirs = (await client.query(text, [...values])).rows
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
    deepStrictEqual(ids(ours), ids(theirs))
  }
}

/** The call over HTTP, compared with the bare statement from as many connections. */
async function compareOverHttp(room: Room, databaseUrl: string, client: pg.Client) {
  const [origin] = await originsIn(client)
  if (!origin) throw new Error('there are no places')
  const ours = await startOurs(room, databaseUrl, 'places')
  const cookie = await cookiesOf(ours, databaseUrl)
  const query = `latitude=${origin.latitude}&longitude=${origin.longitude}&type=playground&limit=${wanted}`
  const request = { url: ours.url, path: `/api/places/nearby?${query}`, headers: { cookie } }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const requests = 800
  const bare = bareNearest(origin)
  const medians = await alternate({
    http: async () => ({ perSecond: (await measure(ours, request, requests)).perSecond }),
    bare: async () => {
      const began = performance.now()
      let left = requests
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (left > 0) {
            left -= 1
            await pool.query({ name: 'bare', text: bare.text, values: [...bare.values] })
          }
        }),
      )
      return { perSecond: (requests * 1000) / (performance.now() - began) }
    },
  })
  await pool.end()
  await ours.stop()
  return { http: medians.http.perSecond, bare: medians.bare.perSecond }
}
