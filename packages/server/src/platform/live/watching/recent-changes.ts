import type { Change, ChangeOfThings } from '../../change.ts'
import type { Watched } from '../connection.ts'
import { hears, keysOfChange } from './watched.ts'

/** For screens that begin to watch something they have already read. */
const rememberMs = 60_000
/** The number of remembered changes per thing or cell; beyond it, a screen is notified without a closer look. */
const mostPerKey = 32
const mostKeys = 50_000

interface Heard {
  atMs: number
  change: ChangeOfThings | undefined
}

/** The changes of the last minute, by what they concern: looking one up costs the same, however many there were. */
export interface RecentChanges {
  note(change: Change): void
  /** Everything may have changed. */
  noteGap(): void
  hasChangedSince(watched: Watched, sinceMs: number): boolean
}

const userKey = (userId: number, start: string) => `user ${userId} ${start}`

export function createRecentChanges(): RecentChanges {
  const byKey = new Map<string, Heard[]>()
  const inOrder: { atMs: number; key: string }[] = []
  /** Changes before this moment are forgotten. */
  let forgottenMs = Number.NEGATIVE_INFINITY
  let oldest = 0

  function forget(nowMs: number) {
    for (let first = inOrder[oldest]; first; first = inOrder[oldest]) {
      const isTooMany = inOrder.length - oldest > mostKeys
      if (!isTooMany && first.atMs >= nowMs - rememberMs) break
      if (isTooMany) forgottenMs = first.atMs
      const left = byKey.get(first.key)?.filter(({ atMs }) => atMs > first.atMs)
      if (left?.length) byKey.set(first.key, left)
      else byKey.delete(first.key)
      oldest += 1
    }
    if (oldest < 1000 || oldest < inOrder.length / 2) return
    inOrder.splice(0, oldest)
    oldest = 0
  }

  function keep(key: string, heard: Heard) {
    const before = byKey.get(key) ?? []
    byKey.set(key, [...before.slice(1 - mostPerKey), heard])
    inOrder.push({ atMs: heard.atMs, key })
  }

  function isOwnReadTouched({ connection: { member }, path }: Watched, sinceMs: number) {
    if (!member) return false
    const [address = ''] = path.split('?')
    for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1)) {
      if (byKey.get(userKey(member.id, address.slice(0, end)))?.some(({ atMs }) => atMs >= sinceMs)) return true
    }
    return false
  }

  return {
    note(change) {
      const atMs = performance.now()
      forget(atMs)
      if ('users' in change) {
        for (const user of change.users)
          for (const start of change.reads) keep(userKey(user, start), { atMs, change: undefined })
      } else {
        for (const key of keysOfChange(change)) keep(key, { atMs, change })
      }
    },
    noteGap() {
      forgottenMs = performance.now()
    },
    hasChangedSince(watched, sinceMs) {
      if (sinceMs <= forgottenMs || isOwnReadTouched(watched, sinceMs)) return true
      return watched.keys.some(key => {
        const heard = byKey.get(key) ?? []
        const isCut = heard.length === mostPerKey && (heard[0]?.atMs ?? 0) >= sinceMs
        return isCut || heard.some(({ atMs, change }) => atMs >= sinceMs && change && hears(watched, change))
      })
    },
  }
}
