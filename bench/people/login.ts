import { register } from '@papadag/contract/auth'
import { logInWithPasskey, passkeyOptions } from '@papadag/contract/passkeys'
import { hashPassword } from '../../packages/server/src/platform/sessions/password.ts'
import { Client } from '../../packages/server/src/testing/client.ts'
import { Authenticator } from '../../packages/server/src/testing/passkeys/authenticator.ts'
import { cookieOf, makeDatabase, password } from '../data.ts'
import { load, percentile, type Request } from '../load.ts'
import type { Measured, Room } from '../measured-process.ts'
import { startOurs } from '../playdates/upcoming.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'

const readerId = 1
const parallel = 8
/** Each of which is made of two calls with a passkey. */
const logins = 50
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
  const cpu = await cpuOfLogins(ours, () => load(logIn, { connections: 1, requests: logins }))
  await ours.stop()
  const row = (name: string, { p50, p99 }: { p50: number; p99: number }): [string, ...number[]] => [name, p50, p99]
  return {
    title: 'Login',
    settings: `A hash is argon2id with m=19456, t=2, p=1; 10 hashes and 10 logins a round, one after another. Reads are GET /api/user over 4 connections, 400 a round, alone and beside ${parallel} connections that keep logging in. Medians of 5 alternating rounds. CPU is that of the server’s process in ${logins} logins of each kind.`,
    columns: ['p50 ms', 'p99 ms'],
    rows: [
      row('one argon2id hash', medians.hash),
      row('POST /api/login', medians.login),
      row('login with a passkey: options and proof', cpu.passkey),
      row('reads without logins', medians.idle),
      row(`reads beside ${parallel} parallel logins`, medians.busy),
    ],
    aims: [
      { name: 'CPU of a login with a passkey to one with a password', value: cpu.ratio, atMost: 0.3 },
      { name: 'login to one bare hash', value: medians.login.p50 / medians.hash.p50, atMost: 1.2 },
      {
        name: 'p99 of reads during logins to that without logins',
        value: medians.busy.p99 / medians.idle.p99,
        atMost: 3,
      },
    ],
  }
}

/** The CPU that the server needs for logins with passkeys, compared with those with passwords. */
async function cpuOfLogins({ url, cpuMs }: Measured, withPasswords: () => Promise<unknown>) {
  // Without `PUBLIC_URL` passkeys work on localhost alone.
  const origin = url.replace('127.0.0.1', 'localhost')
  const device = new Authenticator(origin)
  const client = new Client(origin)
  const passkey = device.make(await client.call(passkeyOptions, { query: { for: 'register' } }))
  const names = { username: 'passkey', email: 'passkey@papadag.test', firstName: 'Bas', lastName: 'Dekker' }
  await client.call(register, { body: { ...names, passkey } })
  const visitor = new Client(origin)
  const latencies: number[] = []
  async function withPasskeys() {
    for (let count = 0; count < logins; count += 1) {
      const began = performance.now()
      await visitor.call(logInWithPasskey, { body: device.prove(await visitor.call(passkeyOptions)) })
      latencies.push(performance.now() - began)
    }
  }
  async function during(work: () => Promise<unknown>) {
    await work()
    const before = await cpuMs()
    await work()
    return (await cpuMs()) - before
  }
  const ratio = (await during(withPasskeys)) / (await during(withPasswords))
  return { ratio, passkey: figures(latencies.slice(logins).sort((a, b) => a - b)) }
}

function figures(latencies: readonly number[]) {
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}
