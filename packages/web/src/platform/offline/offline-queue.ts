import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { address, type Input, isTouched, type Route } from '@papadag/contract/route'
import { isOffline } from '../browser/network.ts'
import { activeRegistration } from '../browser/service-worker.ts'
import { openChannel } from '../browser/tabs.ts'
import { CallError, call } from '../data/call.ts'
import { reasonOf, touchedBy } from '../data/data.ts'
import { randomId } from '../data/random-id.ts'
import { reads } from '../data/reads.ts'
import { unsentWrites } from '../data/unsent-writes.ts'
import { noConnection, notify } from '../screen/notices.ts'
import { onOfflineDatabase, ownId } from './offline-database.ts'
import type { WaitingWrite } from './waiting-write.ts'

const lock = 'papadag-queue'
const otherTabs = openChannel<'changed'>(lock)
// The delay before retrying a write that got no reply, or was refused for now (429 or 5xx).
const againMs = 30_000

const mine = async (): Promise<WaitingWrite[]> => {
  const userId = ownId()
  const all = await onOfflineDatabase([], db => db.getAllFromIndex('waiting', 'queuedAtMs'))
  return all.filter(write => write.userId === userId)
}

async function showAll() {
  unsentWrites.set((await mine()).map(write => write.address))
}

/** A retry after a lost reply is harmless, either by nature or because of its key. */
type Repeatable = Route & { repeats: 'natural' | 'key' }
/** Makes a creation happen once, however often it is sent; of other writes, what tells those of one address apart. */
type Key<R extends Repeatable> = R extends { repeats: 'key' } ? [idempotencyKey: string] : [about?: number]

/**
 * Queues a write until there is a network. It replaces an earlier one for the same address: joining and then leaving is
 * leaving. Creations replace each other only with the same key. `refused` is the title if the server refuses it.
 */
export async function sendLater<R extends Repeatable>(
  route: R,
  input: Input<R>,
  refused: MessageDescriptor,
  ...keys: Key<R>
) {
  const userId = ownId()
  if (userId === undefined) return
  const [key] = keys
  const write: WaitingWrite = {
    address: `${address(route, input as object)}${key ? `#${key}` : ''}`, // its parts are checked where the input was given
    ...(typeof key === 'string' && { key }),
    userId,
    at: route.at,
    input: input as object, // as above
    ...(route.file !== undefined && { file: route.file }),
    touches: touchedBy(route),
    id: randomId(),
    queuedAtMs: Date.now(),
    refused,
  }
  const isKept = await onOfflineDatabase(false, async db => {
    await db.put('waiting', write)
    return true
  })
  if (!isKept) {
    notify({ title: refused, description: noConnection, tone: 'destructive' })
    // The screen already shows the write's result, so it is refreshed.
    return readAgain(write.touches)
  }
  await showAll()
  otherTabs.postMessage('changed')
  void sendWhenClosed()
  notify({
    title: msg`Saved for later`,
    description: msg`It will be sent as soon as you are online again.`,
    icon: 'clock',
  })
  void sendWaiting()
}

/** Not every browser has Background Sync, and its types are missing. */
type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Lets the service worker send it when the network returns and the app is closed; see service-worker/outbox.ts. */
async function sendWhenClosed() {
  try {
    const registration: Syncing = await activeRegistration()
    await registration.sync?.register(lock)
  } catch {
    // Without a service worker, or where the browser refuses: the app sends it at its next start.
  }
}

let isRunning = false
let isAskedAgain = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends queued writes in order, each once; only one tab does it at a time. */
export async function sendWaiting(): Promise<void> {
  // A write that is queued now may have missed the current run.
  isAskedAgain = isRunning
  if (isRunning) return
  if (isOffline()) return showAll()
  isRunning = true
  try {
    do {
      isAskedAgain = false
      clearTimeout(timer)
      // Without a secure context there are no locks; a repeated write is harmless.
      if (navigator.locks) await navigator.locks.request(lock, sendAll)
      else await sendAll()
    } while (isAskedAgain)
  } finally {
    isRunning = false
    await showAll()
  }
}

async function sendAll() {
  const sent = new Set<string>()
  // Read inside the lock, since another tab may have sent some by then.
  for (const write of await mine()) {
    // Another user may have logged in by then.
    if (write.userId !== ownId() || !(await sendOne(write))) break
    for (const start of write.touches) sent.add(start)
  }
  if (sent.size === 0) return
  otherTabs.postMessage('changed')
  await readAgain([...sent])
}

const readAgain = (touched: string[]) =>
  reads.invalidateQueries({ predicate: ({ queryKey: [at] }) => typeof at === 'string' && isTouched(at, touched) })

/** Sends one write; returns whether the server has decided on it. */
async function sendOne({ at, input, id, key, file, ...write }: WaitingWrite): Promise<boolean> {
  try {
    // A call needs only the route's address; access was checked when it was queued.
    const route = {
      at: at as Route['at'],
      access: 'member',
      summary: '',
      repeats: key === undefined ? 'natural' : 'key',
    } satisfies Route
    const withFile = file !== undefined && ({ ...route, sends: 'optionalPicture', file } satisfies Route)
    await call<Route>(withFile || route, input, { idempotencyKey: key })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { status } = error
    if (status === 401 || write.userId !== ownId()) return false
    // Also while the browser claims to be online: it fires that event once, and nothing else would retry.
    if (status === 0 || status === 429 || status >= 500) {
      timer = setTimeout(sendWaiting, (error.retryAfterS ?? 0) * 1000 || againMs)
      return false
    }
    notify({ title: write.refused, description: reasonOf(error), tone: 'destructive' })
  }
  await onOfflineDatabase(undefined, async db => {
    const now = await db.get('waiting', [write.userId, write.address])
    // Unless a later write has replaced it.
    if (now?.id === id) await db.delete('waiting', [write.userId, write.address])
  })
  return true
}

/** Sends writes of earlier visits, now and whenever the network returns; returns a function that stops it. */
export function keepSending(): () => void {
  const start = () => void sendWaiting()
  addEventListener('online', start)
  otherTabs.onmessage = () => void showAll()
  start()
  return () => {
    removeEventListener('online', start)
    otherTabs.onmessage = null
    clearTimeout(timer)
    unsentWrites.set([])
  }
}
