import '../testing/page/indexed-db.ts'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WaitingWrite } from '../platform/offline/waiting-write.ts'
import { serviceWorker } from '../testing/service-worker-stand-in.ts'
import { listenForNetwork } from './outbox.ts'

let worker: ReturnType<typeof serviceWorker>
const app = { isSending: false }
/** What the server answers to each write, by its address; a missing one is accepted. */
let answers: Record<string, () => Response | Promise<Response>>
let sent: { address: string; method: string; headers: Headers; body: unknown }[]

beforeEach(() => {
  worker = serviceWorker()
  app.isSending = false
  answers = {}
  sent = []
  const locks = {
    request: (_name: string, _options: object, work: (lock: object | null) => unknown) =>
      work(app.isSending ? null : {}),
  }
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (address !== '/api/user') sent.push({ address, method, headers: new Headers(headers), body })
    return (answers[address] ?? (() => Response.json({ id: 7 })))()
  })
  listenForNetwork()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  const db = await database()
  await db.clear('waiting')
  db.close()
})

/** As the app makes it. */
const database = () =>
  openDB('papadag-offline', 2, {
    upgrade(db) {
      db.createObjectStore('waiting', { keyPath: ['userId', 'address'] }).createIndex('queuedAtMs', 'queuedAtMs')
    },
  })

let queued = 0
async function wait(address: string, differences: Partial<WaitingWrite> = {}) {
  queued += 1
  const write: WaitingWrite = {
    address,
    userId: 7,
    at: 'POST /api/somewhere',
    input: { body: {} },
    touches: [],
    id: `write ${queued}`,
    queuedAtMs: queued,
    refused: { id: 'refused' },
    ...differences,
  }
  const db = await database()
  await db.put('waiting', write)
  db.close()
}
async function waiting(): Promise<string[]> {
  const db = await database()
  const all: WaitingWrite[] = await db.getAllFromIndex('waiting', 'queuedAtMs')
  db.close()
  return all.map(({ address }) => address)
}
const comesBack = (tag = 'papadag-queue') => worker.fire('sync', { tag })
const answerWho = (answer: () => Response) => Object.assign(answers, { '/api/user': answer })
const addresses = () => sent.map(({ address }) => address)

test('with no app in sight, what waits is sent in order and once when the network returns', async () => {
  worker.windows.push({ visibilityState: 'hidden' })
  await wait('/api/playdates/8/join')
  await wait('/api/places/3/favorite', { at: 'DELETE /api/places/:id/favorite', input: {} })
  await wait('/api/playgrounds#a-key', { key: 'a-key', input: { body: { name: 'De Wip' } } })
  await comesBack()
  await comesBack()
  expect(sent.map(({ method, address, body }) => [method, address, body])).toEqual([
    ['POST', '/api/playdates/8/join', '{}'],
    ['DELETE', '/api/places/3/favorite', null],
    ['POST', '/api/playgrounds', '{"name":"De Wip"}'],
  ])
  expect(sent.map(({ headers }) => [headers.get('x-xsrf-token'), headers.get('idempotency-key')])).toEqual([
    ['token', null],
    ['token', null],
    ['token', 'a-key'],
  ])
  expect(await waiting()).toEqual([])
})

test('a playground goes with its picture', async () => {
  const input = { form: { name: 'De Wip', notes: undefined }, file: new Blob(['pixels']) }
  await wait('/api/playgrounds/with-image#a', { file: 'placeImage', input })
  await comesBack()
  const body = sent[0]?.body as FormData
  expect([...body.keys()]).toEqual(['name', 'placeImage'])
  expect(sent[0]?.headers.get('content-type')).toBeNull()
})

test.each([
  ['the app is sending', () => Object.assign(app, { isSending: true })],
  ['the app is in sight', () => worker.windows.push({ visibilityState: 'visible' })],
  ['nobody is logged in', () => answerWho(() => new Response('{}', { status: 401 }))],
  ['somebody else is logged in', () => answerWho(() => Response.json({ id: 8 }))],
])('nothing is sent while %s, and everything stays', async (_, happens) => {
  await wait('/api/playdates/8/join')
  happens()
  await comesBack()
  expect(sent).toEqual([])
  expect(await waiting()).toEqual(['/api/playdates/8/join'])
})

test.each([
  [409, ['/a', '/b'], ['/a']],
  [401, ['/a'], ['/a', '/b']],
])('what is refused with %i stays for the app, which says so', async (status, asked, left) => {
  await wait('/a')
  await wait('/b')
  answers['/a'] = () => new Response('{}', { status })
  await comesBack()
  expect(addresses()).toEqual(asked)
  expect(await waiting()).toEqual(left)
})

test.each([
  ['the network is gone again', () => Promise.reject(new TypeError('offline'))],
  ['the server is restarting', () => new Response('', { status: 503 })],
  ['it is too much', () => new Response('', { status: 429 })],
])('when %s, the browser is to try again, and the order stays', async (_, answer) => {
  await wait('/a')
  await wait('/b')
  answers['/a'] = answer
  await expect(comesBack()).rejects.toThrow()
  expect(addresses()).toEqual(['/a'])
  expect(await waiting()).toEqual(['/a', '/b'])
})

test('what he changes while it is being sent is sent next time', async () => {
  await wait('/a')
  answers['/a'] = async () => {
    await wait('/a', { at: 'DELETE /a' })
    return new Response(null, { status: 204 })
  }
  await comesBack()
  expect(await waiting()).toEqual(['/a'])
})

test('other events send nothing, and no database is made where there is none', async () => {
  await wait('/a')
  await comesBack('of another program')
  expect(sent).toEqual([])
  vi.stubGlobal('indexedDB', new IDBFactory())
  await comesBack()
  expect(await indexedDB.databases()).toEqual([])
})
