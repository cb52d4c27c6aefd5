import { currentUser } from '@papadag/contract/auth'
import { address } from '@papadag/contract/route'
import { reads } from '../data/reads.ts'
import { createWatchers } from '../watchers.ts'
import { answerFromSource } from './kept-source.ts'
import { type KeptAnswer, onOfflineDatabase, ownId } from './offline-database.ts'

const whoAt = address(currentUser)
/**
 * The reads whose last reply is available offline: everything a screen has shown. Chat messages are stored with the
 * chats. An hour-old weather report would be wrong, and neither links, codes nor what moderators see may be stored.
 */
const kinds =
  /^\/api\/(user|today|users(?!\/me\/export)|playdates(?!\/\d+\/(?:invites|parent-links|weather))|places|map|polls(?!\/link\/)|proposals|circles(?!\/\d+\/code)|notifications|reports|push-subscriptions|chats(?!\/\d+\/))\b/
/** Fields with a link or a token: anybody who finds one in the browser's storage could use it. */
const secret = /^(url|token|secret)$/
/** The page of a town is there for everybody. */
const isPublic = (value: unknown) => typeof value === 'string' && value.startsWith('/kijk/')
const withoutSecrets = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value: unknown) => (secret.test(name) && value && !isPublic(value) ? null : value)),
  )

/** Parameters that may differ: an approximate match is better than nothing. */
const loose = ['latitude', 'longitude', 'limit', 'order']

const daysKept = 7
const answersKept = 500
const longestKept = 300_000
const tidyMs = 3_600_000

// The age of the screen's data, if it is older than this page.
const shownSince = new Map<string, number>()
// Stored replies about to be shown, with the time of each.
const arriving = new Map<string, number>()
const keptShown = createWatchers()

/** Calls the listener when a stored reply is shown or replaced; returns a function that stops it. */
export const watchKept = keptShown.watch

/** The time of the oldest stored reply on screen; undefined if all are fresh. */
export function oldestShown(): number | undefined {
  const shown = reads.getQueryCache().findAll({ type: 'active' })
  // The session is part of every screen, so its age is left out.
  const times = shown.flatMap(({ queryKey: [at] }) => (at === whoAt ? [] : (shownSince.get(String(at)) ?? [])))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** The last reply of a read to the current user; undefined if none is stored. */
export async function readKept(at: string): Promise<{ answer: unknown } | undefined> {
  // At the start his session is read at the same time, and may come from here as well.
  if (at !== whoAt)
    await reads
      .getQueryCache()
      .find({ queryKey: [whoAt] })
      ?.promise?.catch(() => {})
  const userId = ownId()
  // What he keeps on purpose is better than a reply about another part of the map.
  const kept =
    (await stored(at, userId)) ?? (userId && (await answerFromSource(at, userId))) ?? (await similar(at, userId))
  if (!kept) return undefined
  arriving.set(at, kept.keptAtMs)
  return { answer: kept.answer }
}

/** The stored reply to this very read. */
async function stored(at: string, userId: number | undefined): Promise<KeptAnswer | undefined> {
  if (!kinds.test(at)) return undefined
  const kept = await onOfflineDatabase(undefined, async db => {
    if (at !== whoAt) return userId === undefined ? undefined : db.get('answers', [userId, at])
    // For the session itself, the last stored reply is used: there is at most one, found without reading all others.
    const key = (await db.getAllKeys('answers')).find(([, other]) => other === whoAt)
    return key && db.get('answers', key)
  })
  return kept && isFresh(kept) ? kept : undefined
}

/** The latest stored reply to a read that differs only in loose parameters. */
async function similar(at: string, userId: number | undefined): Promise<KeptAnswer | undefined> {
  if (!kinds.test(at) || userId === undefined) return undefined
  const all = await onOfflineDatabase([], db => db.getAll('answers', everythingOf(userId)))
  return nearest(at, all.filter(isFresh))
}

const isFresh = ({ keptAtMs }: KeptAnswer) => keptAtMs >= oldestMs()

function nearest(at: string, all: readonly KeptAnswer[]) {
  const wanted = withoutLoose(at)
  return all
    .filter(answer => withoutLoose(answer.at) === wanted)
    .sort((a, b) => b.keptAtMs - a.keptAtMs)
    .at(0)
}

function withoutLoose(at: string) {
  const [path = '', words] = at.split('?')
  const query = new URLSearchParams(words)
  for (const name of loose) query.delete(name)
  return `${path}?${query}`
}

const everythingOf = (userId: number) => IDBKeyRange.bound([userId, ''], [userId, '\uffff'])
const oldestMs = () => Date.now() - daysKept * 86_400_000

/** Stores the current replies and all later ones; returns a function that stops it. */
export function keepAnswers(): () => void {
  const cache = reads.getQueryCache()
  void removeOld()
  // An app that stays open for days deletes old replies too.
  const timer = setInterval(removeOld, tidyMs)
  for (const query of cache.getAll()) if (query.state.status === 'success') take(query)
  const unsubscribe = cache.subscribe(event => {
    const at = String(event.query.queryKey[0])
    if (event.type === 'removed') {
      arriving.delete(at)
      shownSince.delete(at)
    } else if (event.type === 'updated') {
      if (event.action.type === 'success') take(event.query, event.action.manual)
      // Cancelled or requested again, so the stored reply is not shown.
      else if (/^(fetch|error|setState)$/.test(event.action.type)) arriving.delete(at)
      if (event.action.type === 'error' && [403, 404].includes(event.action.error.status)) forget(at)
    }
  })
  return () => {
    clearInterval(timer)
    unsubscribe()
    arriving.clear()
    shownSince.clear()
    keptShown.tell()
  }
}

type Held = ReturnType<ReturnType<typeof reads.getQueryCache>['getAll']>[number]

function take(query: Held, isOurOwn = false) {
  const at = String(query.queryKey[0])
  if (!isOurOwn) {
    const keptAtMs = arriving.get(at)
    if (keptAtMs !== undefined) {
      arriving.delete(at)
      shownSince.set(at, keptAtMs)
      keptShown.tell()
      // The network decides once it is back: the read is repeated when shown again or reconnected.
      query.invalidate()
      return
    }
    if (shownSince.delete(at)) keptShown.tell()
  }
  const userId = ownId()
  const answer: unknown = query.state.data
  const isWorthIt = kinds.test(at) && userId !== undefined && answer !== undefined && answer !== null
  if (!isWorthIt || JSON.stringify(answer).length > longestKept) return
  const keptAtMs = shownSince.get(at) ?? query.state.dataUpdatedAt
  void onOfflineDatabase(undefined, async db => {
    await db.put('answers', { userId, at, answer: withoutSecrets(answer), keptAtMs })
  })
}

/** Removes a stored reply, so that what the server no longer shows is not shown offline either. */
function forget(at: string) {
  const userId = ownId()
  if (userId !== undefined) void onOfflineDatabase(undefined, db => db.delete('answers', [userId, at]))
}

/** Repeats the reads that show stored replies, now that there may be a network. */
export function refreshStoredReads() {
  void reads.invalidateQueries({ predicate: ({ queryKey: [at] }) => shownSince.has(String(at)) })
}

/** Deletes replies that are too old and, beyond the limit, the oldest ones. */
async function removeOld() {
  await onOfflineDatabase(undefined, async db => {
    const writing = db.transaction('answers', 'readwrite')
    let extra = (await writing.store.count()) - answersKept
    let cursor = await writing.store.index('keptAtMs').openCursor()
    while (cursor && (extra > 0 || cursor.value.keptAtMs < oldestMs())) {
      // The session is kept as long as any other reply, which could not be found without it.
      if (cursor.value.at !== whoAt || cursor.value.keptAtMs < oldestMs()) await cursor.delete()
      extra -= 1
      cursor = await cursor.continue()
    }
    await writing.done
  })
}
