import { currentUser } from '@papadag/contract/auth'
import { address } from '@papadag/contract/route'
import { type KeptAnswer, onOfflineDatabase, ownId } from './offline-database.ts'
import { reads } from './reads.ts'

const whoAt = address(currentUser)
/** The reads whose last answer can be read without a network. What is said in a chat is kept with the chats. */
const kinds =
  /^\/api\/(playdates|places|chats(?!\/\d+\/)|users\/me\/(playdates|favorite-places))\b|^\/api\/(user|users\/me)$/
/** Near enough is better than nothing: where it was measured from, how much was asked for, and in which order. */
const loose = ['latitude', 'longitude', 'limit', 'order']

const daysKept = 7
const answersKept = 300
const longestKept = 300_000
const tidyMs = 3_600_000

// Since when what is on the screen is known, where that is longer than this page is open.
const shownSince = new Map<string, number>()
// Those that are about to come in as if the server had said them, and since when they are known.
const arriving = new Map<string, number>()
const watchers = new Set<() => void>()

/** Runs when another answer is shown in place of the server's; the answer stops that. */
export function watchKept(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

function tellWatchers() {
  for (const watcher of watchers) watcher()
}

/** When the oldest kept answer on the screen was given; undefined when all of them are the server's of today. */
export function oldestShown(): number | undefined {
  const shown = reads.getQueryCache().findAll({ type: 'active' })
  // Who he is stands on every screen and is no news.
  const times = shown.flatMap(({ queryKey: [at] }) => (at === whoAt ? [] : (shownSince.get(String(at)) ?? [])))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** What this read last answered to the user who is here; undefined when nothing is kept. */
export async function readKept(at: string): Promise<{ answer: unknown } | undefined> {
  if (!kinds.test(at)) return undefined
  const kept = await onOfflineDatabase(undefined, async db => {
    // Whose session it is was last said here: there is one at most.
    if (at === whoAt) return (await db.getAll('answers')).find(answer => answer.at === whoAt)
    const userId = ownId()
    if (userId === undefined) return undefined
    return (await db.get('answers', [userId, at])) ?? nearest(at, await db.getAll('answers', everythingOf(userId)))
  })
  if (!kept || kept.keptAtMs < oldestMs()) return undefined
  arriving.set(at, kept.keptAtMs)
  return { answer: kept.answer }
}

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

/** Keeps what the server has answered, and what it answers from now on; the answer stops that. */
export function keepAnswers(): () => void {
  const cache = reads.getQueryCache()
  void tidy()
  // Who leaves the app open for days keeps nothing longer.
  const timer = setInterval(tidy, tidyMs)
  for (const query of cache.getAll()) if (query.state.status === 'success') take(query)
  const unsubscribe = cache.subscribe(event => {
    const at = String(event.query.queryKey[0])
    if (event.type === 'removed') {
      arriving.delete(at)
      shownSince.delete(at)
    } else if (event.type === 'updated') {
      if (event.action.type === 'success') take(event.query, event.action.manual)
      // It was called off, or is asked for anew: what was on its way does not come.
      else if (/^(fetch|error|setState)$/.test(event.action.type)) arriving.delete(at)
    }
  })
  return () => {
    clearInterval(timer)
    unsubscribe()
    arriving.clear()
    shownSince.clear()
    tellWatchers()
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
      tellWatchers()
      // The network decides as soon as there is one: when this is shown again, or the connection is back.
      query.invalidate()
      return
    }
    if (shownSince.delete(at)) tellWatchers()
  }
  const userId = ownId()
  const answer: unknown = query.state.data
  const isWorthIt = kinds.test(at) && userId !== undefined && answer !== undefined && answer !== null
  if (!isWorthIt || JSON.stringify(answer).length > longestKept) return
  const keptAtMs = shownSince.get(at) ?? query.state.dataUpdatedAt
  void onOfflineDatabase(undefined, async db => {
    await db.put('answers', { userId, at, answer, keptAtMs })
  })
}

/** Reads again what came out of the cupboard, now that there may be a network. */
export function readAgainWhatWasKept() {
  void reads.invalidateQueries({ predicate: ({ queryKey: [at] }) => shownSince.has(String(at)) })
}

/** Deletes what is too old, and of the rest the oldest where it is too much. */
async function tidy() {
  await onOfflineDatabase(undefined, async db => {
    const writing = db.transaction('answers', 'readwrite')
    let extra = (await writing.store.count()) - answersKept
    let cursor = await writing.store.index('keptAtMs').openCursor()
    while (cursor && (extra > 0 || cursor.value.keptAtMs < oldestMs())) {
      // Without him nothing of his could be found, as long as there is something.
      if (cursor.value.at !== whoAt || cursor.value.keptAtMs < oldestMs()) await cursor.delete()
      extra -= 1
      cursor = await cursor.continue()
    }
    await writing.done
  })
}
