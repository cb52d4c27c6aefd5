import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Chat, Message } from '@papadag/contract/chat'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { a, aChat, chats, connected, ownId, prepareChats } from '../../../testing/chats.ts'
import { show } from '../../../testing/show.tsx'
import { type Conversation, emptyConversation } from '../store/conversations.ts'
import { startOfDay } from './days.ts'
import { isRun, MessageChunk } from './message-chunk.tsx'
import { MessageLog } from './message-log.tsx'

prepareChats()

let fold: ((isNear: boolean, height?: number) => void) | undefined
let options: IntersectionObserverInit | undefined
beforeEach(async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(changed: (entries: object[]) => void, given?: IntersectionObserverInit) {
        options = given
        fold = (isIntersecting, height = 321) =>
          act(() => changed([{ isIntersecting, boundingClientRect: { height } }]))
      }
      observe() {}
      disconnect() {
        fold = undefined
      }
    },
  )
  await showLanguage('en')
})

const noon = new Date()
noon.setHours(12, 0, 0, 0)
const at = (seconds: number, seq: number, changes: Partial<Message> = {}) =>
  a(seq, { sentAt: new Date(noon.getTime() + seconds * 1000).toISOString(), content: `m${seq}`, ...changes })

type Props = Parameters<typeof MessageChunk>[0]
const chunk = (messages: Message[], changes: Partial<Props> = {}) =>
  show(
    <MessageChunk
      messages={messages}
      before={undefined}
      after={undefined}
      ownId={ownId}
      name="Kwame"
      deliveredSeq={0}
      readSeq={0}
      unreadFrom={undefined}
      hasLinks
      today={startOfDay()}
      isQuiet={false}
      Invitation={() => null}
      {...changes}
    />,
    '/chat/5',
  )
/** Whether each bubble follows the one before. */
const follows = () => [...document.querySelectorAll('[data-seq]')].map(bubble => bubble.className.includes('mt-1 '))

test.each<[string, Message[], boolean[]]>([
  ['of one sender within five minutes', [at(0, 1), at(299, 2)], [false, true]],
  ['of one sender after five minutes', [at(0, 1), at(300, 2)], [false, false]],
  ['of another sender', [at(0, 1), at(1, 2, { senderId: ownId })], [false, false]],
])('whether messages %s stand close together or apart', (_, messages, expected) => {
  chunk(messages)
  expect(follows()).toEqual(expected)
})

test('the first unread message begins a new group, and so does one on another day', () => {
  const { unmount } = chunk([at(0, 1), at(1, 2)], { unreadFrom: 2 })
  expect(follows()).toEqual([false, false])
  unmount()
  chunk([at(0, 2)], { before: at(-86_400, 1) })
  expect(follows()).toEqual([false])
  expect(screen.getByText('Today')).toBeDefined()
})

test('a message at the start of a chunk is close to the one before it', () => {
  chunk([at(1, 2)], { before: at(0, 1) })
  expect(follows()).toEqual([true])
  expect(screen.queryByText('Today')).toBeNull()
  expect(isRun(undefined, at(0, 1))).toBe(false)
})

test('the last message of a minute has its time, even if the next chunk begins there', () => {
  const { unmount } = chunk([at(0, 1)], { after: at(59, 2) })
  expect(document.querySelectorAll('time')).toHaveLength(0)
  unmount()
  const second = chunk([at(0, 1)], { after: at(60, 2) })
  expect(document.querySelectorAll('time')).toHaveLength(1)
  second.unmount()
  chunk([at(0, 1)], { after: at(59, 2, { senderId: ownId }) })
  expect(document.querySelectorAll('time')).toHaveLength(1)
})

test('a group chat names each sender, even one who has left, and shows what stands around his messages', () => {
  const group = {
    names: new Map([[2, 'Kwame Mensah']]),
    about: (playdateId: number) => <p>on date {playdateId}</p>,
    quote: (seq: number) => <p>answers {seq}</p>,
    menu: ({ seq }: Message, sender: string, isOwn: boolean) => (
      <button type="button">{`${seq} of ${isOwn ? 'me' : sender}`}</button>
    ),
    reactions: ({ seq }: Message) => <p>liked {seq}</p>,
  }
  chunk([at(0, 1), at(1, 2, { senderId: 9, replyTo: 1, playdateId: 7 }), at(2, 3, { senderId: ownId })], { group })
  const senders = [...document.querySelectorAll('[data-seq] > span:first-child')]
  expect(senders.map(({ textContent }) => textContent)).toEqual(['Kwame Mensah: ', 'Somebody who has left: ', 'You: '])
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(['1 of Kwame Mensah', '2 of Somebody who has left', '3 of me'])
  expect(screen.getAllByText(/^on date/).map(({ textContent }) => textContent)).toEqual(['on date 7'])
  expect(screen.getAllByText(/^liked/)).toHaveLength(3)
  expect(screen.getAllByText(/^answers/).map(({ textContent }) => textContent)).toEqual(['answers 1'])
})

test('in a chat between two fathers no single message can be reported', () => {
  chunk([at(0, 1)])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a stranger’s links cannot be pressed until he is answered, and a father’s own can', () => {
  chunk([at(0, 1, { content: 'https://a.example' }), at(60, 2, { content: 'https://b.example', senderId: ownId })], {
    hasLinks: false,
  })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['https://b.example'])
})

test('messages far away keep only their height, unless they are the last ones', () => {
  const { unmount } = chunk([at(0, 1)], { isQuiet: true })
  const box = document.querySelector<HTMLElement>('main > div')
  expect([box?.getAttribute('aria-live'), options?.rootMargin]).toEqual(['off', '2000px 0px'])
  fold?.(false)
  expect([screen.queryByText('m1'), box?.style.height]).toEqual([null, '321px'])
  fold?.(true)
  expect(screen.getByText('m1')).toBeDefined()
  expect(box?.style.height).toBe('')
  unmount()
  expect(fold).toBeUndefined()
  chunk([at(0, 1)])
  fold?.(false)
  expect(screen.getByText('m1')).toBeDefined()
  expect(document.querySelector('main > div')?.getAttribute('aria-live')).toBeNull()
})

const log = (conversation: Partial<Conversation>, chat: Partial<Chat> = {}) =>
  show(
    <MessageLog
      chats={chats}
      chat={aChat(chat)}
      conversation={{ ...emptyConversation, isReady: true, ...conversation }}
      ownId={ownId}
      name="Kwame"
      Invitation={() => null}
    />,
    '/chat/5',
  )

test.each<[string, Partial<Conversation>, Partial<Chat>, RegExp | undefined]>([
  ['loads', { isReady: false }, {}, /Loading/],
  [
    'was never here and cannot be loaded',
    { isReady: false, isOutOfReach: true },
    { lastSeq: 3 },
    /not on this device yet/,
  ],
  ['is empty and cannot be loaded', { isReady: false, isOutOfReach: true }, {}, undefined],
  ['begins here', {}, {}, /Chat history is kept for/],
  ['goes on further back', { hasEarlier: true }, {}, undefined],
  ['is refused', { problem: 'Slowly.', hasEarlier: true }, {}, /Slowly\./],
])('a chat that %s says so', async (_, conversation, chat, said) => {
  await connected()
  log(conversation, chat)
  const words = screen.getByRole('log').textContent ?? ''
  if (said) expect(words).toMatch(said)
  else expect(words).toBe('')
})

const unsent = (n: number, seconds: number) => ({
  clientId: `${n}`,
  chatId: 5,
  content: `unsent ${n}`,
  writtenAt: at(seconds, 1).sentAt,
  state: 'sending' as const,
})

test('an unsent message joins the sender’s last message, or another unsent one', async () => {
  await connected()
  const own = at(0, 1, { senderId: ownId })
  const bubbles = () =>
    [...document.querySelectorAll('[role=log] .ml-auto.border')].map(one => one.className.includes('mt-1 '))
  const { unmount } = log({ messages: [own], pending: [unsent(1, 10), unsent(2, 400)] })
  expect(bubbles()).toEqual([false, true, true])
  unmount()
  log({ messages: [at(0, 1)], pending: [unsent(1, 10)] })
  expect(bubbles()).toEqual([false])
})

test('a screen reader reads nothing out while the chat loads, however long that takes', async () => {
  await connected()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  log({ isReady: false })
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
  vi.useRealTimers()
})

test('a screen reader reads out new messages once the chat has loaded', async () => {
  await connected()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  log({ messages: [at(0, 1)] })
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('polite')
  vi.useRealTimers()
})

test.each<[string, Partial<Chat>, number]>([
  ['the first message of another father that is still unread', { unreadCount: 1, ownReadSeq: 1 }, 3],
  ['no message where all have been read', { unreadCount: 0, ownReadSeq: 1 }, 0],
])('the line that marks what is new is above %s', async (_, chat, seq) => {
  await connected()
  log({ messages: [at(0, 1), at(1, 2, { senderId: ownId }), at(2, 3)] }, chat)
  const line = document.querySelector('[data-unread]')
  expect(line?.nextElementSibling?.getAttribute('data-seq') ?? '0').toBe(String(seq))
})

const drawn = vi.fn()
function Counted() {
  drawn()
  return null
}

test('unchanged messages are not drawn again, and changed ones are', () => {
  const first = at(0, 1, { content: `${location.origin}/playdates?open=12` })
  const messages = [first, at(1, 2)]
  const props: Props = {
    messages,
    before: undefined,
    after: undefined,
    ownId,
    name: 'Kwame',
    deliveredSeq: 0,
    readSeq: 0,
    unreadFrom: undefined,
    hasLinks: true,
    today: startOfDay(),
    isQuiet: false,
    Invitation: Counted,
  }
  const view = (changes: Partial<Props> = {}) => (
    <I18nProvider i18n={i18n}>
      <MessageChunk {...props} {...changes} />
    </I18nProvider>
  )
  const { rerender } = render(view())
  expect(drawn).toHaveBeenCalledOnce()
  rerender(view({ messages: [...messages] }))
  expect(drawn).toHaveBeenCalledOnce()
  rerender(view({ messages: [...messages, at(2, 3)] }))
  expect(screen.getByText('m3')).toBeDefined()
  rerender(view({ messages: [first, at(1, 2, { content: 'changed' })] }))
  expect(screen.getByText('changed')).toBeDefined()
  rerender(view({ messages: [at(0, 1, { content: 'also changed' }), at(1, 2)] }))
  expect(screen.getByText('also changed')).toBeDefined()
})
