import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { address, type Input, isTouched, type Route } from '@papadag/contract/route'
import { CallError, call } from './call.ts'
import { reasonOf } from './data.ts'
import { noConnection, notify } from './notices.ts'
import { onOfflineDatabase, ownId, type WaitingWrite } from './offline-database.ts'
import { randomId } from './random-id.ts'
import { reads } from './reads.ts'
import { waiting } from './waiting.ts'

const lock = 'papadag-queue'
const otherTabs = new BroadcastChannel(lock)
// What nobody answers, or the server refuses for now (too often, or it is in trouble), is tried again.
const againMs = 30_000

const mine = async (): Promise<WaitingWrite[]> => {
  const userId = ownId()
  const all = await onOfflineDatabase([], db => db.getAllFromIndex('waiting', 'queuedAtMs'))
  return all.filter(write => write.userId === userId)
}

async function showAll() {
  waiting.set((await mine()).map(write => write.address))
}

/** Sent again after a lost answer these do no more than before, so they need no key. */
type Repeatable = Route & { repeats: 'natural' }

/**
 * Keeps a write until there is a network. What came before it for the same address is overtaken: joining and leaving
 * again is leaving. `refused` is the title when the server will not have it.
 */
export async function sendLater<R extends Repeatable>(route: R, input: Input<R>, refused: MessageDescriptor) {
  const userId = ownId()
  if (userId === undefined) return
  const write: WaitingWrite = {
    address: address(route, input as object), // its parts are checked where the input was given
    userId,
    at: route.at,
    input: input as object, // as above
    touches: [...(route.touches ?? []), ...(route.touchesOwn ?? [])],
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
    // The screen shows it already.
    return readAgain(write.touches)
  }
  await showAll()
  otherTabs.postMessage('changed')
  notify({
    title: msg`Saved for later`,
    description: msg`It is sent as soon as you are online again.`,
    icon: 'clock',
  })
  void sendWaiting()
}

let isRunning = false
let isAskedAgain = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what waits, in order, each once: of all tabs only one does. */
export async function sendWaiting(): Promise<void> {
  // What is asked for now may have come too late for the run.
  isAskedAgain = isRunning
  if (isRunning) return
  if (!navigator.onLine) return showAll()
  isRunning = true
  try {
    do {
      isAskedAgain = false
      clearTimeout(timer)
      // Where the page came over plain http there are no locks; the server takes a repeat for what it is.
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
  // Read inside the lock: another tab may have sent some meanwhile.
  for (const write of await mine()) {
    // The session may have become another's since.
    if (write.userId !== ownId() || !(await sendOne(write))) break
    for (const start of write.touches) sent.add(start)
  }
  if (sent.size === 0) return
  otherTabs.postMessage('changed')
  await readAgain([...sent])
}

const readAgain = (touched: string[]) =>
  reads.invalidateQueries({ predicate: ({ queryKey: [at] }) => typeof at === 'string' && isTouched(at, touched) })

/** Says whether the server has decided. */
async function sendOne({ at, input, id, ...write }: WaitingWrite): Promise<boolean> {
  try {
    // Of a route its address is all that is needed to make a call; who may was looked at when it was queued.
    const route = { at: at as Route['at'], access: 'member', summary: '', repeats: 'natural' } satisfies Route
    await call<Route>(route, input)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { status } = error
    if (status === 401 || write.userId !== ownId()) return false
    // Also where the browser holds that there is a network: it says so once, and nothing else would start it again.
    if (status === 0 || status === 429 || status >= 500) {
      timer = setTimeout(sendWaiting, (error.retryAfterS ?? 0) * 1000 || againMs)
      return false
    }
    notify({ title: write.refused, description: reasonOf(error), tone: 'destructive' })
  }
  await onOfflineDatabase(undefined, async db => {
    const now = await db.get('waiting', [write.userId, write.address])
    // Not a later wish for the same thing.
    if (now?.id === id) await db.delete('waiting', [write.userId, write.address])
  })
  return true
}

/** Sends what an earlier visit left, now and whenever there may be a network again; the answer stops that. */
export function keepSending(): () => void {
  const start = () => void sendWaiting()
  addEventListener('online', start)
  otherTabs.onmessage = () => void showAll()
  start()
  return () => {
    removeEventListener('online', start)
    otherTabs.onmessage = null
    clearTimeout(timer)
    waiting.set([])
  }
}
