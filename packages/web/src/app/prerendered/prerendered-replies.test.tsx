import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { logOut } from '@papadag/contract/auth'
import { chatMessages } from '@papadag/contract/chat'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../platform/data/call.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { a, aChat, chatId, ownId } from '../../testing/chats.ts'
import { daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { ChatDrawing } from './chat-drawing.tsx'
import { forget } from './first-replies.ts'
import { MapDrawing } from './map-drawing.tsx'
import { placeTile } from './place-tile.ts'
import { stayUntilShown } from './stay-until-shown.ts'
import { writeMessages } from './write-messages.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Object.assign(document, { fonts: { load: async () => [] } })
  return showLanguage('nl')
})
afterEach(() => {
  forget()
  vi.useRealTimers()
  document.body.replaceChildren()
})

function draw(screen: React.ReactNode) {
  const drawing = document.createElement('div')
  drawing.innerHTML = renderToStaticMarkup(<I18nProvider i18n={i18n}>{screen}</I18nProvider>)
  document.body.append(drawing)
  return drawing
}

const at = `/api/chats/${chatId}/messages?limit=100`
const input = { params: { id: chatId }, query: { limit: 100 } }
const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function chatWith(changes: Parameters<typeof aChat>[0] = {}, messages = [a(1), a(2, { senderId: ownId })]) {
  history.replaceState(null, '', `/chat/${chatId}`)
  const server = serve({
    'GET /api/user': () => ok({ ...daan, id: ownId }),
    'GET /api/chats': () => ok([aChat(changes)]),
    [`GET ${at}`]: () => ok(messages),
  })
  const drawing = draw(<ChatDrawing />)
  const log = drawing.querySelector<HTMLElement>('[data-log]')
  if (log) await writeMessages(drawing, log)
  return { ...server, drawing, said: [...(log?.querySelectorAll('p[dir]') ?? [])].map(line => line.textContent) }
}

test('an open chat is drawn with its last 25 messages and the other father’s name, and its replies are left to the app', async () => {
  const { drawing, said, asked } = await chatWith(
    {},
    Array.from({ length: 40 }, (_, at) => a(at + 1)),
  )
  expect(said).toEqual(Array.from({ length: 25 }, (_, at) => `bericht ${at + 16}`))
  expect(drawing.querySelector('h1')?.textContent).toBe('Kwame Mensah')
  expect(drawing.dataset.until).toBe('[role=log] [data-seq]')
  expect(await call(chatMessages, input)).toHaveLength(40)
  expect(asked.filter(one => one === `GET ${at}`)).toHaveLength(1)
  // Later reads ask the server.
  await call(chatMessages, input)
  expect(asked.filter(one => one === `GET ${at}`)).toHaveLength(2)
})

test('no reply that the drawing has read outlives a write: who logs in next gets his own', async () => {
  const { asked, handlers } = await chatWith()
  handlers['POST /api/logout'] = () => ({ status: 204 })
  await call(logOut, {})
  handlers[`GET ${at}`] = () => refused(404, 'chat.unknown', 'Unknown.')
  await expect(call(chatMessages, input)).rejects.toThrow('Unknown.')
  expect(asked.filter(one => one === `GET ${at}`)).toHaveLength(2)
})

test('messages and names are drawn as text, whatever is in them', async () => {
  const html = '<img src=x onerror="document.title = 1"> &amp; $& <b>'
  const participants = [
    { id: ownId, firstName: 'Daan', lastName: 'de Vries', profileImage: null },
    { id: 2, firstName: html, lastName: '</h1>', profileImage: null },
  ]
  const { drawing, said } = await chatWith({ participants }, [a(1, { content: html }), a(2, { content: html })])
  expect(said).toEqual([html, html])
  expect(drawing.querySelector('h1')?.textContent).toBe(`${html} </h1>`)
  expect(drawing.querySelectorAll('img, b')).toHaveLength(0)
})

test('a drawing that the app has left stays until the app shows the same, or another screen, or for 3 seconds', async () => {
  vi.useFakeTimers()
  const later = () => vi.advanceTimersByTimeAsync(100)
  const leave = async () => {
    const drawing = document.createElement('div')
    document.body.replaceChildren(drawing)
    stayUntilShown(drawing)
    drawing.dataset.until = '#shown'
    document.body.append(document.createElement('p'))
    await later()
    expect(drawing.isConnected).toBe(true)
    drawing.inert = true
    await later()
    expect(drawing.isConnected).toBe(true)
    return drawing
  }
  const add = (id: string) => document.body.append(Object.assign(document.createElement('p'), { id }))

  const shown = await leave()
  add('shown')
  await later()
  expect(shown.isConnected).toBe(false)

  const leftFor = await leave()
  history.replaceState(null, '', '/elsewhere')
  add('else')
  await later()
  expect(leftFor.isConnected).toBe(false)

  const overdue = await leave()
  await vi.advanceTimersByTimeAsync(3000)
  expect(overdue.isConnected).toBe(false)
})

test('a drawn chat has a line where a day begins and where what he has not read begins', async () => {
  const messages = [
    a(1, { sentAt: before(2) }),
    a(2, { sentAt: before(1), senderId: ownId }),
    a(3, { sentAt: before(0) }),
  ]
  const { drawing } = await chatWith({ unreadCount: 1, ownReadSeq: 2, lastSeq: 3 }, messages)
  const lines = [...(drawing.querySelector('[data-log] > div > div')?.children ?? [])]
  const kinds = lines.map(line => (line.matches('[data-unread]') ? 'unread' : line.matches('p') ? 'day' : 'message'))
  expect(kinds).toEqual(['day', 'message', 'day', 'message', 'day', 'unread', 'message'])
})

test.each([
  ['of several fathers', { kind: 'circle' }, undefined],
  ['that is over', { readOnly: true }, undefined],
  ['with a stranger’s first message', { isRequest: true }, undefined],
  ['in which he must wait for an answer', { messagesLeft: 0 }, undefined],
  ['without messages', {}, []],
  ['with the card of a playdate', {}, [a(1, { content: `Kom je? ${location.origin}/playdates?open=7` })]],
] as const)('a chat %s keeps its placeholders until the app draws it', async (_, changes, messages) => {
  const { drawing, said } = await chatWith(changes, messages && [...messages])
  expect(said).toEqual([])
  expect(drawing.dataset.until).toBeUndefined()
})

test('a chat whose session has ended is drawn without a word', async () => {
  history.replaceState(null, '', `/chat/${chatId}`)
  const out = () => refused(401, 'auth.required', 'Log in.')
  serve({ 'GET /api/user': out, 'GET /api/chats': out, [`GET ${at}`]: out })
  const drawing = draw(<ChatDrawing />)
  const log = drawing.querySelector<HTMLElement>('[data-log]') ?? drawing
  await expect(writeMessages(drawing, log)).rejects.toThrow('401')
  expect(log.querySelector('[data-seq]')).toBeNull()
})

const env = { tileUrl: 'https://tiles.example/{z}/{x}/{y}.png', tileAttribution: 'Iemand', map: null }

async function mapWith(changes: object, home: typeof daan.home = undefined) {
  serve({ 'GET /api/user': () => ok({ ...daan, home }), 'GET /api/env': () => ok({ ...env, ...changes }) })
  const drawing = draw(<MapDrawing />)
  const map = drawing.querySelector<HTMLElement>('[data-map]')
  if (map) await placeTile(drawing, map)
  return { drawing, tile: drawing.querySelector<HTMLImageElement>('[data-map] img') }
}

test.each([
  ['Amsterdam', undefined, '/13/4207/2692.png'],
  ['his neighbourhood', { latitude: 52.0907, longitude: 5.1214, isCity: true }, '/13/4212/2702.png'],
])('the map is drawn with the tile in the middle of %s, and says whose it is', async (_, home, path) => {
  const { drawing, tile } = await mapWith({}, home)
  expect(tile?.src).toBe(`https://tiles.example${path}`)
  expect(drawing.querySelector('.map-credit')?.textContent).toBe('© OpenStreetMap contributors · Iemand')
  expect(drawing.dataset.until).toBeUndefined()
  tile?.dispatchEvent(new Event('load'))
  expect(drawing.dataset.until).toBe('#root .leaflet-tile-loaded')
})

test.each([
  ['a map of its own', { map: { version: '1' } }],
  ['tiles whose address has other parts', { tileUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png' }],
])('on a server with %s the map is drawn without a tile', async (_, changes) => {
  expect((await mapWith(changes)).tile).toBeNull()
})

test('in a window wider than a phone’s neither a chat nor the map is drawn', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { drawing } = await chatWith()
  expect(drawing.isConnected).toBe(false)
  expect((await mapWith({})).drawing.isConnected).toBe(false)
})
