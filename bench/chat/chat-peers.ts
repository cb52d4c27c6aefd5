/**
 * The chat's contenders, chosen by the first argument: bare `ws` and Socket.IO, each with one insert per message on ten
 * connections, delivered after the commit. They authenticate nobody and check nothing.
 */
import { createServer } from 'node:http'
import pg from 'pg'
import { Server } from 'socket.io'
import { type WebSocket, WebSocketServer } from 'ws'

const port = Number(process.env.PORT)
const http = createServer((_request, response) => response.end()).listen(port, '127.0.0.1')
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

async function store({ chatId, senderId, content }: { chatId: number; senderId: number; content: string }) {
  const text = 'insert into bare_messages (chat_id, sender_id, content) values ($1, $2, $3) returning id, sent_at'
  const { rows } = await pool.query({ name: 'insert', text, values: [chatId, senderId, content] })
  return { id: rows[0].id, chatId, senderId, content, sentAt: rows[0].sent_at }
}

/** Users 1 and 2 share the first chat, 3 and 4 the second, … */
const membersOf = (chatId: number) => [2 * chatId - 1, 2 * chatId]

const peers: Record<string, () => void> = {
  ws() {
    const byUser = new Map<number, WebSocket>()
    const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
    sockets.on('connection', socket => {
      let senderId = 0
      socket.on('close', () => byUser.delete(senderId))
      socket.on('message', async data => {
        const { type, userId, chatId, content } = JSON.parse(String(data))
        if (type === 'authenticate') {
          senderId = userId
          byUser.set(userId, socket)
          socket.send('{"type":"authenticated"}')
          return
        }
        const frame = JSON.stringify({ type: 'message', message: await store({ chatId, senderId, content }) })
        for (const member of membersOf(chatId)) byUser.get(member)?.send(frame)
      })
    })
  },

  /** Everybody is in one chat and nothing is stored, which measures the sends alone. */
  'ws to all'() {
    const everybody = new Set<WebSocket>()
    const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
    sockets.on('connection', socket => {
      let senderId = 0
      socket.on('close', () => everybody.delete(socket))
      socket.on('message', data => {
        const { type, userId, chatId, content } = JSON.parse(String(data))
        if (type === 'authenticate') {
          senderId = userId
          everybody.add(socket)
          socket.send('{"type":"authenticated"}')
          return
        }
        const frame = JSON.stringify({ type: 'message', message: { chatId, senderId, content, sentAt: new Date() } })
        for (const member of everybody) member.send(frame)
      })
    })
  },

  'socket.io'() {
    const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
    io.on('connection', socket => {
      let senderId = 0
      socket.on('authenticate', ({ userId }) => {
        senderId = userId
        void socket.join(`user ${userId}`)
        socket.emit('authenticated', { userId })
      })
      socket.on('send_message', async ({ chatId, content }) => {
        const message = await store({ chatId, senderId, content })
        const [one, other] = membersOf(chatId)
        io.to(`user ${one}`).to(`user ${other}`).emit('message', { message })
      })
    })
  },
}

peers[process.argv[2] ?? '']?.()
