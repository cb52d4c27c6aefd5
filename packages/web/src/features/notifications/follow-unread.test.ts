import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { useKeptNotices } from '../../platform/screen/notices.ts'
import { ok, serve } from '../../testing/stand-in-server.ts'
import { followUnread } from './follow-unread.ts'

let badges: number[] = []
let shown: { tag: string; close: () => void }[] = []
let told: unknown[] = []
let heard: ((event: object) => void) | undefined
let isHidden = false
let answer = { notifications: 2, messages: 3, waiting: ['playdate-5', 'chat-3'], hasMore: false, asOf: 1 }
let followed: ReturnType<typeof followUnread> | undefined

const notification = (tag: string) => ({
  tag,
  close() {
    shown = shown.filter(one => one.tag !== tag)
  },
})
const tags = () => shown.map(({ tag }) => tag)

beforeEach(() => {
  badges = []
  told = []
  shown = [notification('playdate-5'), notification('playdate-6'), notification('chat-3')]
  isHidden = false
  answer = { ...answer, notifications: 2, messages: 3, waiting: ['playdate-5', 'chat-3'] }
  const registration = {
    active: { postMessage: (data: unknown) => told.push(data) },
    getNotifications: async () => shown,
  }
  const define = (name: string, value: unknown) => Object.defineProperty(navigator, name, { configurable: true, value })
  define('serviceWorker', {
    getRegistration: async () => registration,
    addEventListener(_: string, listen: typeof heard) {
      heard = listen
    },
    removeEventListener() {
      heard = undefined
    },
  })
  define('setAppBadge', async (count: number) => void badges.push(count))
  define('clearAppBadge', async () => void badges.push(0))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  history.replaceState(null, '', '/')
})
afterEach(() => {
  followed?.stop()
  for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
  reads.clear()
})

async function follow() {
  const server = serve({
    'GET /api/notifications/unread': () => ok(answer),
    'POST /api/notifications/read': body => {
      read.push(body)
      answer = { ...answer, notifications: 1, waiting: ['chat-3'] }
      return { status: 204 }
    },
  })
  const read: unknown[] = []
  followed = followUnread()
  await vi.waitFor(() => expect(badges).not.toEqual([]))
  return { ...server, read, followed }
}
const bell = () => renderHook(useKeptNotices).result.current.unread

test('the badge counts notifications and messages, the bell only notifications, and the worker gets both', async () => {
  const { followed } = await follow()
  expect(badges).toEqual([5])
  expect(bell()).toBe(2)
  expect(followed.messages()).toBe(3)
  await vi.waitFor(() => expect(told).toEqual([{ unread: answer }]))
  answer = { ...answer, notifications: 0, messages: 0 }
  followed.look()
  await vi.waitFor(() => expect(badges).toEqual([5, 0]))
  expect(bell()).toBe(0)
})

test('a browser without a badge still shows the number on the bell', async () => {
  Reflect.deleteProperty(navigator, 'setAppBadge')
  serve({ 'GET /api/notifications/unread': () => ok(answer) })
  followed = followUnread()
  await vi.waitFor(() => expect(bell()).toBe(2))
  expect(badges).toEqual([])
})

test('the number of unread notifications from the last visit is shown at once', async () => {
  await reads.prefetchQuery({ queryKey: ['/api/notifications/unread'], queryFn: () => answer })
  serve({ 'GET /api/notifications/unread': () => ok(answer) })
  followed = followUnread()
  expect(badges).toEqual([5])
})

test('opening a playdate marks its notices as read, once, and closes its notification here', async () => {
  const { read } = await follow()
  expect(read).toEqual([])
  navigate('/playdates?open=5')
  await vi.waitFor(() => expect(read).toEqual([{ playdateId: 5 }]))
  await vi.waitFor(() => expect(tags()).toEqual(['playdate-6', 'chat-3']))
  await vi.waitFor(() => expect(bell()).toBe(1))
  navigate('/playdates?open=5&tab=past')
  await vi.waitFor(() => expect(badges.at(-1)).toBe(4))
  expect(read).toHaveLength(1)
})

test.each([
  ['a playdate of which nothing is unread', '/playdates?open=6', ['playdate-5', 'chat-3']],
  ['the list', '/playdates', ['playdate-5', 'playdate-6', 'chat-3']],
  ['a playdate that has no number', '/playdates?open=x', ['playdate-5', 'playdate-6', 'chat-3']],
  ['another screen', '/chat?open=5', ['playdate-5', 'playdate-6', 'chat-3']],
])('opening %s marks nothing as read', async (_, at, remaining) => {
  const { read } = await follow()
  navigate(at)
  await vi.waitFor(() => expect(tags()).toEqual(remaining))
  expect(read).toEqual([])
})

test('notices about a playdate in a hidden tab are marked as read when somebody looks at it', async () => {
  isHidden = true
  const { read } = await follow()
  navigate('/playdates?open=5')
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(read).toEqual([])
  expect(tags()).toContain('playdate-5')
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(read).toEqual([{ playdateId: 5 }]))
})

test('pressing a notification opens its screen here, and other messages do nothing', async () => {
  await follow()
  const port = { postMessage: vi.fn() }
  heard?.({ data: { hello: 1 }, ports: [port] })
  heard?.({ data: undefined, ports: [port] })
  expect(port.postMessage).not.toHaveBeenCalled()
  expect(location.pathname).toBe('/')
  heard?.({ data: { open: '/chat/3' }, ports: [port] })
  expect(location.pathname).toBe('/chat/3')
  expect(port.postMessage).toHaveBeenCalledWith('opened')
})

test('at logout the badge disappears, every notification is closed, and nothing is counted any more', async () => {
  const { read, followed } = await follow()
  followed.stop()
  expect(badges).toEqual([5, 0])
  await vi.waitFor(() => expect(tags()).toEqual([]))
  expect(heard).toBeUndefined()
  shown = [notification('playdate-5')]
  navigate('/playdates?open=5')
  document.dispatchEvent(new Event('visibilitychange'))
  await Promise.resolve()
  expect(read).toEqual([])
})

test('opening a playdate reads the notifications again, and nothing else', async () => {
  const others = vi.fn(() => [])
  await reads.prefetchQuery({ queryKey: ['/api/notifications'], queryFn: () => [] })
  await reads.prefetchQuery({ queryKey: ['/api/chats'], queryFn: others })
  const { read } = await follow()
  navigate('/playdates?open=5')
  await vi.waitFor(() => expect(read).toHaveLength(1))
  const isOld = (key: string) => reads.getQueryState([key])?.isInvalidated
  await vi.waitFor(() => expect(isOld('/api/notifications')).toBe(true))
  expect(isOld('/api/chats')).toBe(false)
})
