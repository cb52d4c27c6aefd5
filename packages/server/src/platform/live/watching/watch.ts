import { isTouched } from '@papadag/contract/route'
import type { Bus } from '../../bus/bus.ts'
import type { Change } from '../../change.ts'
import type { Db } from '../../db/db.ts'
import { type Member, turnOf } from '../../http/serve.ts'
import type { Connection, Watched } from '../connection.ts'
import type { Roster } from '../roster.ts'
import { readAnnouncement, topic } from './announcer.ts'
import { createPageRefresher } from './page-refresher.ts'
import { createRecentChanges } from './recent-changes.ts'
import { createSlowRound } from './slow-round.ts'
import { createTeller } from './teller.ts'
import type { FindRead, FindShows } from './watchable.ts'
import { createWatchedReads, indexed } from './watched.ts'

/** Allows for the time that a read spends on the network. */
const marginMs = 1000
/** After a gap all screens read again, spread over this time. */
const gapMs = 3000

export interface WatchParts {
  bus: Bus
  db: Db
  roster: Roster
  findRead: FindRead
  guarded: GuardedReads
  isLimited: boolean
}

/** Reads that not everybody may watch, since that would reveal when they change. */
export interface GuardedReads {
  under: string
  isOpenTo(member: Member): Promise<boolean>
}

/** Notifies open screens which of their reads have changed; a frame never carries content. */
export interface Watch {
  /** Whether all of these are reads of the contract. */
  knows(paths: readonly string[]): boolean
  /** Watches these reads from now on; returns false if one does not exist or this user may not read it. */
  begin(connection: Connection, paths: readonly string[], readAgoMs: number | undefined): Promise<boolean>
  /** The connection has ended. */
  end(connection: Connection): void
  /** Whether this user was notified to repeat this read; true only once each time. */
  wasTold(userId: number, path: string): boolean
  stop(): void
}

export function createWatch({ bus, db, roster, findRead, guarded, isLimited }: WatchParts): Watch {
  const reads = createWatchedReads()
  const recent = createRecentChanges()
  const slowRound = createSlowRound(lists => tell(lists))
  const teller = createTeller({ isLimited })
  const refreshPage = createPageRefresher((watched, shows) => {
    if (!watched.connection.watched.includes(watched)) return
    reads.remove(watched)
    Object.assign(watched, indexed(shows))
    reads.add(watched)
  })
  /** Each screen's latest request: of two frames at the same time, the later one counts. */
  const asked = new WeakMap<Connection, readonly string[]>()

  function hasHeard(one: Watched) {
    slowRound.told(one)
    refreshPage(one)
  }

  function tell(told: Iterable<Watched>) {
    const pathsOf = new Map<Connection, string[]>()
    for (const one of told) {
      pathsOf.set(one.connection, [...(pathsOf.get(one.connection) ?? []), one.path])
      hasHeard(one)
    }
    teller.tell([...pathsOf])
  }

  function unwatch(watched: Watched) {
    reads.remove(watched)
    slowRound.remove(watched)
  }

  function concernedBy(change: Change): Watched[] {
    if ('things' in change) return [...reads.concernedBy(change, slowRound.delay)]
    return change.users.flatMap(id =>
      roster.of(id).flatMap(({ watched }) => watched.filter(({ path }) => isTouched(path, change.reads))),
    )
  }

  bus.subscribe(topic, payload => {
    const { changes, tab } = readAnnouncement(payload)
    for (const change of changes) {
      recent.note(change)
      if ('things' in change) slowRound.note(change)
    }
    const concerned = new Set(changes.flatMap(concernedBy))
    const ownTab = ({ connection }: Watched) => tab !== undefined && connection.tab === tab
    // The writer's own tab reads again without being notified.
    for (const watched of concerned) if (ownTab(watched)) hasHeard(watched)
    tell([...concerned].filter(watched => !ownTab(watched)))
  })

  // Announcements of other nodes were lost: every read may have changed.
  bus.onGap(() => {
    recent.noteGap()
    const everyMs = gapMs / roster.all.size
    for (const [at, { watched }] of [...roster.all].entries()) setTimeout(() => tell(watched), at * everyMs).unref()
  })

  return {
    knows: paths => paths.every(path => findRead(path)),
    async begin(connection, paths, readAgoMs) {
      const { member } = connection
      const unique = [...new Set(paths)]
      const found = unique.map(findRead)
      if (!member || !found.every(findAgain => findAgain !== undefined)) return false
      const askedMs = performance.now()
      if (unique.some(path => isTouched(path, [guarded.under])) && !(await guarded.isOpenTo(member))) return false
      asked.set(connection, paths)
      const next = await Promise.all(
        found.map((findAgain, at) => watchedAt(db, { connection, member, path: unique[at] ?? '' }, findAgain)),
      )
      if (asked.get(connection) !== paths || !roster.all.has(connection)) return true
      for (const watched of connection.watched) unwatch(watched)
      connection.watched = next
      const sinceMs = readAgoMs === undefined ? askedMs : askedMs - readAgoMs - marginMs
      for (const watched of next) {
        reads.add(watched)
        slowRound.add(watched, sinceMs)
      }
      tell(next.filter(watched => recent.hasChangedSince(watched, sinceMs)))
      return true
    },
    end(connection) {
      for (const watched of connection.watched) unwatch(watched)
      connection.watched = []
      if (connection.member && roster.of(connection.member.id).length === 0) teller.forget(connection.member.id)
    },
    wasTold: teller.wasTold,
    stop: slowRound.stop,
  }
}

async function watchedAt(db: Db, asked: { connection: Connection; member: Member; path: string }, find: FindShows) {
  const { connection, member, path } = asked
  const findAgain = async () => find(db.for(turnOf(member)), member)
  const shows = await findAgain()
  return { ...indexed(shows), connection, path, findAgain: shows.isPage ? findAgain : undefined } satisfies Watched
}
