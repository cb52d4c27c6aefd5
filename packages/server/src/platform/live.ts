import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { authenticate, closeCodes, type ServerFrame, watch } from '@papadag/contract/frame'
import { limits } from '@papadag/contract/limits'
import type { ProblemCode } from '@papadag/contract/problems'
import { isTouched, methodAndPath, type Route } from '@papadag/contract/route'
import type { Logger } from 'pino'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import type { Bus } from './bus.ts'
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

/** The `/ws` endpoint: tells open screens which of the reads they show have changed. */
export interface Live {
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
  texts: Readonly<Record<ProblemCode, Sentence>>
  /** The reads that can be watched: every GET of the contract. */
  reads: readonly Route[]
  retentionDays: number
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
}

const ClientFrame = z.discriminatedUnion('type', [authenticate, watch])

export function createLive(parts: LiveParts): Live {
  const { bus, sessions, tickets, log, texts, retentionDays } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameBytes, perMessageDeflate: false })
  const connections = new Set<Connection>()
  const recent: { atMs: number; announcement: Announcement }[] = []
  const readable = parts.reads.map(route => {
    const { path } = methodAndPath(route.at)
    return new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?.*)?$`)
  })

  function send(connection: Connection, frame: ServerFrame) {
    if (connection.socket.readyState === WebSocket.OPEN) connection.socket.send(JSON.stringify(frame))
  }

  function refuse(connection: Connection, code: ProblemCode) {
    send(connection, { type: 'error', error: texts[code][connection.language], code })
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
      connection.member = member
      connection.tab = frame.tab
      const own = [...connections].filter(other => other.member?.id === member.id)
      if (parts.isLimited && own.length > socketsPerUser) own[0]?.socket.close(closeCodes.tooMany)
      send(connection, { type: 'authenticated', userId: member.id, retentionDays })
    }
  }

  function receive(connection: Connection, data: RawData, isBinary: boolean) {
    connection.framesThisMinute += 1
    if (parts.isLimited && connection.framesThisMinute > framesPerMinute) {
      connection.socket.close(closeCodes.policy)
      return
    }
    const frame = isBinary ? undefined : ClientFrame.safeParse(readJson(data))
    if (frame?.success !== true) {
      malformed(connection, 'live.malformed')
      return
    }
    if (frame.data.type === 'authenticate') accept(connection, frame.data)
    else if (!connection.member) {
      refuse(connection, 'live.unauthenticated')
      connection.socket.close(closeCodes.unauthenticated)
    } else if (frame.data.paths.every(path => readable.some(read => read.test(path)))) {
      connection.watched = frame.data.paths
      if (frame.data.readAgoMs !== undefined) catchUp(connection, frame.data.readAgoMs)
    } else refuse(connection, 'live.unknownPath')
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
    for (const connection of connections) {
      connection.framesThisMinute = 0
      const sessionId = connection.member?.sessionId
      if (sessionId === undefined) continue
      sessions.isOpen(sessionId).then(
        isOpen => isOpen || connection.socket.close(closeCodes.unauthenticated),
        // The database is away: the socket stays, the next round asks again (safety S42).
        (error: unknown) => log.debug({ err: error }, 'session check'),
      )
    }
  }, recheckEveryMs)

  return {
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
