import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test, vi } from 'vitest'
import { sql } from '../../packages/server/src/platform/db/db.ts'
import { openPostgres } from '../../packages/server/src/platform/db/postgres.ts'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { aPlaydate, newFather, startDatabase, startPapadag } from './fathers.ts'

test('a request whose body is still arriving is answered before the server stops', async () => {
  const product = await startPapadag()
  const father = await newFather(product.url)
  const { socket, rest } = await beginToSend(father, 'Halverwege')
  const stopped = product.stop()
  await vi.waitFor(() => expect(product.output()).toContain('Stopping'))
  socket.write(rest)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 [\s\S]*"title":"Halverwege"/)
  await stopped
})

test('requests that wait for the database are answered before the server stops', async () => {
  const { databaseUrl } = await startDatabase()
  const product = await startPapadag({ DATABASE_URL: databaseUrl })
  const father = await newFather(product.url)
  const db = openPostgres({ url: databaseUrl, decode: true, waitMs: 60_000, onError: () => {} })
  const { stopped, answers } = await db.transaction(async tx => {
    await tx.run(sql`lock table playdates in access exclusive mode`)
    const answers = ['Een', 'Twee', 'Drie'].map(title => father.call(createPlaydate, { body: aPlaydate(title) }))
    await vi.waitFor(async () => {
      // Read outside the transaction, in which the view would stay as first read.
      const waiting = await db.count(
        sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting).toBe(answers.length)
    })
    const stopped = product.stop()
    await vi.waitFor(() => expect(product.output()).toContain('Stopping'))
    return { stopped, answers }
  })
  expect((await Promise.all(answers)).map(({ title }) => title)).toEqual(['Een', 'Twee', 'Drie'])
  await stopped
  await db.close()
})

test('a client that sends only headers does not delay the stop', async () => {
  const { url } = await startPapadag()
  const father = await newFather(url)
  const slow = await Promise.all(Array.from({ length: 200 }, () => beginToSend(father, 'Nooit')))
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/health`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await father.call(createPlaydate, { body: aPlaydate('Wel') })
  expect(slow.filter(({ socket }) => socket.destroyed)).toEqual([])
  for (const { socket } of slow) socket.destroy()
})

/** Starts a create call of which headers and first byte have arrived. */
async function beginToSend(father: Client, title: string) {
  const { hostname, port, host } = new URL(father.origin)
  const body = JSON.stringify(aPlaydate(title))
  const head = [
    `${createPlaydate.at} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${father.cookieHeader()}`,
    `X-XSRF-TOKEN: ${father.cookies.get('XSRF-TOKEN')}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    // The server then confirms that it has read the headers.
    'Expect: 100-continue',
  ]
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body[0]}`)
  await once(socket, 'data')
  return { socket, rest: body.slice(1) }
}
