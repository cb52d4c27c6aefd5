import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serviceWorker } from '../testing/service-worker-stand-in.ts'
import { listenForPush } from './push.ts'

let worker: ReturnType<typeof serviceWorker>
const asked = vi.fn(async (_address: string, _options?: RequestInit): Promise<Response> => Response.json(heard()))
const heard = (differences = {}) => ({
  notifications: 1,
  messages: 2,
  waiting: [] as string[],
  hasMore: false,
  asOf: 100,
  ...differences,
})

beforeEach(() => {
  worker = serviceWorker()
  vi.stubGlobal('fetch', asked)
  asked.mockClear()
  listenForPush()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const push = (notification: object) => worker.fire('push', { data: { json: () => ({ notification }) } })
const titles = () => worker.notifications.map(({ title }) => title)

test('a push message is shown as it came, with the product’s pictures', async () => {
  await push({
    title: 'Gewijzigd',
    body: 'Morgen',
    lang: 'nl',
    tag: 'playdate-7',
    navigate: '/playdates?open=7',
    silent: false,
  })
  expect(worker.notifications).toMatchObject([
    { title: 'Gewijzigd', body: 'Morgen', lang: 'nl', tag: 'playdate-7', silent: false, renotify: true },
  ])
  expect(worker.notifications[0]).toMatchObject({
    icon: '/icons/icon-192.png',
    data: { navigate: '/playdates?open=7' },
  })
  expect(asked, 'nothing shown waits to be read').not.toHaveBeenCalled()
})

test.each([
  ['nothing', null],
  ['what is no JSON', { json: () => JSON.parse('{') }],
  ['something else', { json: () => ({}) }],
])('%s is shown too, since browsers withdraw the permission of sites that show nothing', async (_, data) => {
  await worker.fire('push', { data })
  expect(worker.notifications).toMatchObject([{ title: 'Papadag', body: '', silent: false }])
  expect(worker.notifications[0]).not.toHaveProperty('tag')
})

test('a replacement alerts again, the same notification sent twice does not, and a silent one never does', async () => {
  const message = { title: 'Bericht', body: 'van Bram', tag: 'chat-1' }
  const renotified = async (differences: object) => {
    await push({ ...message, ...differences })
    return worker.notifications[0]?.renotify
  }
  expect(await renotified({})).toBe(true)
  expect(await renotified({})).toBe(false)
  expect(await renotified({ body: 'van Daan' })).toBe(true)
  expect(await renotified({ title: 'Berichten', body: 'van Daan' })).toBe(true)
  expect(await renotified({ body: 'van Tom', silent: true })).toBe(false)
  expect(worker.notifications).toHaveLength(1)
  expect(worker.notifications[0]?.silent).toBe(true)
})

test.each([
  ['is read by now', {}, true],
  ['still waits', { waiting: ['chat-1'] }, false],
  ['is newer than the answer', { asOf: 50 }, false],
  ['may be among what the answer leaves out', { hasMore: true }, false],
])(
  'only a notification about what is read by now is closed, here one about what %s',
  async (_, differences, isClosed) => {
    asked.mockImplementationOnce(async () => Response.json(heard(differences)))
    await push({ title: 'Bericht', tag: 'chat-1', data: { waits: 'chat-1', asOf: 50 } })
    expect(asked).toHaveBeenCalledExactlyOnceWith('/api/notifications/unread')
    expect(titles()).toEqual(isClosed ? [] : ['Bericht'])
    expect(worker.badges).toEqual([3])
  },
)

test('when there is no reply, notifications that are shown stay', async () => {
  asked.mockRejectedValueOnce(new Error('offline'))
  await push({ title: 'Een', tag: 'a', data: { waits: 'chat-1' } })
  asked.mockResolvedValueOnce(new Response('{}', { status: 503 }))
  await push({ title: 'Twee', tag: 'b', data: { waits: 'chat-2' } })
  expect(titles()).toEqual(['Een', 'Twee'])
})

test('notifications that were read elsewhere are closed on this device, and others stay', async () => {
  worker.notifications.push(
    { title: 'Gelezen', data: { waits: 'notice-1' }, close: () => worker.notifications.shift() },
    { title: 'Herinnering', data: null, close: () => worker.notifications.pop() },
  )
  await worker.fire('message', { data: null })
  await worker.fire('message', { data: 'take over' })
  expect(titles()).toHaveLength(2)
  await worker.fire('message', { data: { unread: heard({ notifications: 0, messages: 0 }) } })
  expect(titles()).toEqual(['Herinnering'])
  expect(worker.badges).toEqual([0])
})

test('the badge shows the message’s count, and nothing in a browser without badges', async () => {
  await push({ title: 'Een', app_badge: '4' })
  await push({ title: 'Geen', app_badge: '0' })
  await push({ title: 'Onbekend' })
  expect(worker.badges).toEqual([4, 0])
  vi.stubGlobal('navigator', {})
  await push({ title: 'Twee', app_badge: '4' })
  expect(titles()).toContain('Twee')
})

const tap = (navigate?: string) => {
  const close = vi.fn()
  const done = worker.fire('notificationclick', { notification: { close, data: navigate && { navigate } } })
  expect(close).toHaveBeenCalledOnce()
  return done
}

test.each([
  ['/playdates?open=7#place', '/playdates?open=7#place'],
  [undefined, '/'],
  ['https://elsewhere.example/chat/3', '/chat/3'],
  ['https://elsewhere.example//evil.example', '/evil.example'],
  ['http://[', '/'],
])('a tap on a notification to %s opens %s, on this site', async (navigate, path) => {
  await tap(navigate)
  expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith(path)
})

const answer = (action: string, data: object) =>
  worker.fire('notificationclick', {
    action,
    notification: { close: vi.fn(), data: { navigate: '/playdates', ...data } },
  })

test.each([
  ['coming', true],
  ['notComing', false],
])('a notification’s button tells its playdate “%s”, and opens nothing', async (action, coming) => {
  Object.assign(self, { cookieStore: { get: async () => ({ value: 'token' }) } })
  await push({ title: 'Kom je?', actions: [{ action, title: 'Ik kom', navigate: '/playdates' }] })
  expect(worker.notifications[0]).toMatchObject({ actions: [{ action, title: 'Ik kom' }] })
  await answer(action, { playdateId: 7 })
  expect(asked.mock.calls[0]?.[0]).toBe('/api/playdates/7/confirm')
  expect(asked.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'x-xsrf-token': 'token' },
    body: JSON.stringify({ coming }),
  })
  expect(worker.openWindow).not.toHaveBeenCalled()
})

test.each([
  ['the server refuses it', () => asked.mockResolvedValueOnce(new Response('{}', { status: 409 })), { playdateId: 7 }],
  ['there is no network', () => asked.mockRejectedValueOnce(new Error('offline')), { playdateId: 7 }],
  ['nobody is signed in', () => Object.assign(self, { cookieStore: { get: async () => null } }), { playdateId: 7 }],
  ['it names no playdate', () => {}, {}],
])('a button of a notification opens the screen where %s', async (_, fails, data) => {
  Object.assign(self, { cookieStore: { get: async () => ({ value: 'token' }) } })
  fails()
  await answer('coming', data)
  expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith('/playdates')
})

test('a tap on a notification about a playdate, outside its buttons, opens it and answers nothing', async () => {
  await answer('', { playdateId: 7 })
  expect(asked).not.toHaveBeenCalled()
  expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith('/playdates')
})

function aWindow({ answers = true, mayFocus = true, mayNavigate = true } = {}) {
  const window = {
    asked: [] as unknown[],
    navigate: vi.fn(async (_: string) => {
      if (!mayNavigate) throw new Error('not controlled')
    }),
    focus: vi.fn(async () => {
      if (!mayFocus) throw new Error('too late')
      return window
    }),
    postMessage(message: unknown, [port]: MessagePort[]) {
      window.asked.push(message)
      if (answers) port?.postMessage('done')
    },
  }
  worker.windows.push(window)
  return window
}

test.each([true, false])('a window that is open shows the screen itself, focused: %s', async mayFocus => {
  const [first, second] = [aWindow({ mayFocus }), aWindow()]
  await tap('/chat/3')
  expect(first.focus).toHaveBeenCalledOnce()
  expect(first.asked).toEqual([{ open: '/chat/3' }])
  expect([first.navigate, second.focus, worker.openWindow].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
})

test('a window that does not respond is sent to the screen, or another is opened if that is impossible', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const frozen = aWindow({ answers: false })
  const first = tap('/chat/3')
  await vi.advanceTimersByTimeAsync(1400)
  expect(frozen.navigate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  await first
  expect(frozen.navigate).toHaveBeenCalledExactlyOnceWith('/chat/3')
  expect(worker.openWindow).not.toHaveBeenCalled()
  worker.windows.length = 0
  aWindow({ answers: false, mayNavigate: false })
  const second = tap('/chat/4')
  await vi.advanceTimersByTimeAsync(1600)
  await second
  expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith('/chat/4')
})

const key = new ArrayBuffer(8)
const old = { options: { applicationServerKey: key } }
const sent = () => asked.mock.calls.map(([address, options]) => [address, JSON.parse(String(options?.body))])

test('this device’s new endpoint is sent to the server, and is requested if the browser gives none', async () => {
  await worker.fire('pushsubscriptionchange', { oldSubscription: old, newSubscription: { endpoint: 'new' } })
  expect(sent()).toEqual([['/api/push-subscriptions', { endpoint: 'new' }]])
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', headers: { 'x-xsrf-token': 'token' } })
  expect(worker.subscribe).not.toHaveBeenCalled()
  asked.mockClear()
  await worker.fire('pushsubscriptionchange', { oldSubscription: old })
  expect(worker.subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: key })
  expect(sent()).toHaveLength(1)
})

test('a new endpoint is reported even if nothing is known about the old one', async () => {
  await worker.fire('pushsubscriptionchange', { newSubscription: { endpoint: 'new' } })
  expect(sent()).toEqual([['/api/push-subscriptions', { endpoint: 'new' }]])
  expect(worker.subscribe).not.toHaveBeenCalled()
})

test('without an old or a new endpoint, or without a session, nothing is sent', async () => {
  await worker.fire('pushsubscriptionchange', {})
  await worker.fire('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey: null } } })
  Object.assign(self, { cookieStore: { get: async () => null } })
  await worker.fire('pushsubscriptionchange', { newSubscription: { endpoint: 'new' } })
  expect(asked).not.toHaveBeenCalled()
  expect(worker.subscribe).not.toHaveBeenCalled()
})

const receipt = (at: number) => `7-${String(at).padStart(24, '0')}`
const calls = () =>
  asked.mock.calls
    .filter(([address]) => address === '/api/push/receipts')
    .map(([, options]) => JSON.parse(String(options?.body)).ids)

test('messages that come at once are acknowledged in one call, which carries no session', async () => {
  vi.useFakeTimers()
  const both = Promise.all([1, 2].map(at => push({ title: 'Hoi', data: { asOf: 1, receipt: receipt(at) } })))
  await vi.advanceTimersByTimeAsync(1000)
  await both
  expect(calls()).toEqual([[receipt(1), receipt(2)]])
  expect(asked.mock.calls.at(-1)?.[1]).toMatchObject({ method: 'POST', credentials: 'omit' })
  expect(titles()).toEqual(['Hoi', 'Hoi'])
})

test.each([
  ['without a network', () => Promise.reject(new TypeError('offline'))],
  ['while the server is restarting', async () => new Response(null, { status: 503 })],
])('a receipt that cannot be sent %s goes along with the next one', async (_, fails) => {
  vi.useFakeTimers()
  asked.mockImplementationOnce(fails)
  for (const at of [1, 2]) {
    const done = push({ title: 'Hoi', data: { asOf: 1, receipt: receipt(at) } })
    await vi.advanceTimersByTimeAsync(1000)
    await done
  }
  expect(calls()).toEqual([[receipt(1)], [receipt(1), receipt(2)]])
})

test('a message that the browser shows by itself is acknowledged, and not shown twice', async () => {
  vi.useFakeTimers()
  const done = worker.fire('push', { data: null, notification: { data: { asOf: 1, receipt: receipt(1) } } })
  await vi.advanceTimersByTimeAsync(1000)
  await done
  expect([calls(), titles()]).toEqual([[[receipt(1)]], []])
})
