import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type authenticate, closeCodes } from '@papadag/contract/live/frame'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type * as z from 'zod/mini'
import type { Visitor } from '../http/address.ts'
import { type Member, turnAt, turnOf } from '../http/serve.ts'
import { Problem } from '../problem.ts'
import { minute, type RateLimit, type RateLimiter } from '../rate-limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { languageOf } from '../texts.ts'
import { type Connection, newConnection, sendBytes, toWire } from './connection.ts'
import type { Receiver } from './frames.ts'
import { noteAnswer } from './heartbeat.ts'
import { createLobby } from './lobby.ts'
import type { Pace } from './pace.ts'
import type { Refusal } from './refusal.ts'
import type { Roster } from './roster.ts'
import type { Tickets } from './tickets.ts'

const frameBytes = 64 * 1024
/** Browsers send a frame of this size in one piece; empty pieces would cost without limit. */
const mostFragments = 64
const authenticateWithinMs = 5000
/** Longer than a ticket is valid and an unauthenticated connection may stay open. */
const rememberEndedMs = 120_000
const socketsPerUser = 10
/** Limits attempts to connect; a tab tries again at most every three seconds (safety S27). */
const perAddress: RateLimit = { name: 'sockets-address', windows: [{ times: 600, seconds: minute }] }
const perUser: RateLimit = { name: 'sockets-user', windows: [{ times: 300, seconds: minute }] }

/** The HTTP edge's view of a connection attempt. */
export interface Edge {
  visitorOf(request: IncomingMessage): Visitor
  /** The session of the request's cookie. */
  findMember(request: IncomingMessage, visitor: Visitor): Promise<Member | undefined>
  isAllowedOrigin(origin: string, host: string | undefined): boolean
  /** Called when another site tries to connect (safety S46). */
  noteForeign(visitor: Visitor): void
}

export interface AdmissionParts {
  sessions: Sessions
  tickets: Tickets
  limiter: RateLimiter
  roster: Roster
  pace: Pace
  refusal: Refusal
  log: Logger
  retentionDays: number
  isLimited: boolean
}

/** Decides who gets a connection, to whom it belongs, and when it is closed. */
export interface Admission {
  attach(server: Server, edge: Edge, receiver: Receiver): void
  /** Handles the authenticate frame. */
  accept(connection: Connection, frame: z.output<typeof authenticate>): void
  /** Closes the connections of sessions that have ended. */
  closeSessions(sessionIds: readonly number[]): void
}

export function createAdmission(parts: AdmissionParts): Admission {
  const { sessions, limiter, roster, log, isLimited } = parts
  const lobby = createLobby()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    maxFragments: mostFragments,
    perMessageDeflate: false,
  })
  const ended = createEndedSessions()

  function open(
    socket: WebSocket,
    wire: Duplex,
    request: IncomingMessage,
    { guest, visitor }: { guest: Member | undefined; visitor: Visitor },
    receiver: Receiver,
  ) {
    const language = languageOf(undefined, request.headers['accept-language'])
    const connection = newConnection(socket, wire, guest, language, turnAt(visitor))
    roster.add(connection)
    connection.deadline = setTimeout(() => socket.close(closeCodes.unauthenticated), authenticateWithinMs)
    listen(connection, receiver, parts)
    return connection
  }

  async function upgrade(edge: Edge, receiver: Receiver, request: IncomingMessage, socket: Duplex, head: Buffer) {
    const { origin, host } = request.headers
    const visitor = edge.visitorOf(request)
    await limiter.consume(perAddress, visitor)
    if (request.url?.split('?')[0] !== '/ws') return decline(socket, '404 Not Found')
    if (origin !== undefined && !edge.isAllowedOrigin(origin, host)) {
      edge.noteForeign(visitor)
      return decline(socket, '403 Forbidden')
    }
    const leaveLobby = isLimited ? lobby.enter(visitor, () => socket.destroy()) : () => {}
    socket.once('close', leaveLobby)
    const guest = await edge.findMember(request, visitor)
    if (guest) await limiter.consume(perUser, guest.id)
    sockets.handleUpgrade(request, socket, head, opened => {
      socket.off('error', destroy)
      open(opened, socket, request, { guest, visitor }, receiver).leaveLobby = leaveLobby
    })
  }

  function closeSessions(sessionIds: readonly number[]) {
    for (const { socket, member, guest } of roster.all) {
      const sessionId = (member ?? guest)?.sessionId
      if (sessionId !== undefined && sessionIds.includes(sessionId)) socket.close(closeCodes.unauthenticated)
    }
  }

  sessions.onEnded(sessionIds => {
    ended.add(sessionIds)
    closeSessions(sessionIds)
  })

  return {
    closeSessions,
    accept: (connection, frame) => authenticateConnection(parts, ended, connection, frame),
    attach(server, edge, receiver) {
      server.on('upgrade', (request, socket, head) => {
        // Nobody else listens for errors until `ws` takes over the socket; a reset would crash the process.
        socket.on('error', destroy)
        upgrade(edge, receiver, request, socket, head).catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'request.tooOften')
            return decline(socket, '429 Too Many Requests')
          log.warn({ err: error }, 'upgrade')
          decline(socket, '503 Service Unavailable')
        })
      })
    },
  }
}

/** A connection may have proved its session before the session ended, and authenticate afterwards. */
function createEndedSessions() {
  const endedAtMs = new Map<number, number>()
  return {
    add(sessionIds: readonly number[]) {
      const now = performance.now()
      for (const [id, atMs] of endedAtMs) if (atMs < now - rememberEndedMs) endedAtMs.delete(id)
      for (const id of sessionIds) endedAtMs.set(id, now)
    },
    has: (sessionId: number) => endedAtMs.has(sessionId),
  }
}
type EndedSessions = ReturnType<typeof createEndedSessions>

function authenticateConnection(
  { tickets, roster, pace, refusal, retentionDays, isLimited }: AdmissionParts,
  ended: EndedSessions,
  connection: Connection,
  frame: z.output<typeof authenticate>,
) {
  const claimed = frame.token && tickets.isOurs(frame.token) ? tickets.take(frame.token) : undefined
  const isForged = frame.token !== undefined && frame.token !== null && tickets.isOurs(frame.token) && !claimed
  const member = connection.guest ?? claimed
  if (!member || isForged || ended.has(member.sessionId)) {
    refusal.because(connection, 'live.unauthenticated')
    connection.socket.close(closeCodes.unauthenticated)
    return
  }
  if (frame.userId !== member.id || (claimed && claimed.id !== member.id)) {
    refusal.because(connection, 'live.wrongUser')
    connection.socket.close(closeCodes.wrongUser)
    return
  }
  roster.signOut(connection)
  connection.member = member
  connection.payer = turnOf(member)
  connection.leaveLobby?.()
  connection.tab = frame.tab
  connection.acceptedAtMs = performance.now()
  clearTimeout(connection.deadline)
  connection.deadline = undefined
  roster.signIn(connection, member.id)
  const own = roster.of(member.id)
  const [oldest] = own
  if (isLimited && oldest && own.length > socketsPerUser) {
    roster.signOut(oldest)
    oldest.socket.close(closeCodes.tooMany)
  }
  pace.joined(member.id, connection.socket)
  sendBytes(connection, toWire({ type: 'authenticated', userId: member.id, retentionDays }), isLimited)
}

function listen(connection: Connection, receiver: Receiver, { roster, log }: AdmissionParts) {
  const { socket } = connection
  socket.on('message', (data, isBinary) => receiver.message(connection, data, isBinary))
  socket.on('ping', () => receiver.control(connection))
  socket.on('pong', data => {
    receiver.control(connection)
    noteAnswer(connection, data)
  })
  socket.on('close', () => {
    clearTimeout(connection.deadline)
    roster.remove(connection)
  })
  // `ws` closes the connection after a broken or oversize frame, with its own code.
  socket.on('error', error => log.debug({ err: error }, 'socket'))
}

function destroy(this: Duplex) {
  this.destroy()
}

function decline(socket: Duplex, status: string) {
  // Does not wait for a client that keeps its side open.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
