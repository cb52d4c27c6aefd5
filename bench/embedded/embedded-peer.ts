/** Bare `node:http` on a bare PGlite: knows its members by their cookies and does Papadag's work, in one thread. */
import { createServer, type IncomingMessage } from 'node:http'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { password } from '../data.ts'
import { bareWork, chatId, memberOf, playdateId, type Work } from './embedded-bare.ts'

const database = await PGlite.create({ dataDir: process.argv[2] ?? '', extensions: { pg_trgm } })
const work = bareWork(database, password)
const served: Record<string, Work> = {
  'GET /api/playdates/upcoming': 'list',
  [`POST /api/playdates/${playdateId}/join`]: 'join',
  'GET /api/places/nearby': 'nearest',
  [`POST /api/chats/${chatId}/messages`]: 'message',
  'POST /api/login': 'login',
}

async function bodyOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : {}
}

createServer(async (request, response) => {
  const [path] = (request.url ?? '').split('?')
  const name = served[`${request.method} ${path}`]
  const body = await bodyOf(request)
  const token = /\bsid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const userId =
    name === 'login' ? Number(body.username.slice('vader'.length)) : name && (await memberOf(database, token))
  const answer = name && userId ? await work[name](userId) : '{}'
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(answer),
  })
  response.end(answer)
}).listen(Number(process.env.PORT), '127.0.0.1')
