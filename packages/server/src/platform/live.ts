import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { authenticate, closeCodes, type ServerFrame, watch } from '@papadag/contract/frame'
import { type Language, limits } from '@papadag/contract/limits'
import { type IssueCode, isIssueCode, type ProblemCode } from '@papadag/contract/problems'
import { isTouched, methodAndPath, type Route } from '@papadag/contract/route'
import { Id } from '@papadag/contract/schema'
import type { Logger } from 'pino'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import type { Bus } from './bus.ts'
import { DbUnavailable } from './db.ts'
import { Problem } from './problem.ts'
import type { Member } from './serve.ts'
import type { Sessions } from './sessions.ts'
import { languageOf, type Sentence } from './texts.ts'
import type { Tickets } from './tickets.ts'

const frameBytes = 64 * 1024
const authenticateWithinMs = 5000
const pingEveryMs = 25_000
const recheckEveryMs = 30_000
const malformedFrames = 3
const framesPerMinute = 3000
const socketsPerUser = 10
/** What is written within this time is announced to a screen at once. */
const coalesceMs = 50
const goodbyeMs = 1000
/** Announcements younger than this are kept for screens that begin to watch what they have read already. */
const rememberMs = 60_000
/** A read takes its time on the way, and clocks tick in steps. */
const marginMs = 1000

const changedTopic = 'changed'
const Announcement = z.object({
  touches: z.array(z.string()),
  userId: z.optional(z.number()),
  tab: z.optional(z.string()),
})
type Announcement = z.output<typeof Announcement>

/** Who wrote, so that his own tab is not told what it knows. */
interface Writer {
  userId?: number
  tab?: string
}

/** The edge's view of a connection attempt. */
interface Door {
  findMember(cookieHeader: string | undefined): Promise<Member | undefined>
  isAllowedOrigin(origin: string, host: string | undefined): boolean
}

/** What the handler of a frame knows: who sent it, and how to answer on the same connection. */
export interface FrameCall<S extends z.ZodMiniType> {
  member: Member
  language: Language
  frame: z.output<S>
  /** Answers what was asked for; however long, it does not count as a slow reader's backlog. */
  reply(frame: ServerFrame): void
}

/** A frame of the contract bound to what handles it; a `Problem` it throws is answered as an error frame. */
export interface ServedFrame {
  schema: z.ZodMiniType
  handle(call: FrameCall<z.ZodMiniType>): unknown
  /** A busy sender of these is slowed down, and not cut off (safety S26). */
  isPaced: boolean
}

/** Binds a declared frame to the function that handles it. */
export function onFrame<S extends z.ZodMiniType>(
  schema: S,
  handle: (call: FrameCall<S>) => unknown,
  { isPaced = false } = {},
): ServedFrame {
  // A list of frames of different types can only hold the common shape; the schema parses what the handler gets.
  return { schema, handle: handle as ServedFrame['handle'], isPaced }
}

/** The `/ws` endpoint: tells open screens which of the reads they show have changed, and carries the features' frames. */
export interface Live {
  /** Frames to every open connection of a user on this node. */
  send(userId: number, frame: ServerFrame): void
  /** The users with an open connection on this node. */
  users(): Iterable<number>
  has(userId: number): boolean
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
  log: Logger
  texts: Readonly<Record<ProblemCode | IssueCode, Sentence>>
  /** The reads that can be watched: every GET of the contract. */
  reads: readonly Route[]
  retentionDays: number
  /** The features' frames. */
  frames: readonly ServedFrame[]
  /** Off with `RATE_LIMIT=off`. */
  isLimited: boolean
}

/** One open connection. */
interface Connection {
  socket: WebSocket
  /** Whom the cookie named when the connection was made. */
  guest: Member | undefined
  /** Set by the authenticate frame; nothing else is answered before. */
  member: Member | undefined
  tab: string | undefined
  watched: readonly string[]
  changed: Set<string>
  language: ReturnType<typeof languageOf>
  isAlive: boolean
  malformed: number
  framesThisMinute: number
  /** Bytes of answers still on their way out. */
  answerBytes: number
}

const Typed = z.object({ type: z.string() })
/** What a frame is about, for its refusal. */
const About = z.object({
  chatId: z.optional(z.catch(z.optional(Id), undefined)),
  clientId: z.optional(z.catch(z.optional(z.string()), undefined)),
})
const slowBytes = 1024 * 1024
/** Messages of one user: so many at once, and so many a second in the long run. */
const pace = { burst: 300, perSecond: 20 }

export function createLive(parts: LiveParts): Live {
  const { bus, sessions, tickets, log, texts, retentionDays } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameBytes, perMessageDeflate: false })
  const connections = new Set<Connection>()
  const byUser = new Map<number, Set<Connection>>()
  const paces = new Map<number, { tokens: number; atMs: number; isPaused: boolean }>()
  const handlers = new Map(parts.frames.map(served => [typeOf(served.schema), served]))
  const recent: { atMs: number; announcement: Announcement }[] = []
  const readable = parts.reads.map(route => {
    const { path } = methodAndPath(route.at)
    return new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?.*)?$`)
  })

  function send(connection: Connection, frame: ServerFrame) {
    sendText(connection, JSON.stringify(frame))
  }

  function sendText(connection: Connection, text: string) {
    const { socket } = connection
    if (socket.readyState !== WebSocket.OPEN) return
    // Who does not take what comes is let go: he comes back and asks for the rest (safety S26).
    if (parts.isLimited && socket.bufferedAmount > slowBytes + connection.answerBytes) {
      socket.close(closeCodes.slow)
      return
    }
    socket.send(text)
  }

  function answer(connection: Connection, frame: ServerFrame) {
    const { socket } = connection
    if (socket.readyState !== WebSocket.OPEN) return
    const text = JSON.stringify(frame)
    connection.answerBytes += text.length
    socket.send(text, () => {
      connection.answerBytes -= text.length
    })
  }

  function sendToUser(userId: number, frame: ServerFrame) {
    const own = byUser.get(userId)
    if (!own) return
    const text = JSON.stringify(frame)
    for (const connection of own) sendText(connection, text)
  }

  function refuse(
    connection: Connection,
    code: ProblemCode,
    about: z.output<typeof About> = {},
    sentence = texts[code],
  ) {
    send(connection, { type: 'error', error: sentence[connection.language], code, ...about })
  }

  /** Counts a message; past the limit nothing of this user is read for a while. Nothing is lost by that, nor out of order. */
  function keepPace(userId: number) {
    const nowMs = performance.now()
    const known = paces.get(userId) ?? { tokens: pace.burst, atMs: nowMs, isPaused: false }
    const tokens = Math.min(pace.burst, known.tokens + ((nowMs - known.atMs) / 1000) * pace.perSecond) - 1
    paces.set(userId, { tokens, atMs: nowMs, isPaused: known.isPaused || tokens < 0 })
    if (tokens >= 0 || known.isPaused) return
    for (const { socket } of byUser.get(userId) ?? []) socket.pause()
    setTimeout(() => {
      paces.set(userId, { tokens: 0, atMs: performance.now(), isPaused: false })
      for (const { socket } of byUser.get(userId) ?? []) if (socket.isPaused) socket.resume()
    }, 1000).unref()
  }

  async function handle(connection: Connection, member: Member, served: ServedFrame, frame: unknown) {
    try {
      if (served.isPaced && parts.isLimited) keepPace(member.id)
      const { language } = connection
      await served.handle({ member, language, frame, reply: reply => answer(connection, reply) })
    } catch (error) {
      const code =
        error instanceof Problem ? error.code : error instanceof DbUnavailable ? 'server.unavailable' : 'server.failed'
      if (code === 'server.failed') log.error({ err: error }, 'unexpected error in a frame')
      refuse(connection, code, About.parse(frame))
    }
  }

  function malformed(connection: Connection, code: ProblemCode) {
    refuse(connection, code)
    connection.malformed += 1
    if (connection.malformed >= malformedFrames) connection.socket.close(closeCodes.policy)
  }

  function accept(connection: Connection, frame: z.output<typeof authenticate>) {
    const claimed = frame.token && tickets.isOurs(frame.token) ? tickets.take(frame.token) : undefined
    const isForged = frame.token !== undefined && frame.token !== null && tickets.isOurs(frame.token) && !claimed
    const member = connection.guest ?? claimed
    if (!member || isForged) {
      refuse(connection, 'live.unauthenticated')
      connection.socket.close(closeCodes.unauthenticated)
    } else if (frame.userId !== member.id || (claimed && claimed.id !== member.id)) {
      refuse(connection, 'live.wrongUser')
      connection.socket.close(closeCodes.wrongUser)
    } else {
      if (connection.member) forget(connection, connection.member.id)
      connection.member = member
      connection.tab = frame.tab
      const own = byUser.get(member.id) ?? new Set()
      byUser.set(member.id, own.add(connection))
      const [oldest] = own
      if (parts.isLimited && own.size > socketsPerUser) oldest?.socket.close(closeCodes.tooMany)
      send(connection, { type: 'authenticated', userId: member.id, retentionDays })
    }
  }

  function forget(connection: Connection, userId: number) {
    const own = byUser.get(userId)
    own?.delete(connection)
    if (own?.size === 0) byUser.delete(userId)
  }

  function receive(connection: Connection, data: RawData, isBinary: boolean) {
    connection.framesThisMinute += 1
    if (parts.isLimited && connection.framesThisMinute > framesPerMinute) {
      connection.socket.close(closeCodes.policy)
      return
    }
    const raw = isBinary ? undefined : readJson(data)
    const type = Typed.safeParse(raw).data?.type
    if (type === 'authenticate') {
      const frame = authenticate.safeParse(raw)
      if (frame.success) accept(connection, frame.data)
      else malformed(connection, 'live.malformed')
      return
    }
    const served = type === undefined ? undefined : handlers.get(type)
    if (type !== 'watch' && !served) {
      malformed(connection, 'live.malformed')
      return
    }
    if (!connection.member) {
      refuse(connection, 'live.unauthenticated')
      connection.socket.close(closeCodes.unauthenticated)
      return
    }
    if (served) {
      const frame = served.schema.safeParse(raw)
      if (frame.success) void handle(connection, connection.member, served, frame.data)
      else refuseFields(connection, raw, frame.error)
      return
    }
    const frame = watch.safeParse(raw)
    if (!frame.success) malformed(connection, 'live.malformed')
    else if (frame.data.paths.every(path => readable.some(read => read.test(path)))) {
      connection.watched = frame.data.paths
      if (frame.data.readAgoMs !== undefined) catchUp(connection, frame.data.readAgoMs)
    } else refuse(connection, 'live.unknownPath')
  }

  /** A frame of a known type with a wrong field: said as a form would say it, and not counted as an attack when it is one of ours. */
  function refuseFields(connection: Connection, raw: unknown, error: z.core.$ZodError) {
    const [first] = error.issues
    const about = About.safeParse(raw).data ?? {}
    if (first && isIssueCode(first.message)) refuse(connection, 'request.invalid', about, texts[first.message])
    else malformed(connection, 'live.malformed')
  }

  function open(socket: WebSocket, request: IncomingMessage, guest: Member | undefined) {
    const connection: Connection = {
      socket,
      guest,
      member: undefined,
      tab: undefined,
      watched: [],
      changed: new Set(),
      language: languageOf(undefined, request.headers['accept-language']),
      isAlive: true,
      malformed: 0,
      framesThisMinute: 0,
      answerBytes: 0,
    }
    connections.add(connection)
    const deadline = setTimeout(() => {
      if (!connection.member) socket.close(closeCodes.unauthenticated)
    }, authenticateWithinMs)
    socket.on('message', (data, isBinary) => receive(connection, data, isBinary))
    socket.on('pong', () => {
      connection.isAlive = true
    })
    socket.on('close', () => {
      clearTimeout(deadline)
      connections.delete(connection)
      if (connection.member) forget(connection, connection.member.id)
    })
    // A broken or oversize frame: `ws` closes the connection with its own code.
    socket.on('error', error => log.debug({ err: error }, 'socket'))
  }

  async function upgrade(door: Door, request: IncomingMessage, socket: Duplex, head: Buffer) {
    const { origin, host, cookie } = request.headers
    if (request.url?.split('?')[0] !== '/ws') return decline(socket, '404 Not Found')
    if (origin !== undefined && !door.isAllowedOrigin(origin, host)) return decline(socket, '403 Forbidden')
    const guest = await door.findMember(cookie)
    sockets.handleUpgrade(request, socket, head, opened => open(opened, request, guest))
  }

  function tell(connection: Connection, { touches, tab, userId }: Announcement) {
    if (!connection.member || (userId !== undefined && connection.member.id !== userId)) return
    if (tab !== undefined && tab === connection.tab) return
    const paths = connection.watched.filter(path => isTouched(path, touches))
    if (paths.length === 0) return
    if (connection.changed.size === 0) {
      setTimeout(() => {
        send(connection, { type: 'changed', paths: [...connection.changed] })
        connection.changed.clear()
      }, coalesceMs)
    }
    for (const path of paths) connection.changed.add(path)
  }

  /** Tells what changed after a screen had read and before it began to watch. */
  function catchUp(connection: Connection, readAgoMs: number) {
    const sinceMs = performance.now() - readAgoMs - marginMs
    for (const { atMs, announcement } of recent) if (atMs >= sinceMs) tell(connection, announcement)
  }

  bus.subscribe(changedTopic, payload => {
    const announcement = Announcement.parse(payload)
    const atMs = performance.now()
    while (recent[0] && recent[0].atMs < atMs - rememberMs) recent.shift()
    recent.push({ atMs, announcement })
    for (const connection of connections) tell(connection, announcement)
  })
  // What other nodes announced meanwhile was missed: every read may have changed.
  bus.onGap(() => {
    for (const connection of connections) tell(connection, { touches: ['/api'] })
  })

  function publish(announcement: Announcement) {
    // A lost announcement leaves a screen stale until its next read; it must not fail the write that is done.
    bus.publish(changedTopic, announcement).catch((error: unknown) => log.warn({ err: error }, 'announcement lost'))
  }

  function closeSessions(sessionIds: readonly number[]) {
    for (const { socket, member, guest } of connections) {
      const sessionId = (member ?? guest)?.sessionId
      if (sessionId !== undefined && sessionIds.includes(sessionId)) socket.close(closeCodes.unauthenticated)
    }
  }
  sessions.onEnded(closeSessions)

  const heartbeat = setInterval(() => {
    for (const connection of connections) {
      if (!connection.isAlive) connection.socket.terminate()
      connection.isAlive = false
      connection.socket.ping()
    }
  }, pingEveryMs)
  const recheck = setInterval(() => {
    const sessionIds = new Set<number>()
    for (const connection of connections) {
      connection.framesThisMinute = 0
      if (connection.member) sessionIds.add(connection.member.sessionId)
    }
    for (const [userId, { atMs, isPaused }] of paces) {
      if (!isPaused && performance.now() - atMs > rememberMs) paces.delete(userId)
    }
    if (sessionIds.size === 0) return
    sessions.closedOf([...sessionIds]).then(
      closeSessions,
      // The database is away: sockets stay, the next round asks again (safety S42).
      (error: unknown) => log.debug({ err: error }, 'session check'),
    )
  }, recheckEveryMs)

  return {
    send: sendToUser,
    users: () => byUser.keys(),
    has: userId => byUser.has(userId),

    attach(server, door) {
      server.on('upgrade', (request, socket, head) => {
        upgrade(door, request, socket, head).catch((error: unknown) => {
          log.warn({ err: error }, 'upgrade')
          decline(socket, '503 Service Unavailable')
        })
      })
    },

    announce({ touches, touchesOwn }, { userId, tab }) {
      const fromTab = tab === undefined ? {} : { tab }
      if (touches?.length) publish({ touches: [...touches], ...fromTab })
      if (touchesOwn?.length && userId !== undefined) publish({ touches: [...touchesOwn], userId, ...fromTab })
    },

    close() {
      clearInterval(heartbeat)
      clearInterval(recheck)
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
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function readJson(data: RawData): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}

/** The `type` a frame's schema asks for. */
function typeOf(schema: z.ZodMiniType): string {
  const { shape } = schema as z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }> // every frame of the contract is one
  return String(shape.type.def.values[0])
}
