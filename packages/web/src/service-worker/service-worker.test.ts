import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serviceWorker } from '../testing/service-worker-stand-in.ts'

/** The browser's caches, by name and address. */
const stored = new Map<string, Map<string, Response>>()
const asked = vi.fn(async (_request: unknown, _options?: RequestInit): Promise<Response> => new Response('new'))
const addressOf = (request: unknown) => (request instanceof Request ? new URL(request.url).pathname : String(request))
let worker: ReturnType<typeof serviceWorker>

beforeEach(async () => {
  stored.clear()
  asked.mockReset().mockImplementation(async () => new Response('new'))
  worker = serviceWorker()
  vi.stubGlobal('location', { origin: 'https://papadag.example' })
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('__PRECACHE__', ['/assets/a.js'])
  vi.stubGlobal('__VERSION__', '2')
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, cache)
      return {
        addAll: async (all: Request[]) => {
          for (const request of all) cache.set(addressOf(request), new Response('kept'))
        },
        put: async (request: unknown, response: Response) => void cache.set(addressOf(request), response),
      }
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: unknown) =>
      [...stored.values()].map(cache => cache.get(addressOf(request))?.clone()).find(Boolean),
  })
  vi.resetModules()
  await import('./service-worker.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** What the worker answers a request with; undefined if it leaves it to the browser. */
async function answer(
  path: string,
  { mode = 'no-cors', method = 'GET', preloadResponse }: Record<string, unknown> = {},
) {
  const url = new URL(path, 'https://papadag.example').href
  const request = Object.defineProperties(new Request(url, { method: String(method) }), { mode: { value: mode } })
  let given: Promise<Response> | undefined
  await worker.fire('fetch', {
    request,
    preloadResponse: Promise.resolve(preloadResponse),
    respondWith: (response: Promise<Response>) => {
      given = response
    },
  })
  return given && (await given).text()
}

test('a new version stores the page and its own files before it takes over', async () => {
  await worker.fire('install')
  expect([...(stored.get('papadag-2')?.keys() ?? [])].sort()).toEqual(['/', '/assets/a.js'])
  expect(asked).toHaveBeenCalledExactlyOnceWith('/?shell', { cache: 'reload' })
})

test('a version whose page cannot be fetched is not installed', async () => {
  asked.mockResolvedValue(new Response('', { status: 503 }))
  await expect(worker.fire('install')).rejects.toThrow('503')
})

test('a new version deletes what earlier ones stored, but no other data', async () => {
  for (const name of ['papadag-1', 'papadag-2', 'of another program']) stored.set(name, new Map())
  await worker.fire('activate')
  expect([...stored.keys()]).toEqual(['papadag-2', 'of another program'])
  expect(worker.claim).toHaveBeenCalledOnce()
  expect(worker.preload).toHaveBeenCalledOnce()
})

test('a new version takes over when the user says so, and on no other message', async () => {
  await worker.fire('message', { data: 'something else' })
  expect(worker.skipWaiting).not.toHaveBeenCalled()
  await worker.fire('message', { data: 'take over' })
  expect(worker.skipWaiting).toHaveBeenCalledOnce()
})

test('a page comes from the network, with the one requested by the browser first, and without a network from the cache', async () => {
  asked.mockResolvedValueOnce(new Response('shell'))
  await worker.fire('install')
  const page = { mode: 'navigate' }
  expect(await answer('/playdates', page)).toBe('new')
  expect(await answer('/playdates', { ...page, preloadResponse: new Response('preloaded') })).toBe('preloaded')
  asked.mockRejectedValue(new TypeError('offline'))
  expect(await answer('/playdates', page)).toBe('shell')
  stored.clear()
  await expect(answer('/playdates', page)).rejects.toThrow('offline')
})

test('a file of the build is fetched once, and a failed reply is not stored', async () => {
  asked.mockResolvedValueOnce(new Response('gone', { status: 404 }))
  expect(await answer('/assets/b.js')).toBe('gone')
  expect(await answer('/assets/b.js')).toBe('new')
  asked.mockRejectedValue(new TypeError('offline'))
  expect(await answer('/assets/b.js')).toBe('new')
})

test.each([
  ['a write', '/assets/a.js', { method: 'POST' }],
  ['another site’s file', 'https://elsewhere.example/assets/a.js', {}],
  ['an answer of the server', '/api/playdates', {}],
  ['a download that opens as a page', '/api/export', { mode: 'navigate' }],
  ['an upload', '/uploads/a.webp', {}],
])('the service worker leaves %s to the browser', async (_, path, options) => {
  expect(await answer(path, options)).toBeUndefined()
})
