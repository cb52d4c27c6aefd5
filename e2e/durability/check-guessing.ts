// `npm run check -- guessing [share] [door]`: 1,000 addresses of 50 networks guess a million codes at each door that opens
// an account or a circle, while honest fathers log in, or enter with the right code, from elsewhere. Fails if one guess is
// right, if an honest father waits longer than 2 s (p95), or if the audit trail grows with the guesses. `.01` makes a
// hundredth of the guesses, `1 circles` tries one door.
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { logIn as logInCall } from '@papadag/contract/auth'
import pg from 'pg'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { startSmtpStandIn } from '../../packages/server/src/testing/smtp-stand-in.ts'
import { freePort } from '../../tools/free-port.ts'
import { createDatabase, startPostgres } from '../../tools/postgres.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { aFather, type Door, doors, Elsewhere, type Guess, type House, type Known, password } from './guessing-doors.ts'

const share = Number(process.argv[2] ?? 1)
const only = process.argv[3]
const atOnce = 64
const p95Ms = 2000
const pauseMs = 400
const keptOpenMs = 30_000
/** Lines of an account, a minute: one, and those that were written at the same moment. */
const linesPerMinute = 3
const people = 100

const print = (line: string) => process.stdout.write(`${line}\n`)
const postgres = await startPostgres()
const smtp = await startSmtpStandIn()
const { dataDir, remove } = temporaryDataDir()
const databaseUrl = createDatabase(postgres.url, `papadag_${randomUUID()}`)
const port = String(await freePort())
const product = await startProduct({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  DEMO: 'off',
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  RATE_LIMIT: 'on',
  SESSION_SECRET: randomBytes(32).toString('hex'),
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Papadag <hallo@papadag.test>',
  TRUST_PROXY: 'on',
})
const db = new pg.Client({ connectionString: databaseUrl })
await db.connect()
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** The status of the answer; its content is read and dropped. */
function send({ method, path, from, cookie, token, body }: Guess): Promise<number> {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      cookie,
      'x-xsrf-token': token,
      'x-forwarded-for': from,
    }
    const sending = request({ agent, host: '127.0.0.1', port, method, path, headers }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', reject).end(text)
  })
}

/** From the same place each time, as another browser. */
async function logIn({ username }: Known, visitor: Client) {
  await visitor.call(logInCall, { body: { username, password } })
  visitor.cookies.delete('sid')
}

/** Only acquaintances make circles, so it is made in the database. */
async function makeCircle(keeperId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `with made as (insert into circles (name) values ('Zandbak') returning id),
          chat as (insert into chats (circle_id, first_member, second_member) select id, -id - 1, -1 from made)
     insert into circle_members (circle_id, user_id, is_keeper) select id, $1, true from made returning circle_id as id`,
    [keeperId],
  )
  return rows[0]?.id ?? 0
}

async function lines(): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from audit where event = 'session.refused'`)
  return rows[0]?.n ?? 0
}

/** Works again and again until something has ended, and returns how long each took, in ms. */
async function meanwhile(ending: AbortSignal, everyMs: number, work: (at: number) => Promise<void>): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; !ending.aborted; at += 1) {
    const begunMs = performance.now()
    await work(at)
    took.push(performance.now() - begunMs)
    await after(everyMs, undefined, { signal: ending }).catch(() => {})
  }
  return took.sort((a, b) => a - b)
}

async function tryDoor(door: Door, house: House): Promise<boolean> {
  const { guess, honest, keepOpen } = await door.open(house)
  const [visitor, guesses] = [new Elsewhere(product.url), Math.ceil(door.guesses * share)]
  const enters = honest ?? ((at: number) => logIn(house.victims[at % people] as Known, visitor))
  const [before, answers, ending] = [await lines(), new Map<number, number>(), new AbortController()]
  const fathers = meanwhile(ending.signal, pauseMs, enters)
  const opened = keepOpen && meanwhile(ending.signal, keptOpenMs, keepOpen)
  const begunMs = performance.now()
  let next = 0
  async function guessOn() {
    while (next < guesses) {
      const at = next++
      const status = await send(guess(at))
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (at > 0 && at % 100_000 === 0)
        print(`  … ${at} ${door.what} in ${((performance.now() - begunMs) / 1000).toFixed()} s`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, guessOn))
  const seconds = (performance.now() - begunMs) / 1000
  ending.abort()
  const took = await fathers
  await opened
  const p95 = took[Math.min(took.length - 1, Math.floor(took.length * 0.95))] ?? Number.NaN
  const right = [...answers].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0)
  const odd = [...answers.keys()].filter(status => status >= 500 && status !== 503)
  const written = (await lines()) - before
  const allowed = people * linesPerMinute * Math.ceil(seconds / 60 + 1)
  const isGood = right === 0 && odd.length === 0 && p95 <= p95Ms && written <= allowed
  print(
    `${isGood ? ' ' : '!'} ${guesses} ${door.what}: ${right} right; ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}; ${(guesses / seconds).toFixed()} a second for ${seconds.toFixed()} s; ${took.length} honest ${honest ? 'entries' : 'logins'}: median ${took[Math.floor(took.length / 2)]?.toFixed()} ms, p95 ${p95.toFixed()} ms (at most ${p95Ms}); ${written} lines in the audit trail (at most ${allowed})`,
  )
  return isGood
}

let isGood = true
try {
  const victims: Known[] = []
  const thieves: Client[] = []
  for (let at = 0; at < people; at += 1) {
    victims.push(await aFather(product.url))
    thieves.push(await aFather(product.url))
  }
  await db.query(`update users set created_at = now() - interval '30 days'`)
  const house: House = { url: product.url, smtp, victims, thieves, makeCircle }
  for (const door of doors) if (!only || door.name === only) isGood = (await tryDoor(door, house)) && isGood
} finally {
  agent.destroy()
  await product.stop()
  await db.end()
  await smtp.close()
  await postgres.remove()
  remove()
}
print(isGood ? '\nNobody has guessed his way in.' : '\nThis must not happen.')
process.exitCode = isGood ? 0 : 1
