import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Client } from '../../packages/server/src/testing/client.ts'

export type Father = Client & { id: number }

/** Members who take as much as the server lets them, the server's address, and when to stop. */
interface Greedy {
  fathers: readonly [Father, Father]
  /** A chat of two members with a megabyte of messages. */
  chatId: number
  url: string
  isOver: () => boolean
}

type Flood = (greedy: Greedy) => Promise<unknown>

export async function socketOf(father: Father) {
  const { origin, id } = father
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie: father.cookieHeader() } })
  socket.on('error', () => {})
  await new Promise(resolve => socket.once('open', resolve).once('close', resolve))
  if (socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify({ type: 'authenticate', userId: id, token: '{token}' }))
  }
  return socket
}

/** Keeps sending these frames over this many sockets, and replaces each socket that the server closes. */
async function sendFrames(
  father: Father,
  { isOver }: Greedy,
  sockets: number,
  framesPerS: number,
  frame: object | string,
) {
  const text = typeof frame === 'string' ? frame : JSON.stringify(frame)
  const everyMs = 50
  await Promise.all(
    Array.from({ length: sockets }, async () => {
      let socket = await socketOf(father)
      while (!isOver()) {
        if (socket.readyState !== WebSocket.OPEN) socket = await socketOf(father)
        for (let count = 0; count < (framesPerS * everyMs) / 1000; count += 1) socket.send(text)
        await after(everyMs)
      }
      socket.terminate()
    }),
  )
}

/** Repeats this, this many at a time. */
async function repeat({ isOver }: Greedy, atOnce: number, work: () => Promise<unknown>) {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isOver()) await work().catch(() => after(10))
    }),
  )
}

const readOf = (father: Father, path: string) => () => father.fetch('GET', path).then(reply => reply.text())
const visit = (url: string) => () => fetch(url).then(reply => reply.text())

function editProfile(father: Father, bio?: string) {
  return father.fetch('PATCH', '/api/users/me', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bio === undefined ? {} : { bio }),
  })
}

/** An upgrade from another site, without a session; resolves when it is refused. */
function knock(url: string) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = [
    `GET /ws HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Origin: https://evil.example',
  ]
  const keys = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']
  socket.write([...lines, ...keys, '', ''].join('\r\n'))
  return new Promise<void>((resolve, reject) => {
    socket
      .on('close', () => resolve())
      .on('error', reject)
      .resume()
  })
}

const manyPaths = Array.from({ length: 20 }, (_, at) => `/api/playdates/upcoming?limit=${at + 1}`)

/** What a member, or somebody without a session, can do to delay others; each is one line of the report. */
export const floods: readonly (readonly [name: string, flood: Flood])[] = [
  ['nothing else', async () => {}],
  // A member who reads.
  [
    'messages 135 times a second',
    greedy => sendFrames(greedy.fathers[0], greedy, 3, 45, { type: 'get_messages', chatId: greedy.chatId, peek: true }),
  ],
  [
    'two read the list of 500',
    greedy =>
      Promise.all(greedy.fathers.map(father => repeat(greedy, 4, readOf(father, '/api/playdates/upcoming?limit=500')))),
  ],
  [
    '400 small reads at once',
    greedy => repeat(greedy, 400, readOf(greedy.fathers[0], '/api/playdates/upcoming?limit=3')),
  ],
  // A member who sends frames.
  [
    'watches after many changes',
    async greedy => {
      const [father] = greedy.fathers
      for (let count = 0; count < 300 && !greedy.isOver(); count += 1) await editProfile(father, `Vader ${count}`)
      await sendFrames(father, greedy, 10, 200, { type: 'watch', paths: manyPaths, readAgoMs: 60_000 })
    },
  ],
  [
    'watches of what moderators see',
    greedy => sendFrames(greedy.fathers[0], greedy, 10, 1000, { type: 'watch', paths: ['/api/moderation/queue'] }),
  ],
  [
    'frames with wrong fields',
    greedy => sendFrames(greedy.fathers[0], greedy, 2, 25_000, { type: 'send_message', chatId: 1, content: '' }),
  ],
  ['frames without a form', greedy => sendFrames(greedy.fathers[0], greedy, 5, 5000, '{')],
  // A member who writes.
  [
    'profile edits 9 times a second',
    async greedy => {
      for (let count = 0; !greedy.isOver(); count += 1) {
        await editProfile(greedy.fathers[0], count % 2 === 0 ? `Vader ${count}` : undefined)
        await after(1000 / 9)
      }
    },
  ],
  [
    'reports of a member',
    greedy =>
      repeat(greedy, 4, async () => {
        const [father, other] = greedy.fathers
        const body = JSON.stringify({ targetType: 'user', targetId: other.id, reason: 'spam' })
        await father.fetch('POST', '/api/reports', { headers: { 'content-type': 'application/json' }, body })
      }),
  ],
  [
    'writes that are forbidden',
    greedy =>
      repeat(greedy, 20, () =>
        greedy.fathers[0].fetch('POST', '/api/logout', { headers: { 'x-xsrf-token': 'verzonnen' } }),
      ),
  ],
  // People without a session.
  ['upgrades from another site', greedy => repeat(greedy, 100, () => knock(greedy.url))],
  [
    'sockets without a user',
    greedy =>
      repeat(greedy, 1500, async () => {
        const socket = new WebSocket(`${greedy.url.replace('http', 'ws')}/ws`, { headers: { cookie: 'sid=none' } })
        socket.on('error', () => {})
        const closed = new Promise(resolve => socket.on('close', resolve))
        await Promise.race([closed, after(1000)])
        if (greedy.isOver()) socket.terminate()
        await closed
      }),
  ],
  ['links that do not exist', greedy => repeat(greedy, 50, visit(`${greedy.url}/i/none`))],
  ['unsubscribing with no token', greedy => repeat(greedy, 50, visit(`${greedy.url}/unsubscribe/none`))],
  ['questions after the health', greedy => repeat(greedy, 50, visit(`${greedy.url}/api/health`))],
]
