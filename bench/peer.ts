/**
 * The contenders, by the name in the first argument: the same statement behind bare `node:http`, the same behind
 * Fastify without anything of ours, a broadcast over bare `ws`, and a chat over it with one insert for each message.
 */
import { createServer } from 'node:http'
import fastify from 'fastify'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

const port = Number(process.env.PORT)
const host = '127.0.0.1'

/** Runs the statement that the environment names, prepared on each connection once. */
function statementOfEnvironment() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const { text, values } = JSON.parse(process.env.STATEMENT ?? '')
  return async () => (await pool.query({ name: 'list', text, values })).rows
}

const peers: Record<string, () => unknown> = {
  raw() {
    const run = statementOfEnvironment()
    createServer(async (_request, response) => {
      const body = JSON.stringify(await run())
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    }).listen(port, host)
  },

  fastify() {
    const run = statementOfEnvironment()
    const app = fastify()
    app.get('/api/playdates/upcoming', run)
    return app.listen({ port, host })
  },

  ws() {
    const frame = JSON.stringify({ type: 'changed', paths: ['/api/playdates/upcoming'] })
    const http = createServer((request, response) => {
      if (request.method === 'POST') for (const socket of sockets.clients) socket.send(frame)
      response.end()
    }).listen(port, host)
    const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  },

  chat() {
    const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
    const byUser = new Map<number, WebSocket>()
    const text = 'insert into bare_messages (chat_id, sender_id, content) values ($1, $2, $3) returning id, sent_at'
    const http = createServer((_request, response) => response.end()).listen(port, host)
    const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
    sockets.on('connection', socket => {
      let senderId = 0
      socket.on('message', async data => {
        const { type, userId, chatId, content } = JSON.parse(String(data))
        if (type === 'authenticate') {
          senderId = userId
          byUser.set(userId, socket)
          socket.send('{"type":"authenticated"}')
          return
        }
        const { rows } = await pool.query({ name: 'insert', text, values: [chatId, senderId, content] })
        const message = { id: rows[0].id, chatId, senderId, content, sentAt: rows[0].sent_at }
        const frame = JSON.stringify({ type: 'message', message })
        for (const member of [2 * chatId - 1, 2 * chatId]) byUser.get(member)?.send(frame)
      })
    })
  },
}

await peers[process.argv[2] ?? '']?.()
