import { lookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { localServer, nameServer, outsideStandIn } from '../testing/outside-stand-in.ts'
import { fetchOutside, isPublicAddress, isSendable, openOutside, postOutside, theInternet } from './outside.ts'

test.each([
  ['93.184.216.34', true],
  ['8.8.8.8', true],
  ['2a00:1450:400e:80c::200e', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['100.128.0.1', true],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.0.0.8', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['203.0.113.9', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2001::1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
  ['', false],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

const within = { bytes: 1000, ms: 60_000 }
const known = {
  'pictures.example': ['93.184.216.34', '2a00:1450:400e:80c::200e'],
  'home.example': ['192.168.1.1'],
  'both.example': ['93.184.216.34', '127.0.0.1'],
  'nothing.example': [],
  '127.0.0.1': ['127.0.0.1'],
  '::1': ['::1'],
  '93.184.216.34': ['93.184.216.34'],
}

test('a request connects to exactly the address that was checked', async () => {
  const asked: unknown[] = []
  const { outside, connected } = await outsideStandIn(known, ({ url, headers }, response) => {
    asked.push([url, headers.host, headers.cookie, headers['accept-encoding']])
    response.end('a picture')
  })
  expect(String(await fetchOutside(outside, 'https://pictures.example/a.jpg?b=c#d', within))).toBe('a picture')
  expect(asked).toEqual([['/a.jpg?b=c', 'pictures.example', undefined, 'identity']])
  expect(connected).toEqual(['93.184.216.34:443'])
  expect(String(await fetchOutside(outside, 'https://93.184.216.34/', within))).toBe('a picture')
})

test.each([
  'http://pictures.example/a.jpg',
  'https://pictures.example:8443/a.jpg',
  'https://daan:secret@pictures.example/a.jpg',
  'ftp://pictures.example/a.jpg',
  'file:///etc/passwd',
  'https://home.example/',
  'https://both.example/',
  'https://nothing.example/',
  'https://unknown.example/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'nonsense',
  '',
])('a picture at %s is not requested', async address => {
  let isAsked = false
  const { outside, connected } = await outsideStandIn(known, (_request, response) => {
    isAsked = true
    response.end('secret')
  })
  expect(await fetchOutside(outside, address, within)).toBeUndefined()
  expect([isAsked, connected]).toEqual([false, []])
})

test.each([
  ['a redirect', 302, 'x'],
  ['a refusal', 404, 'x'],
  ['an empty success', 204, ''],
  ['a part', 206, 'x'],
  ['too much', 200, 'x'.repeat(1001)],
])('the product does not accept %s as an answer', async (_what, status, body) => {
  let times = 0
  const { outside } = await outsideStandIn(known, (_request, response) => {
    times += 1
    response.writeHead(status, { location: 'https://pictures.example/b.jpg' }).end(body)
  })
  expect(await fetchOutside(outside, 'https://pictures.example/a.jpg', within)).toBeUndefined()
  expect(times).toBe(1)
})

test('an answer with exactly as many bytes as allowed is accepted whole', async () => {
  const { outside } = await outsideStandIn(known, (_request, response) => response.end('x'.repeat(1000)))
  expect((await fetchOutside(outside, 'https://pictures.example/a.jpg', within))?.length).toBe(1000)
})

test('an origin that the operator trusts may be in his own network, and has the same limits as any other', async () => {
  const { outside, connected } = await outsideStandIn(known, () => {})
  const origin = await localServer(({ url, headers }, response) => {
    if (url === '/redirect') response.writeHead(302, { location: '/' })
    response.end(url === '/long' ? 'x'.repeat(1001) : headers.accept)
  })
  const options = { accept: 'application/json', trusted: [origin] }
  expect(String(await fetchOutside(outside, `${origin}/a`, within, options))).toBe('application/json')
  expect(await fetchOutside(outside, `${origin}/long`, within, options)).toBeUndefined()
  expect(await fetchOutside(outside, `${origin}/redirect`, within, options)).toBeUndefined()
  expect(await fetchOutside(outside, `${origin}/a`, within, { trusted: ['http://127.0.0.1:1'] })).toBeUndefined()
  expect(connected).toEqual([])
})

test('a slow or endless answer, or a slow name lookup, is given up', async () => {
  const ms = 150
  const silent = await outsideStandIn(known, () => {})
  expect(await fetchOutside(silent.outside, 'https://pictures.example/', { bytes: 1e9, ms })).toBeUndefined()
  const endless = await outsideStandIn(known, async (_request, response) => {
    while (!response.destroyed) {
      response.write('x')
      await after(10)
    }
  })
  expect(await fetchOutside(endless.outside, 'https://pictures.example/', { bytes: 1e9, ms })).toBeUndefined()
  const nameless = { ...silent.outside, resolve: () => new Promise<never>(() => {}) }
  expect(await fetchOutside(nameless, 'https://pictures.example/', { bytes: 1e9, ms })).toBeUndefined()
})

test('a server given by its address needs no look-up of a name', async () => {
  expect(await theInternet().resolve('192.0.2.7')).toEqual([{ address: '192.0.2.7', family: 4 }])
  expect(await theInternet().resolve('2001:db8::7')).toEqual([{ address: '2001:db8::7', family: 6 }])
})

test.each([
  ['93.184.216.34', 4],
  ['2a00:1450:400e:80c:0:0:0:200e', 6],
])('a name whose only address is %s resolves to that one', async (address, family) => {
  const { resolve } = theInternet({ nameServer: await nameServer('pictures.example', address) })
  const [found, ...others] = await resolve('pictures.example')
  expect([found?.family, others]).toEqual([family, []])
  expect(isPublicAddress(found?.address ?? '')).toBe(true)
})

test('names whose servers never answer hold up neither each other nor this process’s files and mail', async () => {
  const { resolve } = theInternet({ nameServer: await nameServer('pictures.example', '93.184.216.34') })
  const silent = Array.from({ length: 20 }, (_, at) => resolve(`silent-${at}.example`).catch(() => 'no answer'))
  const done = await Promise.race([
    Promise.all([resolve('pictures.example'), lookup('localhost'), readFile(import.meta.filename)]),
    Promise.race(silent),
  ])
  expect(done).toMatchObject([[{ address: '93.184.216.34', family: 4 }], {}, {}])
  expect(await Promise.all(silent)).toEqual(silent.map(() => 'no answer'))
}, 60_000)

const refusedAddresses = [
  'http://pictures.example/',
  'https://pictures.example:8443/',
  'https://daan@pictures.example/',
  'https://:secret@pictures.example/',
  'https://home.example/',
  'https://both.example/',
  'https://nothing.example/',
  'https://127.0.0.1/',
  'nonsense',
]

test('an operator can download only from a public address or from one he trusts, and can read the file', async () => {
  const asked: unknown[] = []
  const { outside, connected } = await outsideStandIn(known, ({ headers }, response) => {
    asked.push([headers.host, headers['accept-encoding'], headers.range])
    response.writeHead(206).end('a part')
  })
  const own = await localServer((_request, response) => void response.end('own'))
  const open = (address: string, trusted: string[] = []) =>
    openOutside(outside, address, { headers: { range: 'bytes=1-' }, trusted, silentMs: 60_000 })
  const response = await open('https://pictures.example/map')
  expect(response?.statusCode).toBe(206)
  expect(String(Buffer.concat((await response?.toArray()) ?? []))).toBe('a part')
  expect([asked, connected]).toEqual([[['pictures.example', 'identity', 'bytes=1-']], ['93.184.216.34:443']])
  for (const address of [...refusedAddresses, 'https://unknown.example/', `${own}/`])
    expect(await open(address), address).toBeUndefined()
  expect(await open(`${own}/`, ['https://elsewhere.example'])).toBeUndefined()
  const trusted = await open(`${own}/`, [own])
  expect(String(Buffer.concat((await trusted?.toArray()) ?? []))).toBe('own')
  expect(connected).toHaveLength(1)
})

test('a download from a server that stays silent is given up', async () => {
  const own = await localServer(() => {})
  const { outside } = await outsideStandIn(known, () => {})
  for (const [address, trusted] of [
    [`${own}/`, [own]],
    ['https://pictures.example/', []],
  ] as const)
    expect(await openOutside(outside, address, { headers: {}, trusted, silentMs: 50 })).toBeUndefined()
})

test.each<[address: string, is: boolean]>([
  ['https://pictures.example/push', true],
  ['https://93.184.216.34/push', true],
  ['https://[2a00:1450:400e:80c::200e]/push', true],
  // It may be known later.
  ['https://unknown.example/push', true],
  ...refusedAddresses.map((address): [string, boolean] => [address, false]),
  ['https://localhost/', false],
  ['https://my.localhost/', false],
  ['https://printer.local/', false],
  ['https://metadata.google.internal/', false],
  ['https://[::1]/', false],
  ['https://10.0.0.1/', false],
])('a device with the address %s is accepted: %s', async (address, is) => {
  const { outside, connected } = await outsideStandIn(known, () => {})
  expect(await isSendable(outside, address, [], 60_000)).toBe(is)
  expect(connected).toEqual([])
})

test('a device’s address is accepted if the operator trusts its service, and while its name servers are slow', async () => {
  const { outside } = await outsideStandIn(known, () => {})
  const service = 'http://10.0.0.1:8080'
  expect(await isSendable(outside, `${service}/push`, [service], 60_000)).toBe(true)
  expect(await isSendable(outside, `${service}/push`, ['http://10.0.0.1'], 60_000)).toBe(false)
  const nameless = { ...outside, resolve: () => new Promise<never>(() => {}) }
  expect(await isSendable(nameless, 'https://pictures.example/', [], 10)).toBe(true)
})

test('a push goes to a public or trusted address, and only the status and pause of the answer are read', async () => {
  const asked: unknown[] = []
  const { outside, connected } = await outsideStandIn(known, (request, response) => {
    request.on('data', data => asked.push([request.method, request.headers.ttl, String(data)]))
    request.on('end', () => response.writeHead(201, { 'retry-after': '17' }).end('a'.repeat(100)))
  })
  const own = await localServer((_request, response) => response.writeHead(202, { 'retry-after': 'tomorrow' }).end())
  const post = (address: string, trusted: string[] = []) =>
    postOutside(outside, address, { headers: { ttl: '60' }, body: Buffer.from('hoi') }, { trusted, ms: 60_000 })
  expect(await post('https://pictures.example/push')).toEqual({ status: 201, retryAfterS: 17 })
  expect([asked, connected]).toEqual([[['POST', '60', 'hoi']], ['93.184.216.34:443']])
  for (const address of [...refusedAddresses, 'https://unknown.example/', `${own}/`])
    expect(await post(address), address).toBeUndefined()
  expect(await post(`${own}/`, [own])).toEqual({ status: 202, retryAfterS: undefined })
  expect(connected).toHaveLength(1)
})

test('a push is given up if the service does not answer, is not found in time, or may not be contacted', async () => {
  const own = await localServer(() => {})
  const { outside } = await outsideStandIn(known, () => {})
  const nameless = { ...outside, resolve: () => new Promise<never>(() => {}) }
  const message = { headers: {}, body: Buffer.from('hoi') }
  for (const [through, address, trusted] of [
    // Its time ends while the next ones are waiting: nothing may be left that fails then.
    [outside, `${own}/`, []],
    [outside, 'https://pictures.example/', []],
    [nameless, 'https://pictures.example/', []],
    [outside, `${own}/`, [own]],
    [outside, 'http://127.0.0.1:1/', ['http://127.0.0.1:1']],
  ] as const)
    expect(await postOutside(through, address, message, { trusted, ms: 50 })).toBeUndefined()
})
