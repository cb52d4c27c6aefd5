import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { authenticate, closeCodes, type ServerFrame, watch } from '@papadag/contract/frame'
import { limits } from '@papadag/contract/limits'
import { type IssueCode, isIssueCode, type ProblemCode } from '@papadag/contract/problems'
import type { Route } from '@papadag/contract/route'
import { Id } from '@papadag/contract/schema'
import type { Logger } from 'pino'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import { DbUnavailable } from '../db/db.ts'
import type { Member } from '../http/serve.ts'
import { Problem } from '../problem.ts'
import type { RateLimiter } from '../rate-limits.ts'
import type { Sessions } from '../sessions.ts'
import { languageOf, type Sentence } from '../texts.ts'
import { answer, type Connection, newConnection, sendBytes, toWire } from './connection.ts'
import { createPace } from './pace.ts'
import type { ServedFrame } from './served-frame.ts'
import type { Tickets } from './tickets.ts'
import { createWatch, type Writer } from './watch.ts'

const frameBytes = 64 * 1024
const authenticateWithinMs = 5000
const pingEveryMs = 25_000
const pingsMissed = 2
const recheckEveryMs = 30_000
/** A session that ended is remembered for longer than a ticket of it, or a connection that has not said who it is, lives. */
const rememberEndedMs = 120_000
const malformedFrames = 3
const framesPerMinute = 3000
const socketsPerUser = 10
const goodbyeMs = 1000

/** The edge's view of a connection attempt. */
interface Door {
  findMember(cookieHeader: string | undefined): Promise<Member | undefined>
  isAllowedOrigin(origin: string, host: string | undefined): boolean
  /** Another site tried (safety S46). */
  noteForeign(): void
}

/** The `/ws` endpoint: tells open screens which of the reads they show have changed, and carries the features' frames. */
export interface Live {
  /** Frames to every open connection of a user on this node. */
  send(userId: number, frame: ServerFrame): void
  /** The users with an open connection on this node. */
  users(): Iterable<number>
  /** For how long a user has been here without a break; undefined when he is not. */
  hereForMs(userId: number): number | undefined
  attach(server: Server, door: Door): void
  /** After a write: wakes everybody who has a touched read open, on every node. */
  announce(route: Route, writer: Writer): void
  /** Asks every screen to come back in a moment, and closes. */
  close(): void
}

export interface LiveParts {
  bus: Bus
  sessions: Sessions
  tickets: Tickets
  limiter: RateLimiter
  log: Logger
  texts: Readonly<Record<ProblemCode | IssueCode, Sentence>>
  /** The reads that can be watched: every GET of the contract. */
  reads: readonly Route[]
  /** Whether he may watch what is moderators' alone. */
  isModerator(userId: number): Promise<boolean>
  retentionDays: number
  /** The features' frames. */
  frames: readonly ServedFrame[]
  /** Off with `RATE_LIMIT=off`. */
  isLimited: boolean
}

/** What a frame is about, for its refusal. */
const About = z.object({
  chatId: z.optional(z.catch(z.optional(Id), undefined)),
  clientId: z.optional(z.catch(z.optional(z.string()), undefined)),
})

export function createLive(parts: LiveParts): Live {
  const { bus, sessions, tickets, limiter, log, texts, reads, retentionDays, isLimited } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameBytes, perMessageDeflate: false })
  const connections = new Set<Connection>()
  const byUser = new Map<number, Set<Connection>>()
  const handlers = new Map(parts.frames.map(served => [served.type, served]))
  const watches = createWatch({ bus, log, connections, reads, isLimited, isModerator: parts.isModerator })
  const pace = createPace(userId => [...(byUser.get(userId) ?? [])].map(({ socket }) => socket))

  function send(connection: Connection, frame: ServerFrame) {
    sendBytes(connection, toWire(frame), isLimited)
  }

  function sendToUser(userId: number, frame: ServerFrame) {
    const own = byUser.get(userId)
    if (!own) return
    const bytes = toWire(frame)
    for (const connection of own) sendBytes(connection, bytes, isLimited)
  }

  function refuse(
    connection: Connection,
    code: ProblemCode,
    about: z.output<typeof About> = {},
    sentence = texts[code],
  ) {
    send(connection, { type: 'error', error: sentence[connection.language], code, ...about })
  }

  /** Says why a frame was not done. */
  function refuseFor(connection: Connection, error: unknown, frame: unknown) {
    const code =
      error instanceof Problem ? error.code : error instanceof DbUnavailable ? 'server.unavailable' : 'server.failed'
    if (code === 'server.failed') log.error({ err: error }, 'unexpected error in a frame')
    refuse(connection, code, About.parse(frame))
  }

  async function handle(connection: Connection, member: Member, served: ServedFrame, frame: unknown) {
    try {
      const { language } = connection
      await served.handle({ member, language, frame, reply: reply => answer(connection, reply, isLimited) })
    } catch (error) {
      refuseFor(connection, error, frame)
    }
  }

  /** Hands a frame over; one that has to be counted first keeps those behind it waiting, so that their order stays. */
  function take(connection: Connection, member: Member, served: ServedFrame, frame: unknown) {
    const { isPaced, limit } = served.options
    if (isPaced && isLimited) pace.count(member.id)
    if (!limit && !connection.turn) return void handle(connection, member, served, frame)
    const before = connection.turn ?? Promise.resolve()
    const turn = before
      .then(() => limit && limiter.consume(limit, member.id))
      .then(
        () => void handle(connection, member, served, frame),
        (error: unknown) => refuseFor(connection, error, frame),
      )
      .then(() => {
        if (connection.turn === turn) connection.turn = undefined
      })
    connection.turn = turn
  }

  function malformed(connection: Connection, code: ProblemCode) {
    refuse(connection, code)
    connection.malformed += 1
    if (connection.malformed >= malformedFrames) connection.socket.close(closeCodes.policy)
  }

  // Whoever was on his way in when his session ended had proved who he is before.
  const endedAtMs = new Map<number, number>()

  function accept(connection: Connection, frame: z.output<typeof authenticate>) {
    const claimed = frame.token && tickets.isOurs(frame.token) ? tickets.take(frame.token) : undefined
    const isForged = frame.token !== undefined && frame.token !== null && tickets.isOurs(frame.token) && !claimed
    const member = connection.guest ?? claimed
    if (!member || isForged || endedAtMs.has(member.sessionId)) {
      refuse(connection, 'live.unauthenticated')
      connection.socket.close(closeCodes.unauthenticated)
    } else if (frame.userId !== member.id || (claimed && claimed.id !== member.id)) {
      refuse(connection, 'live.wrongUser')
      connection.socket.close(closeCodes.wrongUser)
    } else {
      forget(connection)
      connection.member = member
      connection.tab = frame.tab
      connection.acceptedAtMs = performance.now()
      clearTimeout(connection.deadline)
      connection.deadline = undefined
      const own = byUser.get(member.id) ?? new Set()
      byUser.set(member.id, own.add(connection))
      const [oldest] = own
      if (isLimited && oldest && own.size > socketsPerUser) {
        own.delete(oldest)
        oldest.socket.close(closeCodes.tooMany)
      }
      pace.joined(member.id, connection.socket)
      send(connection, { type: 'authenticated', userId: member.id, retentionDays })
    }
  }

  function forget(connection: Connection) {
    if (!connection.member) return
    const { id } = connection.member
    const own = byUser.get(id)
    own?.delete(connection)
    if (own?.size === 0) byUser.delete(id)
  }

  function receive(connection: Connection, data: RawData, isBinary: boolean) {
    // Whoever was sent away is not listened to while he takes his time to go.
    if (connection.socket.readyState !== WebSocket.OPEN) return
    const raw = isBinary ? undefined : readJson(data)
    const type = typeOf(raw)
    const served = type === undefined ? undefined : handlers.get(type)
    if (!served?.options.isPaced) connection.framesThisMinute += 1
    if (isLimited && connection.framesThisMinute > framesPerMinute) {
      connection.socket.close(closeCodes.policy)
    } else if (type === 'authenticate') {
      const frame = authenticate.safeParse(raw)
      if (frame.success) accept(connection, frame.data)
      else malformed(connection, 'live.malformed')
    } else if (type !== 'watch' && !served) {
      malformed(connection, 'live.malformed')
    } else if (!connection.member) {
      refuse(connection, 'live.unauthenticated')
      connection.socket.close(closeCodes.unauthenticated)
    } else if (served) {
      const frame = served.schema.safeParse(raw)
      if (frame.success) take(connection, connection.member, served, frame.data)
      else refuseFields(connection, raw, frame.error)
    } else {
      const frame = watch.safeParse(raw)
      if (frame.success) void beginToWatch(connection, frame.data)
      else malformed(connection, 'live.malformed')
    }
  }

  async function beginToWatch(connection: Connection, { paths, readAgoMs }: z.output<typeof watch>) {
    try {
      if (!(await watches.begin(connection, paths, readAgoMs))) refuse(connection, 'live.unknownPath')
    } catch (error) {
      refuseFor(connection, error, {})
    }
  }

  /** A known frame with a wrong field: said as a form would say it, and no attack when the sentence is one of ours. */
  function refuseFields(connection: Connection, raw: unknown, error: z.core.$ZodError) {
    const [first] = error.issues
    const about = About.safeParse(raw).data ?? {}
    if (first && isIssueCode(first.message)) refuse(connection, 'request.invalid', about, texts[first.message])
    else malformed(connection, 'live.malformed')
  }

  const logError = (error: Error) => log.debug({ err: error }, 'socket')

  function open(socket: WebSocket, wire: Duplex, request: IncomingMessage, guest: Member | undefined) {
    const language = languageOf(undefined, request.headers['accept-language'])
    const connection = newConnection(socket, wire, guest, language)
    connections.add(connection)
    connection.deadline = setTimeout(() => socket.close(closeCodes.unauthenticated), authenticateWithinMs)
    socket.on('message', (data, isBinary) => receive(connection, data, isBinary))
    socket.on('pong', () => {
      connection.pingsMissed = 0
    })
    socket.on('close', () => {
      clearTimeout(connection.deadline)
      connections.delete(connection)
      forget(connection)
    })
    // A broken or oversize frame: `ws` closes the connection with its own code.
    socket.on('error', logError)
  }

  async function upgrade(door: Door, request: IncomingMessage, socket: Duplex, head: Buffer) {
    const { origin, host, cookie } = request.headers
    if (request.url?.split('?')[0] !== '/ws') return decline(socket, '404 Not Found')
    if (origin !== undefined && !door.isAllowedOrigin(origin, host)) {
      door.noteForeign()
      return decline(socket, '403 Forbidden')
    }
    const guest = await door.findMember(cookie)
    sockets.handleUpgrade(request, socket, head, opened => open(opened, socket, request, guest))
  }

  function closeSessions(sessionIds: readonly number[]) {
    for (const { socket, member, guest } of connections) {
      const sessionId = (member ?? guest)?.sessionId
      if (sessionId !== undefined && sessionIds.includes(sessionId)) socket.close(closeCodes.unauthenticated)
    }
  }
  sessions.onEnded(sessionIds => {
    const now = performance.now()
    for (const [id, atMs] of endedAtMs) if (atMs < now - rememberEndedMs) endedAtMs.delete(id)
    for (const id of sessionIds) endedAtMs.set(id, now)
    closeSessions(sessionIds)
  })

  const heartbeat = setInterval(() => {
    for (const connection of connections) {
      const { socket } = connection
      // What is not read now cannot bring an answer.
      if (!socket.isPaused) connection.pingsMissed += 1
      if (connection.pingsMissed > pingsMissed) socket.terminate()
      else socket.ping()
    }
  }, pingEveryMs)
  const recheck = setInterval(() => {
    const sessionIds = new Set<number>()
    for (const { member } of connections) if (member) sessionIds.add(member.sessionId)
    pace.sweep()
    if (sessionIds.size === 0) return
    sessions.closedOf([...sessionIds]).then(
      closeSessions,
      // The database is away: sockets stay, the next round asks again (safety S42).
      (error: unknown) => log.debug({ err: error }, 'session check'),
    )
  }, recheckEveryMs)
  const counting = setInterval(() => {
    for (const connection of connections) connection.framesThisMinute = 0
  }, 60_000)

  return {
    send: sendToUser,
    users: () => byUser.keys(),
    hereForMs(userId) {
      const [oldest] = byUser.get(userId) ?? []
      return oldest && performance.now() - oldest.acceptedAtMs
    },

    attach(server, door) {
      server.on('upgrade', (request, socket, head) => {
        // Node has let go of it, and `ws` takes it only when it is let in: in between, whoever hangs up is nobody's crash.
        socket.on('error', () => socket.destroy())
        upgrade(door, request, socket, head).catch((error: unknown) => {
          log.warn({ err: error }, 'upgrade')
          decline(socket, '503 Service Unavailable')
        })
      })
    },

    announce: watches.announce,

    close() {
      clearInterval(heartbeat)
      clearInterval(recheck)
      clearInterval(counting)
      for (const connection of connections) {
        send(connection, { type: 'retry', afterMs: limits.reconnectMs })
        connection.socket.close(closeCodes.tryLater)
      }
      // Who does not answer the goodbye is not waited for.
      setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, goodbyeMs).unref()
    },
  }
}

function decline(socket: Duplex, status: string) {
  // Who was refused and does not hang up is not waited for.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function readJson(data: RawData): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}

/** Which frame it would be: each is checked by its own schema then. */
function typeOf(raw: unknown): string | undefined {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined
  return typeof type === 'string' ? type : undefined
}
