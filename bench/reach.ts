import { join } from 'node:path'
import pg from 'pg'
import { startPushStandIn } from '../packages/server/src/testing/push-stand-in.ts'
import { cookieOf, crossSiteToken, makeDatabase } from './data.ts'
import { type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'
import { alternate, rounds } from './rounds.ts'

const joins = 100
const devices = 10
const waitMs = 30_000

/** What a join costs the server if the notified creator has ten devices, compared with one without devices. */
export async function compareReach(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'reach', 3 * joins)
  const service = await startPushStandIn()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await prepareCreators(client, service)
  const ours = await startPapadag(room, {
    ...service.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, 'reach'),
    RATE_LIMIT: 'off',
  })

  let lastFather = 1000
  /** A father who is on none of them joins a hundred playdates, one after another. */
  async function joinAll(which: number) {
    lastFather += 1
    const cookie = await cookieOf(databaseUrl, lastFather)
    const xsrf = await crossSiteToken(ours.url, cookie)
    const headers = {
      cookie: `${cookie}; XSRF-TOKEN=${xsrf}`,
      'x-xsrf-token': xsrf,
      'content-type': 'application/json',
    }
    await client.query(`delete from participants where user_id = $1`, [lastFather])
    await client.query('delete from notifications')
    await client.query('delete from outbox')
    service.received.length = 0
    const before = await ours.cpuMs()
    const began = performance.now()
    for (let at = 1; at <= joins; at += 1) {
      const path = `/api/playdates/${which * joins + at}/join`
      const response = await fetch(ours.url + path, { method: 'POST', headers, body: '{"children":0}' })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
    const ms = (performance.now() - began) / joins
    // Messages that are sent at once are part of the figure.
    const deadline = performance.now() + waitMs
    const waits = `select from outbox where kind = 'notice' and due_at <= now() + interval '1 minute'`
    while ((await client.query(waits)).rowCount && performance.now() < deadline)
      await new Promise(done => setTimeout(done, 50))
    return { cpuUs: (((await ours.cpuMs()) - before) / joins) * 1000, ms, pushes: service.received.length / joins }
  }

  for (const which of [0, 1, 2]) await joinAll(which)
  const medians = await alternate({
    none: () => joinAll(0),
    later: () => joinAll(1),
    sending: () => joinAll(2),
  })
  await ours.stop()
  await client.end()
  service.close()
  return tableOf(medians)
}

type Service = Awaited<ReturnType<typeof startPushStandIn>>

/**
 * Splits the playdates into three groups by their creators: without devices, with ten devices and quiet hours all day,
 * and with ten devices that ring.
 */
async function prepareCreators(client: pg.Client, service: Service) {
  const part = (playdate: string) => `(${playdate}.id - 1) / ${joins}`
  await client.query(
    `update playdates set max_participants = 50, start_time = now() + interval '3 days', end_time = now() + interval '3 days 1 hour' where id <= ${3 * joins}`,
  )
  const quiet = `'{"from": "00:00", "to": "23:59"}'::jsonb`
  await client.query(
    `update users u set notification_settings = jsonb_set(notification_settings, '{quietHours}',
        case when ${part('p')} < 2 then ${quiet} else 'null'::jsonb end)
       from playdates p where p.creator_id = u.id and p.id <= ${3 * joins}`,
  )
  const { rows: creators } = await client.query<{ id: number }>(
    `select creator_id as id from playdates p where id <= ${3 * joins} and ${part('p')} >= 1`,
  )
  for (const { id } of creators) {
    for (let device = 0; device < devices; device += 1) {
      const { endpoint, keys } = service.subscription(`${id}-${device}`)
      await client.query('insert into push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)', [
        ...[id, endpoint, keys.p256dh, keys.auth],
      ])
    }
  }
}

type Figures = { cpuUs: number; ms: number; pushes: number }

function tableOf(medians: Record<'none' | 'later' | 'sending', Figures>): Table {
  const rows = Object.entries({
    'the creator has no device': medians.none,
    'he has 10, and they are told later': medians.later,
    'he has 10, and they are told at once': medians.sending,
  }).map(([name, { cpuUs, ms, pushes }]): [string, ...number[]] => [
    name,
    cpuUs,
    cpuUs / medians.none.cpuUs,
    ms,
    pushes,
  ])
  return {
    title: 'Joining, with a push to the creator',
    settings: `One father joins ${joins} playdates of as many creators over HTTP, one after another, committed on PostgreSQL. CPU of the whole server divided by the joins. "Later" is during quiet hours: the request and the rows it writes, nothing sent; "at once" includes encrypting and sending 10 push messages per join to a push service on this machine. Medians of ${rounds} alternating rounds.`,
    columns: ['CPU µs/join', 'CPU to none', 'ms/join', 'pushes/join'],
    rows,
    aims: [
      {
        name: 'CPU of a join with 10 subscriptions to one without, sending excluded',
        value: medians.later.cpuUs / medians.none.cpuUs,
        atMost: 1.05,
      },
    ],
  }
}
