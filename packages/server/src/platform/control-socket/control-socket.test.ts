import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { testDb } from '../../testing/database.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { DbUnavailable, sql } from '../db/db.ts'
import { connectTo } from './connect.ts'
import { openControlSocket, socketFile } from './control-socket.ts'

async function setting(nested = '', copy?: () => Promise<void>) {
  const parent = emptyFolder()
  const dataDir = nested ? mkdtempSync(join(parent, nested)) : parent
  const db = await testDb()
  const copied: string[] = []
  const controlSocket = await openControlSocket({
    dataDir,
    db,
    copyTo: copy ?? (async folder => void copied.push(folder)),
  })
  onTestFinished(() => controlSocket.close().catch(() => {}))
  async function come() {
    const remote = await connectTo(dataDir)
    if (!remote) throw new Error('nobody answers')
    onTestFinished(() => remote.close())
    return remote
  }
  return { dataDir, db, controlSocket, copied, come }
}

const add = (key: string) => sql`insert into login_failures (key, failures, last_at) values (${key}, 1, now())`
const failures = sql`from login_failures`

test('a command works as well through the control socket as directly on the database', async () => {
  const { come, copied } = await setting()
  const remote = await come()
  expect(await remote.run(add('a'))).toBe(1)
  expect(await remote.count(failures)).toBe(1)
  const Row = z.object({ key: z.string(), bytes: z.instanceof(Uint8Array), at: z.string() })
  const row = await remote.one(
    Row,
    sql`select key, ${Buffer.from([0, 255])}::bytea as bytes, timestamptz '2031-06-01Z' as at from login_failures`,
  )
  expect(row).toMatchObject({ key: 'a', at: '2031-06-01T00:00:00.000Z' })
  expect([...(row?.bytes ?? [])]).toEqual([0, 255])
  await remote.script(`delete from login_failures; delete from login_failures`)
  expect(await remote.count(failures)).toBe(0)
  await remote.copyTo('/elsewhere')
  expect(copied).toEqual(['/elsewhere'])
})

test('a refused statement names its constraint through the control socket, and the next one works', async () => {
  const { come } = await setting()
  const remote = await come()
  await remote.run(add('a'))
  await expect(remote.run(add('a'))).rejects.toMatchObject({ name: 'DbConflict', constraint: 'login_failures_pkey' })
  await expect(remote.run(sql`select from nowhere`)).rejects.toThrow('nowhere')
  expect(await remote.count(failures)).toBe(1)
})

test('a transaction that is refused when it commits counts as a failure for its command', async () => {
  const { come } = await setting()
  const remote = await come()
  const refused = remote.transaction(async tx => {
    await tx.run(add('a'))
    await tx.run(sql`create temp table parents (id int primary key) on commit drop`)
    await tx.run(sql`
      create temp table children (id int references parents deferrable initially deferred) on commit drop`)
    await tx.run(sql`insert into children values (1)`)
  })
  await expect(refused).rejects.toThrow('children_id_fkey')
  expect(await remote.count(failures)).toBe(0)
})

test('the kind of an error passes through the control socket', async () => {
  const failures: unknown[] = [
    new DbUnavailable('not now'),
    Object.assign(new Error('full'), { name: 'Full' }),
    'a text',
  ]
  const { come } = await setting('', () => Promise.reject(failures.shift()))
  const remote = await come()
  const failure = () => remote.copyTo('/elsewhere').catch((error: unknown) => error)
  const [unavailable, named, text] = [await failure(), await failure(), await failure()]
  expect([unavailable, named].map(error => error instanceof DbUnavailable)).toEqual([true, false])
  expect([unavailable, named, text]).toMatchObject([
    { name: 'DbUnavailable', message: 'not now' },
    { name: 'Full', message: 'full' },
    { name: 'Error', message: 'a text' },
  ])
})

test('a transaction is all or nothing, even when its command is killed half-way', async () => {
  const { come, db } = await setting()
  const remote = await come()
  await remote.transaction(async tx => {
    await tx.run(add('a'))
    await tx.transaction(inner => inner.run(add('b')))
  })
  expect(await db.count(failures)).toBe(2)
  await expect(
    remote.transaction(async tx => {
      await tx.run(add('c'))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await remote.count(failures)).toBe(2)

  const { promise: forever } = Promise.withResolvers<void>()
  const { promise: written, resolve } = Promise.withResolvers<void>()
  remote
    .transaction(async tx => {
      await tx.run(add('d'))
      resolve()
      await forever
    })
    .catch(() => {})
  await written
  await remote.close()
  expect(await (await come()).count(failures)).toBe(2)
})

test.skipIf(process.platform === 'win32')(
  'only the owner can read the control socket’s address, and nobody connects without its secret',
  async () => {
    const { dataDir } = await setting()
    const file = join(dataDir, socketFile)
    const { address, secret } = JSON.parse(readFileSync(file, 'utf8'))
    expect(address).toBe(join(dataDir, 'door.sock'))
    for (const path of [file, address]) expect(statSync(path).mode & 0o777).toBe(0o600)
    writeFileSync(file, JSON.stringify({ address, secret: `${secret}x` }))
    await expect(connectTo(dataDir)).rejects.toMatchObject({ name: 'DbUnavailable' })
    const stranger = connect(address)
    stranger.end('hello')
    await once(stranger, 'close')
    // Without the secret, a client can neither send much nor make the server wait for much.
    const long = serialize({ kind: 'enter', secret, more: 'x'.repeat(2000) })
    for (const [length, body] of [
      [200 * 1024 * 1024, Buffer.alloc(10)],
      [long.length, long],
    ] as const) {
      const guest = connect(address)
      const head = Buffer.alloc(4)
      head.writeUInt32BE(length)
      guest.write(Buffer.concat([head, body]))
      guest.resume()
      await once(guest, 'close')
    }
  },
)

test('a folder with a long path also gets a control socket', async () => {
  const { come } = await setting('long-'.repeat(30))
  expect(await (await come()).count(failures)).toBe(0)
})

test('the control socket of a stopped or killed server does not answer', async () => {
  const { dataDir, controlSocket } = await setting()
  const left = readFileSync(join(dataDir, socketFile))
  await controlSocket.close()
  expect(await connectTo(dataDir)).toBeUndefined()
  writeFileSync(join(dataDir, socketFile), left)
  expect(await connectTo(dataDir)).toBeUndefined()
})

const headOf = (length: number) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(length)
  return head
}

/** A bare connection to the control socket, which has presented the secret if asked to. */
async function bare(dataDir: string, isProven = true) {
  const { address, secret } = JSON.parse(readFileSync(join(dataDir, socketFile), 'utf8'))
  const socket = connect(address)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (isProven) {
    const body = serialize({ kind: 'enter', secret })
    socket.write(Buffer.concat([headOf(body.length), body]))
    await once(socket, 'data')
  }
  return socket
}

test('a message of 256 MB can be sent, and the first byte of a longer one ends the connection', async () => {
  const { dataDir } = await setting()
  const [most, more] = [await bare(dataDir), await bare(dataDir)]
  more.resume()
  most.write(headOf(256 * 1024 * 1024 - 4))
  more.write(headOf(256 * 1024 * 1024 - 3))
  await once(more, 'close')
  expect(most.readyState).toBe('open')
})

test.each([
  ['the secret', false],
  ['a statement of a transaction', true],
])('the control socket waits ten seconds for %s', async (_, isProven) => {
  const { dataDir } = await setting()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = await bare(dataDir, isProven)
  if (isProven) {
    const body = serialize({ kind: 'begin' })
    socket.write(Buffer.concat([headOf(body.length), body]))
    await once(socket, 'data')
  }
  socket.resume()
  const closed = once(socket, 'close')
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  vi.advanceTimersByTime(9000)
  expect(socket.readyState).toBe('open')
  vi.advanceTimersByTime(1000)
  await closed
})
