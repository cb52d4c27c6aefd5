import type { AddressInfo } from 'node:net'
import type { NewPlaydate } from '@papadag/contract/playdates/playdates'
import type { Render } from '@papadag/contract/route'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { createServer, type Server } from '../app/server.ts'
import { openPictures } from '../domain/pictures.ts'
import { type Bus, createLocalBus } from '../platform/bus/bus.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { type Db, sql } from '../platform/db/db.ts'
import { createCrossSiteTokens, xsrfCookie } from '../platform/http/cross-site.ts'
import type { Outside } from '../platform/outside.ts'
import { hashPassword } from '../platform/sessions/password.ts'
import { Client } from './client.ts'
import { testDb } from './database.ts'
import { emptyFolder } from './files/empty-folder.ts'

// Not a literal, since components have other types than the server: no document exists here.
const components = new URL('../../../web/src/app/server-pages/render.tsx', import.meta.url).href
/** The pages as the web app's sources write them, without a build. */
const render: Render = async (...page) => (await import(components)).render(...page)

export const sessionSecret = 'a secret for tests alone, long enough'
/** The password of every account in tests. */
export const password = 'zandkasteel'
let sharedHash: Promise<string> | undefined
/** Without one from here, a father's first write would read a page before. */
const crossSiteTokens = createCrossSiteTokens(sessionSecret)

/** What a visitor fills in to register. */
export const anAccount = (username = 'sjoerd') => ({
  ...{ username, password, email: `${username}@papadag.test` },
  ...{ firstName: 'Sjoerd', lastName: 'de Boer' },
})

/** A father with an account and a session. */
export class Father extends Client {
  readonly id: number
  readonly username: string

  constructor(origin: string, id: number, username: string) {
    super(origin)
    this.id = id
    this.username = username
  }
}

/** A tuple of this many fathers, so that a destructured one is never undefined. */
type Fathers<N extends number, Made extends Father[] = []> = number extends N
  ? Father[]
  : Made['length'] extends N
    ? Made
    : Fathers<N, [...Made, Father]>

/** By their names, where a test needs no list: one that the world does not have does not compile. */
interface Named<All> {
  father: At<All, '0'>
  other: At<All, '1'>
  third: At<All, '2'>
  fourth: At<All, '3'>
  fifth: At<All, '4'>
  sixth: At<All, '5'>
}
type At<All, Index extends string> = Index extends keyof All ? All[Index] : undefined

export interface World<N extends number = number> extends Named<Fathers<N>> {
  origin: string
  db: Db
  config: Config
  server: Server
  host: Father
  fathers: Fathers<N>
  /** A client without a session. */
  visitor: Client
  /** Registers another father, a week ago. */
  newFather(): Promise<Father>
  /** Starts another node on the same database and returns its origin. */
  newNode(): Promise<string>
  /** The same father and session, at another node. */
  at(origin: string, father: Father): Father
}

const Created = z.object({ id: z.number() })

/**
 * Starts a server on its own database, with a host and other fathers logged in; removed when the test ends. The hourly
 * jobs do not run: at any moment they would delete what the test has made older.
 */
export async function world<const N extends number = 0>({
  fathers,
  env = {},
  db: given,
  openBus,
  outside,
  hasNoRoom,
}: {
  fathers?: N
  env?: Record<string, string>
  /** A database that the test provides. */
  db?: Db
  /** Opens a bus for each node; by default nodes share one in this process. */
  openBus?: () => Bus
  /** How the server connects to other hosts. */
  outside?: Outside
  hasNoRoom?: () => boolean
} = {}): Promise<World<N>> {
  const dataDir = emptyFolder()
  const config = readConfig({
    DATA_DIR: dataDir,
    SESSION_SECRET: sessionSecret,
    RATE_LIMIT: 'off',
    ...env,
  })
  const db = given ?? (await testDb())
  const sharedBus = createLocalBus()
  const log = pino({ level: 'silent' })
  const pictures = await openPictures({ db, dataDir })

  async function open() {
    const bus = openBus?.() ?? sharedBus
    const server = await createServer({
      config,
      db,
      bus,
      pictures,
      log,
      render,
      ...(outside && { outside }),
      ...(hasNoRoom && { hasNoRoom }),
    })
    onTestFinished(async () => {
      await server.close()
      await bus.close()
    })
    await server.http.listen({ port: 0, host: '127.0.0.1' })
    // Listening on a port: the address is not a pipe's name.
    return { server, origin: `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}` }
  }
  onTestFinished(() => pictures.close())
  const { server, origin } = await open()
  sharedHash ??= hashPassword(password)
  const hash = await sharedHash
  let count = 0

  async function newFather() {
    count += 1
    const username = `vader${count}`
    const email = `${username}@papadag.test`
    const created = await db.one(
      Created,
      sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, created_at)
          values (${username}, ${username}, ${email}, ${email}, ${hash}, ${`Vader ${count}`}, 'de Tester', now() - interval '7 days')
          returning id`,
    )
    const father = new Father(origin, created?.id ?? 0, username)
    await signInAgain(server, father)
    return father
  }

  const host = await newFather()
  const made = (await inTurn(fathers ?? 0, newFather)) as Fathers<N>
  const [father, other, third, fourth, fifth, sixth] = made as Father[]
  return {
    ...({ father, other, third, fourth, fifth, sixth } as Named<Fathers<N>>), // undefined where there are fewer
    origin,
    db,
    config,
    server,
    host,
    fathers: made,
    visitor: new Client(origin),
    newFather,
    newNode: async () => (await open()).origin,
    at(there, father) {
      const same = new Father(there, father.id, father.username)
      for (const [name, value] of father.cookies) same.cookies.set(name, value)
      return same
    },
  }
}

/** Gives a father a new session. */
export async function signInAgain({ sessions }: Server, father: Father): Promise<void> {
  const { token, sessionId } = await sessions.start(father.id, { userAgent: 'test' })
  father.cookies.set('sid', token)
  father.cookies.set(xsrfCookie, crossSiteTokens.issue(sessionId))
}

/** Sequentially, so that their ids are in order too. */
async function inTurn<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < times) made.push(await make())
  return made
}

const dayMs = 86_400_000

/** A playdate tomorrow for one hour, unless `differences` say otherwise. */
export function aPlaydate(differences: Partial<NewPlaydate> = {}) {
  const start = Date.now() + dayMs
  return {
    title: 'Modderen in het park',
    description: 'Laarzen mee.',
    location: 'Westerpark, Amsterdam',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 3_600_000).toISOString(),
    maxParticipants: 5,
    ...differences,
  }
}

/** Those who take part have done so since the day before. */
async function joinedBefore(db: Db, id: number) {
  await db.run(sql`update participants set joined_at = joined_at - interval '1 day' where playdate_id = ${id}`)
}

/** Lets a playdate pass: the server's clock is the database's, which tests do not change. */
export async function endPlaydate(db: Db, id: number): Promise<void> {
  await joinedBefore(db, id)
  await db.run(sql`
    update playdates set start_time = now() - interval '3 hours', end_time = now() - interval '2 hours' where id = ${id}`)
}

/** Lets days pass without moves. */
export async function settle(db: Db, days = 3): Promise<void> {
  await db.run(sql`update users set neighbourhood_since = neighbourhood_since - make_interval(days => ${days}::int)`)
}

/** Lets a playdate be half over. */
export async function beginPlaydate(db: Db, id: number): Promise<void> {
  await joinedBefore(db, id)
  await db.run(
    sql`update playdates set start_time = now() - interval '70 minutes', end_time = now() + interval '1 hour' where id = ${id}`,
  )
}
