import { hashPassword } from '../../packages/server/src/platform/sessions/password.ts'
import { cookieOf, makeDatabase, password } from '../data.ts'
import { load, percentile, type Request } from '../load.ts'
import type { Room } from '../measured-process.ts'
import { startOurs } from '../playdates/upcoming.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'

const readerId = 1
const parallel = 8
/** Without a session the server requires the token twice. */
const token = 'a-token-that-comes-twice'

/** A login compared with the hash it needs, and the effect of many logins on reads. */
export async function compareLogin(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'login', 20)
  const ours = await startOurs(room, databaseUrl, 'login')
  const read: Request = { url: ours.url, path: '/api/user', headers: { cookie: await cookieOf(databaseUrl, readerId) } }

  let lastFather = readerId
  function logIn(): Request {
    lastFather += 1
    return {
      url: ours.url,
      path: '/api/login',
      method: 'POST',
      headers: { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
      body: JSON.stringify({ username: `vader${lastFather}`, password }),
    }
  }
  const reading = () => load(() => read, { connections: 4, requests: 400 })
  await reading()

  const medians = await alternate({
    async hash() {
      const began = performance.now()
      for (let count = 0; count < 10; count += 1) await hashPassword(password)
      return { p50: (performance.now() - began) / 10, p99: Number.NaN }
    },
    async login() {
      return figures(await load(logIn, { connections: 1, requests: 10 }))
    },
    async idle() {
      return figures(await reading())
    },
    async busy() {
      let isOver = false
      const logins = Promise.all(
        Array.from({ length: parallel }, async () => {
          while (!isOver) await load(logIn, { connections: 1, requests: 1 })
        }),
      )
      const latencies = await reading()
      isOver = true
      await logins
      return figures(latencies)
    },
  })
  await ours.stop()
  const row = (name: string, { p50, p99 }: { p50: number; p99: number }): [string, ...number[]] => [name, p50, p99]
  return {
    title: 'Login',
    settings: `A hash is argon2id with m=19456, t=2, p=1; 10 hashes and 10 logins a round, one after another. Reads are GET /api/user over 4 connections, 400 a round, alone and beside ${parallel} connections that keep logging in. Medians of 5 alternating rounds.`,
    columns: ['p50 ms', 'p99 ms'],
    rows: [
      row('one argon2id hash', medians.hash),
      row('POST /api/login', medians.login),
      row('reads without logins', medians.idle),
      row(`reads beside ${parallel} parallel logins`, medians.busy),
    ],
    aims: [
      { name: 'login to one bare hash', value: medians.login.p50 / medians.hash.p50, atMost: 1.2 },
      {
        name: 'p99 of reads during logins to that without logins',
        value: medians.busy.p99 / medians.idle.p99,
        atMost: 3,
      },
    ],
  }
}

function figures(latencies: readonly number[]) {
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}
