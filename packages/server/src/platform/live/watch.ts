import { isTouched, methodAndPath, type Route } from '@papadag/contract/route'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import { type Connection, nothing, sendBytes, toWire } from './connection.ts'
import { inSlices } from './in-slices.ts'

/**
 * A screen hears of a change at once, and then in one frame of all that changes within a moment. All screens together
 * get at most `perSecond` frames in the long run, a fifth of the event loop: once those saved are used up, the moment
 * grows with the number of screens told.
 */
const frames = { perSecond: 20_000, saved: 5000 }
const gatherMs = { min: 2, max: 50 }
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

/** A screen, and which of its reads have changed. */
type Told = readonly [Connection, readonly string[]]

/** Counts frames, and says how long the screens just told have to wait for their next ones. */
function createFrameBudget() {
  let left = frames.saved
  let atMs = performance.now()
  return (sent: number): number => {
    const nowMs = performance.now()
    left = Math.min(frames.saved, left + ((nowMs - atMs) / 1000) * frames.perSecond)
    atMs = nowMs
    const isSaved = sent <= left
    left = Math.max(-frames.saved, left - sent)
    return isSaved ? gatherMs.min : Math.min(gatherMs.max, Math.max(gatherMs.min, (sent * 1000) / frames.perSecond))
  }
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

  const gatherMsFor = createFrameBudget()

  /** Tells screens what of their open reads has changed; one told a moment ago hears of it with its next frame. */
  async function tell(told: readonly Told[]) {
    const wires = new Map<string, Buffer>()
    const sent: Connection[] = []
    const beganMs = performance.now()
    await inSlices(told, ([connection, paths]) => {
      if (connection.changed) for (const path of paths) connection.changed.add(path)
      else if (paths.length > 0) {
        const key = JSON.stringify(paths)
        const bytes = wires.get(key) ?? toWire({ type: 'changed', paths: [...paths] })
        wires.set(key, bytes)
        sendBytes(connection, bytes, isLimited)
        connection.changed = new Set()
        sent.push(connection)
      }
    })
    if (sent.length === 0) return
    // Telling many takes a part of their moment, which must not begin only afterwards.
    const restMs = Math.max(gatherMs.min, gatherMsFor(sent.length) - (performance.now() - beganMs))
    setTimeout(() => {
      const gathered = sent.map((connection): Told => [connection, [...(connection.changed ?? nothing)]])
      for (const connection of sent) connection.changed = undefined
      void tell(gathered)
    }, restMs)
  }

  /** Tells every screen what it has open of what has changed. */
  function tellAll(announcement: Announcement) {
    void tell(Array.from(connections, (connection): Told => [connection, concerned(connection, announcement)]))
  }

  /** Tells what changed after a screen had read and before it began to watch. */
  function catchUp(connection: Connection, readAgoMs: number) {
    const sinceMs = performance.now() - readAgoMs - marginMs
    const missed = recent.filter(({ atMs }) => atMs >= sinceMs)
    const paths = missed.flatMap(({ announcement }) => concerned(connection, announcement))
    void tell([[connection, [...new Set(paths)]]])
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
      connection.watched = [...new Set(paths)]
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
