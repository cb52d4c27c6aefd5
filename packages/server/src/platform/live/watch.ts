import { isTouched, methodAndPath, type Route } from '@papadag/contract/route'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import { type Connection, nothing, sendBytes, toWire } from './connection.ts'

/**
 * A screen hears of a change at once, and then in one frame of all that changes within a time that grows with the number
 * of screens told: all together get at most these frames a second while changes keep coming, a fifth of the event loop.
 */
const framesPerSecond = 20_000
const gatherMs = { min: 5, max: 50 }
/** Younger announcements are kept for screens that begin to watch what they have read already. */
const rememberMs = 60_000
/** For the time that a read spends on the network. */
const marginMs = 1000

export const changedTopic = 'changed'
const Announcement = z.object({
  touches: z.array(z.string()),
  userId: z.optional(z.number()),
  tab: z.optional(z.string()),
})
type Announcement = z.output<typeof Announcement>

/** The tab that wrote, which needs no notice. */
export interface Writer {
  userId?: number
  tab?: string
}

export interface WatchParts {
  bus: Bus
  log: Logger
  connections: Iterable<Connection>
  /** The reads that can be watched: every GET of the contract. */
  reads: readonly Route[]
  guarded: GuardedReads
  isLimited: boolean
}

/** Reads that not everybody may watch, since it would tell when they change. */
export interface GuardedReads {
  under: string
  isOpenTo(userId: number): Promise<boolean>
}

/** Tells open screens which of the reads they show have changed; a frame never carries content. */
export interface Watch {
  /** Watches these reads from now on; false when one does not exist or is closed to this user. */
  begin(connection: Connection, paths: readonly string[], readAgoMs: number | undefined): Promise<boolean>
  /** After a write: wakes everybody who has a touched read open, on every node. */
  announce(route: Route, writer: Writer): void
}

export function createWatch({ bus, log, connections, reads, guarded, isLimited }: WatchParts): Watch {
  const recent: { atMs: number; announcement: Announcement }[] = []
  const readable = reads.map(route => {
    const { path } = methodAndPath(route.at)
    return new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?.*)?$`)
  })

  /** Each screen's latest request: of two frames at once the later one counts. */
  const asked = new WeakMap<Connection, readonly string[]>()

  function concerned(connection: Connection, { touches, tab, userId }: Announcement): readonly string[] {
    if (!connection.member || (userId !== undefined && connection.member.id !== userId)) return nothing
    if (tab !== undefined && tab === connection.tab) return nothing
    return connection.watched.filter(path => isTouched(path, touches))
  }

  function tell(connection: Connection, paths: readonly string[], forMs: number = gatherMs.min) {
    if (connection.changed) for (const path of paths) connection.changed.add(path)
    else send(connection, new Set(paths), forMs)
  }

  /** Tells every screen what it has open of what has changed. */
  function tellAll(announcement: Announcement) {
    const told: [Connection, readonly string[]][] = []
    for (const connection of connections) {
      const paths = concerned(connection, announcement)
      if (paths.length > 0) told.push([connection, paths])
    }
    const forMs = Math.min(gatherMs.max, Math.max(gatherMs.min, (told.length * 1000) / framesPerSecond))
    for (const [connection, paths] of told) tell(connection, paths, forMs)
  }

  function send(connection: Connection, paths: ReadonlySet<string>, forMs: number) {
    if (paths.size === 0) return
    sendBytes(connection, toWire({ type: 'changed', paths: [...paths] }), isLimited)
    const gathered = new Set<string>()
    connection.changed = gathered
    setTimeout(() => {
      connection.changed = undefined
      send(connection, gathered, forMs)
    }, forMs)
  }

  /** Tells what changed after a screen had read and before it began to watch. */
  function catchUp(connection: Connection, readAgoMs: number) {
    const sinceMs = performance.now() - readAgoMs - marginMs
    const missed = recent.filter(({ atMs }) => atMs >= sinceMs)
    tell(
      connection,
      missed.flatMap(({ announcement }) => concerned(connection, announcement)),
    )
  }

  bus.subscribe(changedTopic, payload => {
    const announcement = Announcement.parse(payload)
    const atMs = performance.now()
    while (recent[0] && recent[0].atMs < atMs - rememberMs) recent.shift()
    recent.push({ atMs, announcement })
    tellAll(announcement)
  })
  // Announcements of other nodes were lost: every read may have changed.
  bus.onGap(() => tellAll({ touches: ['/api'] }))

  function publish(announcement: Announcement) {
    // A lost announcement leaves a screen stale until its next read; it must not fail the write that is done.
    bus.publish(changedTopic, announcement).catch((error: unknown) => log.warn({ err: error }, 'announcement lost'))
  }

  return {
    async begin(connection, paths, readAgoMs) {
      if (!paths.every(path => readable.some(read => read.test(path)))) return false
      asked.set(connection, paths)
      const askedMs = performance.now()
      if (paths.some(path => isTouched(path, [guarded.under]))) {
        if (!connection.member || !(await guarded.isOpenTo(connection.member.id))) return false
        if (asked.get(connection) !== paths) return true
      }
      connection.watched = paths
      if (readAgoMs !== undefined) catchUp(connection, readAgoMs + performance.now() - askedMs)
      return true
    },
    announce({ touches, touchesOwn }, { userId, tab }) {
      const fromTab = tab === undefined ? {} : { tab }
      if (touches?.length) publish({ touches: [...touches], ...fromTab })
      if (touchesOwn?.length && userId !== undefined) publish({ touches: [...touchesOwn], userId, ...fromTab })
    },
  }
}
