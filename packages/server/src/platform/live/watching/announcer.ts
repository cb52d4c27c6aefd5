import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../../bus/bus.ts'
import { Change } from '../../change.ts'

export const topic = 'changed'

const Announcement = z.object({
  changes: z.array(Change),
  tab: z.optional(z.string()),
})

export function readAnnouncement(payload: unknown): z.output<typeof Announcement> {
  return Announcement.parse(payload)
}

/** Who makes changes: a user and the tab he writes in, which needs no notice; undefined for the server itself. */
export interface Writer {
  userId?: number | undefined
  tab?: string | undefined
}

/**
 * How many announcements of one writer are sent at once; further ones are batched, since others read again after each.
 */
const atOnce = { saved: 30, perSecond: 1 / 3 }
/** The same for one of his changes that he makes again and again, such as edits of his profile. */
const atOnceOfOne = { saved: 3, perSecond: 1 / 3 }
const gatherMs = 3000
/** The limit of one message on the bus. */
const bytesAtMost = 6000
const manyWriters = 1000

export interface Announcer {
  /** Tells those concerned, on every node. */
  announce(changes: readonly Change[], writer: Writer): void
  close(): void
}

/** What may still be sent at once. */
interface Saved {
  left: number
  atMs: number
}

interface Line extends Saved {
  /** Of each change that he made lately. */
  ofOne: Map<string, Saved>
  waiting: Map<string, Change>
  tab: string | undefined
  timer: NodeJS.Timeout | undefined
}

/** Announces what transactions change; with `isLimited` a busy writer's announcements are batched. */
export function createAnnouncer(bus: Bus, log: Pick<Logger, 'warn'>, isLimited: boolean): Announcer {
  const lines = createLines()

  function publish(all: readonly Change[], { tab }: Writer) {
    for (const part of partsOf(all)) {
      // A lost announcement leaves a screen stale until its next read; it must not fail the completed write.
      bus
        .publish(topic, { changes: part, ...(tab !== undefined && { tab }) })
        .catch((error: unknown) => log.warn({ err: error }, 'announcement lost'))
    }
  }

  function gather(line: Line, changes: readonly Change[], writer: Writer) {
    if (line.waiting.size === 0) line.tab = writer.tab
    // If he writes in several tabs, each has to learn of the others' changes.
    else if (line.tab !== writer.tab) line.tab = undefined
    for (const change of changes) line.waiting.set(JSON.stringify(change), change)
    line.timer ??= setTimeout(() => {
      line.timer = undefined
      line.left -= 1
      const waiting = [...line.waiting.values()]
      line.waiting.clear()
      publish(waiting, { tab: line.tab })
    }, gatherMs)
  }

  return {
    announce(changes, writer) {
      if (changes.length === 0) return
      if (writer.userId === undefined || !isLimited) return publish(changes, writer)
      const line = lines.of(writer.userId)
      if (isRepeated(line, changes) || line.timer || line.left < 1) return gather(line, changes, writer)
      line.left -= 1
      publish(changes, writer)
    },
    close() {
      for (const line of lines.all()) {
        clearTimeout(line.timer)
        publish([...line.waiting.values()], { tab: line.tab })
      }
    },
  }
}

/** The line of each user who has written lately. */
function createLines() {
  const lines = new Map<number, Line>()

  function forgetRested(nowMs: number) {
    const restedMs = (atOnce.saved / atOnce.perSecond) * 1000
    for (const [userId, { atMs }] of lines) if (nowMs - atMs > restedMs) lines.delete(userId)
  }

  return {
    all: () => lines.values(),
    of(userId: number): Line {
      const nowMs = performance.now()
      const line = lines.get(userId) ?? {
        left: atOnce.saved,
        atMs: nowMs,
        ofOne: new Map(),
        waiting: new Map(),
        tab: undefined,
        timer: undefined,
      }
      save(line, atOnce, nowMs)
      if (!lines.has(userId) && lines.size >= manyWriters) forgetRested(nowMs)
      lines.set(userId, line)
      return line
    },
  }
}

/** Whether one of these changes was made so often that it waits. */
function isRepeated({ ofOne }: Line, changes: readonly Change[]): boolean {
  const nowMs = performance.now()
  for (const [key, saved] of ofOne) {
    save(saved, atOnceOfOne, nowMs)
    if (saved.left === atOnceOfOne.saved) ofOne.delete(key)
  }
  let isOften = false
  for (const change of changes) {
    const key = JSON.stringify(change)
    const saved = ofOne.get(key) ?? { left: atOnceOfOne.saved, atMs: nowMs }
    if (saved.left < 1) isOften = true
    else saved.left -= 1
    ofOne.set(key, saved)
  }
  return isOften
}

function save(saved: Saved, { saved: most, perSecond }: Saving, nowMs: number) {
  saved.left = Math.min(most, saved.left + ((nowMs - saved.atMs) / 1000) * perSecond)
  saved.atMs = nowMs
}
type Saving = typeof atOnce

/** Splits changes into messages that fit the bus. */
function partsOf(changes: readonly Change[]): Change[][] {
  const parts: Change[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const change of changes) {
    const length = JSON.stringify(change).length
    if (bytes + length > bytesAtMost) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(change)
    bytes += length
  }
  return parts
}
