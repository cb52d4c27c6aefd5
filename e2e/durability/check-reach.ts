// `npm run check -- reach [rounds]`: two nodes on one PostgreSQL have 1,000 reminders due at once, and the one that
// sends is killed with -9 in the middle. Each reminder must be sent once, and at most one claimed batch again, with the
// same tag. Then half of their phones die without a word: after two evenings nobody may miss what the next one brings.
// Nothing may be sent about playdates that were cancelled, left, moved or hidden, or between blocked fathers.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { startPushStandIn } from '../../packages/server/src/testing/push-stand-in.ts'
import { startSmtpStandIn } from '../../packages/server/src/testing/smtp-stand-in.ts'
import { freePort } from '../../tools/free-port.ts'
import { createDatabase, startPostgres } from '../../tools/postgres.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
const fathers = 1000
const perPlaydate = 50
/** How many rows a node leases at once (platform/outbox/outbox-worker.ts). */
const batch = 32
const p95Ms = 5000
const lateMs = 120_000
const staleKinds = ['cancelled', 'left', 'moved', 'blocked', 'hidden'] as const
const stalePerKind = 40
/** By so many unanswered messages a phone is known to be dead. */
const eveningsUntilKnown = 2
/** As many as the server takes. */
const receiptsAtOnce = 50

const print = (line: string) => process.stdout.write(`${line}\n`)
let isGood = true
function judge(line: string, holds: boolean) {
  print(`${holds ? '  ' : '! '}${line}`)
  isGood &&= holds
}

const postgres = await startPostgres()
const service = await startPushStandIn()
const smtp = await startSmtpStandIn()
const { dataDir, remove } = temporaryDataDir()
const databaseUrl = createDatabase(postgres.url, `papadag_${randomUUID()}`)
const shared = {
  ...service.env,
  DATA_DIR: dataDir,
  DEMO: 'off',
  DATABASE_URL: databaseUrl,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Papadag <hallo@papadag.test>',
  PUBLIC_URL: 'http://localhost:3000',
  SESSION_SECRET: randomBytes(32).toString('hex'),
}
const startNode = async () => startProduct({ ...shared, PORT: String(await freePort()) })
const nodes = [await startNode(), await startNode()]
const db = new pg.Client({ connectionString: databaseUrl })
await db.connect()

async function clear() {
  for (const node of nodes) await node.kill()
  await db.end()
  service.close()
  await smtp.close()
  await postgres.remove()
  remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clear().then(() => process.exit(1)))

/** Gives everybody a device, a playdate in three days, and no quiet hours. */
async function fill() {
  await db.query(
    `insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, notification_settings)
     select 'vader' || n, 'vader' || n, 'vader' || n || '@papadag.test', 'vader' || n || '@papadag.test', 'x', 'Vader', 'de Tester',
            '{"push": {"messages": true, "playdates": true, "reminders": true, "nearby": false},
              "mail": {"messages": false, "playdates": false, "reminders": false, "nearby": false},
              "remindBeforeMin": [], "quietHours": null, "timeZone": "Europe/Amsterdam"}'
       from generate_series(1, ${fathers + 1}) n`,
  )
  await db.query(
    `insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
     select ${fathers + 1}, 'Modderen ' || n, 'Westerpark', date_trunc('minute', now()) + interval '3 days',
            date_trunc('minute', now()) + interval '3 days 1 hour', 50
       from generate_series(1, ${fathers / perPlaydate}) n`,
  )
  await db.query(
    `insert into participants (playdate_id, user_id) select 1 + (n - 1) / ${perPlaydate}, n from generate_series(1, ${fathers}) n`,
  )
  const subscriptions = Array.from({ length: fathers }, (_, at) => service.subscription(`${at + 1}`))
  await db.query(
    `insert into push_subscriptions (user_id, endpoint, p256dh, auth)
     select n, e, p, a from unnest($1::text[], $2::text[], $3::text[]) with ordinality as x (e, p, a, n)`,
    [
      subscriptions.map(({ endpoint }) => endpoint),
      subscriptions.map(({ keys }) => keys.p256dh),
      subscriptions.map(({ keys }) => keys.auth),
    ],
  )
}

/** Adds a reminder for each of these fathers, due in this many milliseconds, and returns the due time. */
async function remind(first: number, last: number, inMs: number): Promise<number> {
  const { rows } = await db.query<{ at: string }>(
    `with due as (
       insert into outbox (kind, user_id, playdate_id, due_at, payload)
       select 'reminder', x.user_id, p.id, now() + make_interval(secs => $3::float8 / 1000),
              jsonb_build_object('startTime', to_char(p.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         from participants x join playdates p on p.id = x.playdate_id
        where x.user_id between $1 and $2
       returning due_at)
     select (extract(epoch from max(due_at)) * 1000)::text as at from due`,
    [first, last, inMs],
  )
  return Number(rows[0]?.at)
}

async function waiting(): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from outbox where kind = 'reminder'`)
  return rows[0]?.n ?? 0
}

async function until(isSo: () => boolean | Promise<boolean>, everyMs: number) {
  const deadlineMs = performance.now() + lateMs
  while (!(await isSo()) && performance.now() < deadlineMs) await after(everyMs)
}

/** Sends the reminders of one round, and kills the sending node when a third has arrived. */
async function killInTheMiddle(round: number) {
  service.received.length = 0
  const dueMs = await remind(1, fathers, 1500)
  await until(() => service.received.length >= fathers / 3, 2)
  const before = service.received.length
  await nodes[round % 2]?.kill()
  await until(async () => (await waiting()) === 0, 200)
  const [one, another] = [new Map<string, number>(), new Map<string, Set<string>>()]
  for (const { path, message } of service.received) {
    one.set(path, (one.get(path) ?? 0) + 1)
    another.set(path, (another.get(path) ?? new Set()).add(message.notification.tag))
  }
  const lost = fathers - one.size
  const repeated = [...one.values()].reduce((sum, times) => sum + times - 1, 0)
  const otherTag = [...another.values()].filter(tags => tags.size > 1).length
  const waits = [...new Map(service.received.toReversed().map(({ path, atMs }) => [path, atMs - dueMs])).values()]
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN
  judge(
    `round ${round + 1}: killed after ${before}; ${lost} lost, ${repeated} sent again (at most ${batch}), ${otherTag} with another tag; due to sent p50 ${at(0.5).toFixed()} ms, p95 ${at(0.95).toFixed()} ms, last ${at(1).toFixed()} ms`,
    lost === 0 && repeated <= batch && otherTag === 0 && at(0.95) <= p95Ms,
  )
  nodes[round % 2] = await startNode()
}

/** Everybody is told about tomorrow; returns the push messages of this evening once nothing waits any more. */
async function evening() {
  service.received.length = 0
  smtp.mails.length = 0
  await db.query(
    `insert into outbox (kind, user_id, due_at, dedupe_key)
     select 'evening', n, now() + interval '1 second', 'evening:' || n from generate_series(1, ${fathers}) n
     on conflict (dedupe_key) do update set due_at = excluded.due_at`,
  )
  const waits = `from outbox where kind = 'evening' and due_at < now() + interval '1 minute'`
  await until(async () => (await db.query<{ n: number }>(`select count(*)::int as n ${waits}`)).rows[0]?.n === 0, 200)
  return service.received.map(({ path, message }) => ({
    father: Number(path.slice(1)),
    receipt: message.notification.data.receipt ?? '',
  }))
}

/** What the service workers of these phones send. */
async function acknowledge(receipts: readonly string[]) {
  for (let at = 0; at < receipts.length; at += receiptsAtOnce) {
    const reply = await fetch(new URL('/api/push/receipts', nodes[0]?.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: receipts.slice(at, at + receiptsAtOnce) }),
    })
    if (!reply.ok) throw new Error(`receipts got ${reply.status}: ${await reply.text()}`)
  }
}

/** Half of the phones show nothing any more, though their push service takes every message. */
async function silentDeaths() {
  const lives = (father: number) => father % 2 === 0
  await db.query(`update push_subscriptions set awaited = '{}'`)
  await db.query(`update users set email_confirmed = true, papa_days = (1 << 14) - 1`)
  await db.query(
    `update playdates set start_time = tomorrow, end_time = tomorrow + interval '1 hour'
       from (select (date_trunc('day', now() at time zone 'Europe/Amsterdam') + interval '34 hours') at time zone 'Europe/Amsterdam' as tomorrow) t`,
  )
  for (let time = 0; time < eveningsUntilKnown; time += 1) {
    const told = await evening()
    await acknowledge(told.filter(({ father }) => lives(father)).map(({ receipt }) => receipt))
  }
  const shown = new Set((await evening()).map(({ father }) => father).filter(lives))
  const mailed = smtp.mails.flatMap(({ to }) => to).map(address => Number(/\d+/.exec(address)))
  const reached = new Set([...shown, ...mailed])
  const twice = mailed.filter(lives).length
  judge(
    `half of ${fathers} phones have died silently: ${fathers - reached.size} evening messages lost; ${shown.size} shown, ${mailed.length} mailed, ${twice} of these to phones that are alive`,
    reached.size === fathers && twice === 0,
  )
}

/** Checks 400 reminders, half of which no longer apply when they are due. */
async function stale() {
  service.received.length = 0
  const count = staleKinds.length * stalePerKind
  // The first five playdates change in five ways, the next five stay unchanged; 40 fathers participate in each.
  await db.query(`delete from participants where user_id <= 500 and (user_id - 1) % 50 >= 40`)
  const control = staleKinds.length * perPlaydate
  await remind(1, control, 2000)
  await remind(control + 1, 2 * control, 2000)
  await db.query(`update playdates set cancelled_at = now() where id = 1`)
  await db.query(`delete from participants where playdate_id = 2`)
  await db.query(
    `update playdates set start_time = start_time + interval '10 minutes', end_time = end_time + interval '10 minutes' where id = 3`,
  )
  await db.query(
    `insert into blocks (blocker_id, blocked_id) select ${fathers + 1}, user_id from participants where playdate_id = 4`,
  )
  await db.query(`update playdates set hidden_at = now() where id = 5`)
  await until(async () => (await waiting()) === 0, 100)
  const told = service.received.map(({ path }) => Number(path.slice(1)))
  const wrong = told.filter(father => father <= control).length
  const right = told.filter(father => father > control).length
  judge(
    `${staleKinds.join(', ')}: ${wrong} of ${count} sent; ${right} of ${count} that are still so`,
    wrong === 0 && right === count,
  )
}

try {
  await fill()
  print(`${fathers} reminders due at once, two nodes, ${rounds} rounds with a kill:\n`)
  for (let round = 0; round < rounds; round += 1) await killInTheMiddle(round)
  await silentDeaths()
  await stale()
} finally {
  await clear()
}
print(isGood ? '\nNothing is lost, stale or late.' : '\nThis must not happen.')
process.exitCode = isGood ? 0 : 1
