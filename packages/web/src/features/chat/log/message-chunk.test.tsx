import type { Message } from '@papadag/contract/chat'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { show } from '../../../testing/show.tsx'
import { startOfDay } from './days.ts'
import { type InvitationCard, MessageChunk } from './message-chunk.tsx'

/** Noon of today, or this many days ago. */
function noon(daysAgo = 0) {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 12).getTime()
}

/** A message this many minutes after noon. */
const at = (minutes: number, seq: number, { senderId = 2, from = noon() } = {}): Message => ({
  id: seq,
  chatId: 5,
  senderId,
  content: `bericht ${seq}`,
  sentAt: new Date(from + minutes * 60_000).toISOString(),
  seq,
  replyTo: null,
  playdateId: null,
  reactions: {},
})

beforeEach(() => showLanguage('nl'))

const Card: InvitationCard = ({ to }) => <p>card of {'token' in to ? to.token : to.playdateId}</p>

const Some = ({ messages, unreadFrom }: { messages: readonly Message[]; unreadFrom?: number | undefined }) => (
  <MessageChunk
    messages={messages}
    before={undefined}
    after={undefined}
    ownId={1}
    name="Kwame"
    deliveredSeq={4}
    readSeq={3}
    unreadFrom={unreadFrom}
    hasLinks
    today={startOfDay()}
    isQuiet={false}
    Invitation={Card}
  />
)

const chunk = (messages: readonly Message[], unreadFrom?: number) =>
  show(<Some messages={messages} unreadFrom={unreadFrom} />, '/chat/5')

/** Everything shown between and in the bubbles, from the top. */
const lines = () =>
  [...document.querySelectorAll('p, [role=img], [aria-label]')]
    .map(element => element.getAttribute('aria-label') ?? element.textContent ?? '')
    .filter(Boolean)

test('each day has a heading, and unread messages begin below a line', () => {
  const yesterday = { from: noon(1) }
  chunk([at(0, 1, yesterday), at(1, 2, yesterday), at(0, 3), at(30, 4)], 4)
  expect(lines()).toEqual([
    'Gisteren',
    'bericht 1',
    '12:00',
    'bericht 2',
    '12:01',
    'Vandaag',
    'bericht 3',
    '12:00',
    'Nieuwe berichten',
    'bericht 4',
    '12:30',
  ])
})

test('an invitation is shown as a card in place of its address, below the words around it', () => {
  const token = 'AbC_-0123456789abcdefg'
  const invites = (content: string, seq: number) => ({ ...at(0, seq), content })
  chunk([
    invites(`Kom je ook? ${location.origin}/i/${token}`, 1),
    invites(`${location.origin}/i/${token}`, 2),
    invites(`https://elsewhere.example/i/${token}`, 3),
    invites(`${location.origin}/playdates?open=12`, 4),
  ])
  const card = `card of ${token}`
  expect(lines()).toEqual([
    'Vandaag',
    'Kom je ook?',
    card,
    card,
    `https://elsewhere.example/i/${token}`,
    'card of 12',
    '12:00',
  ])
})

test('the last message of a minute shows its time, and own messages their status', () => {
  const own = { senderId: 1 }
  chunk([at(0, 3, own), at(1, 4, own), at(2, 5, own), at(2, 6, own)])
  expect(screen.getAllByRole('img').map(mark => mark.getAttribute('aria-label'))).toEqual([
    'Gelezen',
    'Afgeleverd',
    'Verzonden',
  ])
  expect(screen.getAllByText(/^12:/).map(time => time.textContent)).toEqual(['12:00', '12:01', '12:02'])
})

const messages = [at(0, 1)]

function Log() {
  const [, drawAgain] = useState(0)
  return (
    <>
      <button type="button" onClick={() => drawAgain(count => count + 1)} />
      <Some messages={messages} />
    </>
  )
}

test('day headings change at midnight', () => {
  show(<Log />, '/chat/5')
  expect(lines()).toContain('Vandaag')
  vi.useFakeTimers({ toFake: ['Date'], now: noon(-1) })
  fireEvent.click(screen.getByRole('button'))
  vi.useRealTimers()
  expect(lines()).toContain('Gisteren')
  expect(lines()).not.toContain('Vandaag')
})

function Growing() {
  const [shown, setShown] = useState<readonly Message[]>([at(1, 2), at(2, 3)])
  return (
    <>
      <button type="button" onClick={() => setShown([at(0, 1), ...shown])}>
        earlier
      </button>
      <button type="button" onClick={() => setShown([...shown, at(3, 4)])}>
        later
      </button>
      <Some messages={shown} />
    </>
  )
}

test('a group of messages shows those added before and after it', () => {
  show(<Growing />, '/chat/5')
  const numbers = () => lines().filter(line => line.startsWith('bericht'))
  fireEvent.click(screen.getByText('earlier'))
  expect(numbers()).toEqual(['bericht 1', 'bericht 2', 'bericht 3'])
  fireEvent.click(screen.getByText('later'))
  expect(numbers()).toEqual(['bericht 1', 'bericht 2', 'bericht 3', 'bericht 4'])
})
