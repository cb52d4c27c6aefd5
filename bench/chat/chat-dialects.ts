import { Agent, request } from 'node:http'
import { parseKeys } from './chat-parse-keys.ts'
import type { Wire } from './chat-wire.ts'

/** The protocol of a contender. */
export type Dialect = 'ws' | 'socket.io' | 'parse'

/** A seat: a signed-in socket at a server. */
export interface Place {
  wire: Wire
  url: string
}

interface Speech {
  path: string
  /** The first frame if it is not the sign-in, and the beginning of its answer. */
  hello?: { frame: string; answer: string }
  authenticate(userId: number): string
  /** A text that the answer to it contains. */
  welcome: string
  /** Fathers 1 and 2 write to each other in the first chat, 3 and 4 in the second, … */
  write(place: Place, senderId: number, content: string): void
}

let clientIds = 0
const run = process.pid.toString(16).padStart(8, '0')
const chatOf = (userId: number) => Math.ceil(userId / 2)
const otherOf = (userId: number) => (userId % 2 === 0 ? userId - 1 : userId + 1)
// The number of messages in flight.
const keptAlive = new Agent({ keepAlive: true })

export const dialects: Record<Dialect, Speech> = {
  ws: {
    path: '/ws',
    authenticate: userId => JSON.stringify({ type: 'authenticate', userId }),
    welcome: '"authenticated"',
    write({ wire }, senderId, content) {
      clientIds += 1
      const clientId = `${run}-0000-4000-8000-${clientIds.toString(16).padStart(12, '0')}`
      const chatId = chatOf(senderId)
      wire.send(`{"type":"send_message","chatId":${chatId},"content":"${content}","clientId":"${clientId}"}`)
    },
  },
  'socket.io': {
    path: '/socket.io/?EIO=4&transport=websocket',
    // Socket.IO requires joining the namespace first.
    hello: { frame: '40', answer: '40' },
    authenticate: userId => `42${JSON.stringify(['authenticate', { userId }])}`,
    welcome: '"authenticated"',
    write({ wire }, senderId, content) {
      wire.send(`42["send_message",{"chatId":${chatOf(senderId)},"content":"${content}"}]`)
    },
  },
  /** Receivers listen on a socket; senders write over HTTP. */
  parse: {
    path: '/',
    hello: {
      frame: JSON.stringify({ op: 'connect', applicationId: parseKeys.appId, restAPIKey: parseKeys.restAPIKey }),
      answer: '{"op":"connected"',
    },
    authenticate: to =>
      JSON.stringify({ op: 'subscribe', requestId: 1, query: { className: 'Message', where: { to } } }),
    welcome: '"subscribed"',
    write({ url }, from, content) {
      const body = JSON.stringify({ from, to: otherOf(from), content })
      const sending = request(`${url}/parse/classes/Message`, {
        method: 'POST',
        agent: keptAlive,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-parse-application-id': parseKeys.appId,
          'x-parse-rest-api-key': parseKeys.restAPIKey,
        },
      })
      sending.on('response', response => {
        if (response.statusCode !== 201) throw new Error(`parse-server answers ${response.statusCode}`)
        response.resume()
      })
      sending.end(body)
    },
  },
}
