import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { createTileProxy, freshMs } from './tile-proxy.ts'
import { openTileStore } from './tile-store.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)])
const webp = Buffer.concat([Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), Buffer.alloc(100)])

interface Answer {
  status?: number
  body?: Buffer
  headers?: Record<string, string>
}

/** A proxy in front of a tile server that answers as `answer` says, with a clock that the test moves. */
async function proxied({
  publicUrl,
  contactEmail = 'beheer@papadag.example',
}: {
  publicUrl?: string
  contactEmail?: string | undefined
} = {}) {
  const asked: { url: string | undefined; headers: Record<string, unknown> }[] = []
  const held: (() => void)[] = []
  const here = {
    now: 1_900_000_000_000,
    answer: {} as Answer,
    answers: {} as Record<string, Answer>,
    /** The addresses that are answered only once they are released. */
    hangs: [] as string[],
    release: () => {
      for (const answer of held) answer()
    },
  }
  const server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    const answer = here.answers[request.url ?? ''] ?? here.answer
    const respond = () => {
      if (answer.status === 0) response.destroy()
      else response.writeHead(answer.status ?? 200, answer.headers ?? { etag: '"one"' })
      response.end(answer.body ?? png)
    }
    if (here.hangs.includes(request.url ?? '')) held.push(respond)
    else respond()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const store = openTileStore(`${emptyFolder()}/tiles.sqlite`)
  onTestFinished(() => store.close())
  const proxy = createTileProxy({
    tileUrl: `http://127.0.0.1:${port}/{s}/{z}/{x}/{y}.png`,
    publicUrl,
    contactEmail,
    store,
    now: () => here.now,
  })
  const find = (x = 1, who = 'network 192.0.2.7') => proxy.find({ z: 9, x, y: 2 }, who)
  return { here, asked, find, server }
}

/** The same picture, whose bytes come from the store. */
const kept = (seen: unknown) => ({ ...(seen as object), bytes: expect.anything() })

const unavailable = (retryAfterS: number) => ({ code: 'server.unavailable', detail: { retryAfterS } })

test('a picture is requested once a week, and then only to learn whether it has changed', async () => {
  const { here, asked, find } = await proxied()
  const limits = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limits.mockRestore())
  const [one, same] = await Promise.all([find(), find()])
  expect(limits.mock.calls).toEqual([[8000]])
  expect([one, same]).toEqual(
    Array(2).fill({ type: 'image/png', bytes: expect.anything(), etag: '"one"', fetchedAtMs: here.now }),
  )
  expect(asked.map(({ url }) => url)).toEqual(['/a/9/1/2.png'])
  here.now += freshMs - 1
  await find()
  expect(asked).toHaveLength(1)
  here.now += 1
  here.answer = { status: 304, headers: {} }
  expect(await find()).toMatchObject({ etag: '"one"', fetchedAtMs: here.now })
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
  here.now += freshMs - 1
  await find()
  expect(asked).toHaveLength(2)
  here.now += 1
  here.answer = { body: jpeg }
  expect(await find()).toMatchObject({ type: 'image/jpeg', fetchedAtMs: here.now })
})

test.each<[what: string, answer: Answer, type: string | undefined]>([
  ['a PNG', { body: png }, 'image/png'],
  ['a JPEG', { body: jpeg }, 'image/jpeg'],
  ['a WebP', { body: webp }, 'image/webp'],
  ['a picture of a million bytes', { body: Buffer.concat([png, Buffer.alloc(1_000_000 - png.length)]) }, 'image/png'],
  ['a longer one', { body: Buffer.concat([png, Buffer.alloc(1_000_001 - png.length)]) }, undefined],
  ['another RIFF', { body: Buffer.from('RIFF\x00\x00\x00\x00WAVEfmt ', 'latin1') }, undefined],
  ['a page', { body: Buffer.from('<script>alert(1)</script>') }, undefined],
  ['nothing', { body: Buffer.alloc(0) }, undefined],
  ['a redirect', { status: 302, headers: { location: '/b.png' } }, undefined],
  ['“unchanged” for what was never seen', { status: 304, headers: {} }, undefined],
])('the tile proxy passes on %s only if it is a picture', async (_, answer, type) => {
  const { here, asked, find } = await proxied()
  here.answer = answer
  if (type) return expect(await find()).toMatchObject({ type })
  await expect(find()).rejects.toMatchObject(unavailable(10))
  expect(asked).toHaveLength(1)
})

const [anna, bram, cas] = ['network 192.0.2.1', 'network 192.0.2.2', 'network 2001:db8:1']

test.each<[what: string, answer: Answer, pauseS: number]>([
  ['without a word', { status: 429 }, 5],
  ['for two minutes', { status: 429, headers: { 'retry-after': '120' } }, 120],
  ['for two hours', { status: 503, headers: { 'retry-after': '7200' } }, 600],
  ['until a date', { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2099 00:00:00 GMT' } }, 5],
  ['for no time', { status: 429, headers: { 'retry-after': '0' } }, 5],
])(
  'after a refusal %s to two visitors nothing is requested for a while, and what was seen is shown',
  async (_, refusal, pauseS) => {
    const { here, asked, find } = await proxied()
    const seen = await find(1)
    here.now += freshMs
    here.answer = refusal
    await expect(find(2, anna)).rejects.toMatchObject(unavailable(Math.max(pauseS, 10)))
    await expect(find(3, anna)).rejects.toMatchObject(unavailable(pauseS))
    expect(asked).toHaveLength(2)
    await expect(find(3, bram)).rejects.toMatchObject(unavailable(Math.max(pauseS, 10)))
    here.answer = {}
    here.now += pauseS * 1000 - 1
    expect(await find(1, cas)).toEqual(kept(seen))
    await expect(find(4, cas)).rejects.toMatchObject(unavailable(1))
    expect(asked).toHaveLength(3)
    here.now += 1
    expect(await find(4, cas)).toMatchObject({ type: 'image/png' })
  },
)

test.each<[what: string, answer: Answer]>([
  ['with a failure', { status: 500 }],
  ['with a bad gateway', { status: 502 }],
  ['with “forbidden”', { status: 403 }],
  ['with a page', { body: Buffer.from('<html>') }],
  ['with nothing', { body: Buffer.alloc(0) }],
  ['with a redirect', { status: 302, headers: { location: '/b.png' } }],
  ['with too much', { body: Buffer.concat([png, Buffer.alloc(1_000_001)]) }],
  ['by hanging up', { status: 0 }],
])('a tile that answers %s fails only for itself, whoever asks and however often', async (_, answer) => {
  const { here, asked, find } = await proxied()
  here.answers['/a/9/1/2.png'] = answer
  for (let second = 0; second < 60; second += 1) {
    await expect(find(1, [anna, bram, cas][second % 3])).rejects.toMatchObject({ code: 'server.unavailable' })
    expect(await find(100 + second, second % 2 ? anna : bram)).toMatchObject({ type: 'image/png' })
    here.now += 1000
  }
  expect(asked.filter(({ url }) => url === '/a/9/1/2.png').length).toBeLessThanOrEqual(3)
  here.now += 40_000
  here.answers = {}
  expect(await find(1)).toMatchObject({ type: 'image/png' })
})

test('tiles that fail for only one visitor do not take the map from anybody else', async () => {
  const { here, find } = await proxied()
  for (let x = 0; x < 50; x += 1) here.answers[`/a/9/${x}/2.png`] = { status: 500 }
  for (let x = 0; x < 50; x += 1) {
    await expect(find(x, anna)).rejects.toMatchObject({ code: 'server.unavailable' })
    here.now += 1000
  }
  expect(await find(100, bram)).toMatchObject({ type: 'image/png' })
})

test('a server that fails for several visitors is left alone for five seconds', async () => {
  const { here, asked, find } = await proxied()
  here.answer = { status: 500 }
  for (const [x, who] of [anna, bram, anna, bram].entries()) {
    await expect(find(x, who)).rejects.toMatchObject({ code: 'server.unavailable' })
  }
  here.answer = {}
  await expect(find(9, cas)).rejects.toMatchObject(unavailable(5))
  expect(asked).toHaveLength(4)
  here.now += 5000
  expect(await find(9, cas)).toMatchObject({ type: 'image/png' })
})

test('two hundred pictures are requested at once for all visitors together, and then twenty a second', async () => {
  const { asked, find } = await proxied()
  for (let x = 0; x < 200; x += 1) await find(x, `network ${x % 8}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const next = find(200, anna)
  await vi.advanceTimersByTimeAsync(49)
  expect(asked).toHaveLength(200)
  await vi.advanceTimersByTimeAsync(1)
  expect(await next).toMatchObject({ type: 'image/png' })
})

test('a picture that was seen before is shown while its server refuses to say whether it has changed', async () => {
  const { here, find } = await proxied()
  const seen = await find()
  here.now += freshMs
  here.answer = { status: 500 }
  expect(await find()).toEqual(kept(seen))
})

test.each([204, 404, 410])('the server remembers for a week that a tile does not exist (%i)', async status => {
  const { here, asked, find } = await proxied()
  here.answer = { status, body: Buffer.alloc(0) }
  expect([await find(), await find()]).toEqual(['unknown', 'unknown'])
  here.now += freshMs - 1
  expect(await find()).toBe('unknown')
  expect(asked).toHaveLength(1)
  here.now += 1
  here.answer = {}
  expect(await find()).toMatchObject({ type: 'image/png' })
  expect(asked[1]?.headers['if-none-match']).toBeUndefined()
  here.now += freshMs
  here.answer = { status: 404 }
  expect(await find()).toBe('unknown')
})

test('a tile that does not exist causes no pause, and a server that is away does', async () => {
  const { here, asked, find, server } = await proxied()
  here.answer = { status: 404 }
  expect([await find(1), await find(2)]).toEqual(['unknown', 'unknown'])
  expect(asked).toHaveLength(2)
  server.close()
  server.closeAllConnections()
  await expect(find(3)).rejects.toMatchObject(unavailable(10))
})

test.each([
  [
    { publicUrl: 'https://papadag.example' },
    '(https://papadag.example; beheer@papadag.example)',
    'https://papadag.example/',
  ],
  [{ publicUrl: 'https://papadag.example', contactEmail: '' }, '(https://papadag.example)', 'https://papadag.example/'],
  [{}, '(beheer@papadag.example)', undefined],
])('the tile server learns who the operator is: %j', async (named, agent, referer) => {
  const { asked, find } = await proxied(named)
  await find()
  expect(asked[0]?.headers).toMatchObject({
    accept: 'image/*',
    'user-agent': expect.stringMatching(/^Papadag\/\S+ \(.+\)$/),
  })
  expect(String(asked[0]?.headers['user-agent'])).toContain(agent)
  expect(asked[0]?.headers.referer).toBe(referer)
})

test('a picture that waits at the end of one visitor’s queue is there for another visitor in his own turn', async () => {
  const { here, asked, find } = await proxied()
  here.hangs = [1, 2, 3, 4].map(x => `/a/9/${x}/2.png`)
  const his = Array.from({ length: 30 }, (_, at) => find(at + 1, 'network 198.51.100.9').catch(() => undefined))
  await vi.waitFor(() => expect(asked).toHaveLength(4))
  expect(await find(30)).toMatchObject({ type: 'image/png' })
  expect(asked).toHaveLength(5)
  here.release()
  await Promise.all(his)
  expect(asked.filter(({ url }) => url === '/a/9/30/2.png')).toHaveLength(1)
})

test('a visitor can let sixty pictures wait for four at a time, and none of them longer than ten seconds', async () => {
  const { find, server } = await proxied()
  server.removeAllListeners('request')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused: unknown[] = []
  for (let x = 0; x < 65; x += 1) void find(x).catch(({ code, detail }) => refused.push([x, code, detail.retryAfterS]))
  await vi.advanceTimersByTimeAsync(9999)
  expect(refused).toEqual([[64, 'server.unavailable', 10]])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toHaveLength(61)
  expect(refused[1]).toEqual([4, 'server.unavailable', 10])
})
