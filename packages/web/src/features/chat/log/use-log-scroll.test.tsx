import type { Chat } from '@papadag/contract/chat'
import { act, fireEvent, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import {
  a,
  aChat,
  answers,
  arrives,
  asked,
  chatId,
  chats,
  connected,
  open,
  ownId,
  prepareChats,
} from '../../../testing/chats.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { MessageLog } from './message-log.tsx'

prepareChats()

// Each bubble is 20 px high and below the one before; the line above the first unread one has no height.
const [rowPx, windowPx] = [20, 500]
const bubbles = (log: HTMLElement) => [...log.querySelectorAll<HTMLElement>('[data-seq]')]
const theLog = (element: HTMLElement) => element.closest<HTMLElement>('[role=log]') ?? element

function topOf(element: HTMLElement) {
  const log = theLog(element)
  const following = bubbles(log).findIndex(
    bubble => bubble === element || element.compareDocumentPosition(bubble) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return Math.max(0, following) * rowPx
}

const heightOf = (log: HTMLElement) => bubbles(log).length * rowPx
/** Where the end of this many messages is in view. */
const endOf = (count: number) => count * rowPx - windowPx

let observers: (() => void)[] = []
let isVisible = true

beforeEach(async () => {
  await showLanguage('nl')
  observers = []
  isVisible = true
  const of = (
    name: 'scrollHeight' | 'scrollTop' | 'clientHeight' | 'offsetTop' | 'offsetHeight',
    px: (on: HTMLElement) => number,
  ) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
      return px(this)
    })
  of('scrollHeight', heightOf)
  of('clientHeight', () => windowPx)
  of('offsetTop', topOf)
  of('offsetHeight', () => rowPx)
  // Like a browser, which scrolls no further than to the end.
  const tops = new WeakMap<HTMLElement, number>()
  of('scrollTop', log => tops.get(log) ?? 0)
  vi.spyOn(HTMLElement.prototype, 'scrollTop', 'set').mockImplementation(function (this: HTMLElement, px: number) {
    tops.set(this, Math.max(0, Math.min(px, heightOf(this) - windowPx)))
  })
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly changed: () => void
      constructor(changed: () => void) {
        this.changed = changed
      }
      observe() {
        observers.push(this.changed)
      }
      disconnect() {
        observers = observers.filter(changed => changed !== this.changed)
      }
    },
  )
})

function Log({ chat }: { chat: Chat }) {
  const conversation = useSyncExternalStore(chats.watch, () => chats.conversation(chatId))
  return (
    <MessageLog
      chats={chats}
      chat={chat}
      conversation={conversation}
      ownId={ownId}
      name="Kwame"
      Invitation={() => null}
    />
  )
}

const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => a(from + at))

/** A chat whose messages with these numbers have been loaded. */
async function load(from: number, to: number, { hasEarlier = false } = {}) {
  await connected([aChat({ lastSeq: to })])
  open()
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  answers(some(from, to), hasEarlier)
}

async function draw(changes: Partial<Chat> = {}) {
  const { unmount } = show(<Log chat={aChat(changes)} />, `/chat/${chatId}`, {
    'GET /api/ws-token': () => ok({ token: 'ticket' }),
  })
  const log = await screen.findByRole('log')
  return { log, unmount }
}

const scroll = (log: HTMLElement, to: number) => {
  log.scrollTop = to
  fireEvent.scroll(log)
}
const marks = () =>
  theSocket()
    .of('mark_read')
    .map(({ seq }) => seq)
const shownNumbers = (log: HTMLElement) => bubbles(log).map(({ dataset }) => Number(dataset.seq))
const before = () => asked().flatMap(({ before: first }) => (first === undefined ? [] : [first]))

test('a chat opens at its first unread message, a little under the top, or at its end if all fit in the window', async () => {
  await load(1, 100)
  const { log, unmount } = await draw({ unreadCount: 60, ownReadSeq: 40 })
  expect(log.scrollTop).toBe(40 * rowPx - 12)
  unmount()
  const { log: again } = await draw({ unreadCount: 10, ownReadSeq: 90 })
  expect(again.scrollTop).toBe(endOf(100))
})

test('unread messages stay where they are when earlier ones load above them, until the father scrolls', async () => {
  await load(51, 100, { hasEarlier: true })
  const { log } = await draw({ unreadCount: 40, ownReadSeq: 60 })
  expect(log.scrollTop).toBe(10 * rowPx - 12)
  act(() => answers(some(31, 50), true))
  expect(log.scrollTop).toBe(30 * rowPx - 12)
  scroll(log, 100)
  act(() => answers(some(21, 30), true))
  expect(log.scrollTop).toBe(100 + 10 * rowPx)
})

test('a father finds a chat where he left it, whatever has come before and after', async () => {
  await load(51, 150, { hasEarlier: true })
  const first = await draw()
  scroll(first.log, 10 * rowPx + 5)
  expect(chats.view.places.get(chatId)).toEqual({ seq: 61, belowPx: 5 })
  first.unmount()
  act(() => answers(some(41, 50), true))
  act(() => arrives(a(151)))
  const second = await draw({ lastSeq: 151 })
  expect(second.log.scrollTop).toBe(20 * rowPx + 5)
  // He is not at the end, so nothing has been read and what comes is offered.
  expect(marks()).not.toContain(151)
  scroll(second.log, endOf(111))
  expect(chats.view.places.has(chatId)).toBe(false)
  expect(marks()).toContain(151)
})

test('a father whose last-seen message is gone finds himself at the end', async () => {
  await load(1, 100)
  chats.view.places.set(chatId, { seq: 0, belowPx: 3 })
  const { log } = await draw()
  expect(log.scrollTop).toBe(endOf(100))
})

test('a long chat shows its last 200 messages, and 200 more each time its reader comes near the top', async () => {
  await load(1, 500)
  const { log } = await draw()
  expect(shownNumbers(log)).toEqual(some(301, 500).map(({ seq }) => seq))
  scroll(log, 1001)
  expect(bubbles(log)).toHaveLength(200)
  scroll(log, 1000)
  expect(shownNumbers(log)[0]).toBe(101)
  // What he looks at has not moved.
  expect(log.scrollTop).toBe(1000 + 200 * rowPx)
  scroll(log, 10)
  expect(shownNumbers(log)[0]).toBe(1)
  expect(before()).toEqual([])
})

test('a place far back is drawn with 200 messages before it', async () => {
  await load(1, 700)
  chats.view.places.set(chatId, { seq: 350, belowPx: 0 })
  const { log } = await draw()
  expect(shownNumbers(log)[0]).toBe(150)
  expect(log.scrollTop).toBe(200 * rowPx)
})

test('near the top the earlier messages are requested once, and not at all when there are none', async () => {
  await load(101, 300, { hasEarlier: true })
  const { log } = await draw()
  expect(before()).toEqual([])
  scroll(log, 1001)
  expect(before()).toEqual([])
  scroll(log, 1000)
  scroll(log, 900)
  expect(before()).toEqual([101])
  act(() => answers(some(1, 100), false))
  expect(log.scrollTop).toBe(900 + 100 * rowPx)
  scroll(log, 0)
  expect(before()).toEqual([101])
})

test('if a few messages do not fill the window, those before them are requested without scrolling', async () => {
  await load(5, 10, { hasEarlier: true })
  await draw()
  await vi.waitFor(() => expect(before()).toEqual([5]))
})

test('a father within 60 px of the end counts as being there', async () => {
  await load(1, 100)
  const { log } = await draw()
  scroll(log, endOf(100) - 60)
  act(() => arrives(a(101)))
  expect(log.scrollTop).toBe(endOf(100) - 60)
  scroll(log, endOf(101) - 59)
  act(() => arrives(a(102)))
  expect(log.scrollTop).toBe(endOf(102))
})

test('sending a message scrolls to the end, from wherever the father was', async () => {
  await load(1, 100)
  const { log } = await draw()
  scroll(log, 300)
  act(() => chats.send(chatId, 'Hoi'))
  expect(log.scrollTop).toBe(endOf(100))
})

test('a hidden tab marks nothing as read until somebody looks at it again', async () => {
  await load(1, 2)
  isVisible = false
  await draw()
  expect(marks()).toEqual([])
  fireEvent(document, new Event('visibilitychange'))
  expect(marks()).toEqual([])
  isVisible = true
  fireEvent(document, new Event('visibilitychange'))
  expect(marks()).toEqual([2])
})

test('messages that arrive at the end of a hidden tab will be in view, so no button is offered', async () => {
  await load(1, 100)
  const { log } = await draw()
  isVisible = false
  act(() => arrives(a(101)))
  expect(log.scrollTop).toBe(endOf(101))
  expect(screen.queryByRole('button', { name: 'Nieuwe berichten' })).toBeNull()
  scroll(log, 300)
  act(() => arrives(a(102)))
  expect(screen.getByRole('button', { name: 'Nieuwe berichten' })).toBeDefined()
})

test('when the window changes its height, the last message stays in view, or the one the father was looking at', async () => {
  await load(1, 100)
  const { log, unmount } = await draw()
  const resize = () => {
    for (const changed of observers) changed()
  }
  log.scrollTop = 1400
  resize()
  expect(log.scrollTop).toBe(endOf(100))
  scroll(log, 300)
  resize()
  expect(log.scrollTop).toBe(300)
  unmount()
  expect(observers).toEqual([])
})

test('a new connection learns again what has been read', async () => {
  await load(1, 2)
  await draw()
  expect(marks()).toEqual([2])
  const last = theSocket()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => last.close())
  await vi.advanceTimersByTimeAsync(4000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(theSocket()).not.toBe(last))
  expect(marks()).toEqual([])
  act(() => theSocket().welcomes())
  expect(marks()).toEqual([2])
})
