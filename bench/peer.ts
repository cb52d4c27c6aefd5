/**
 * The contenders, chosen by the first argument: the same statement behind bare `node:http`, the same behind Fastify
 * without our own code, and a broadcast over bare `ws`.
 */
import { createServer } from 'node:http'
import fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'

const port = Number(process.env.PORT)
const host = '127.0.0.1'

/** Runs the statement from the environment, prepared once on each connection. */
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
}

await peers[process.argv[2] ?? '']?.()
