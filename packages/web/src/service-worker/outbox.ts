import type { WaitingWrite } from '../platform/offline/waiting-write.ts'

declare const self: ServiceWorkerGlobalScope

/** Missing from the types. */
type SyncEvent = ExtendableEvent & { tag: string }

type Waiting = Omit<WaitingWrite, 'input'> & { input: { body?: unknown; form?: object; file?: Blob } }

/**
 * Sends what waits for a network when the browser has one again, with the app closed, in browsers with Background Sync.
 * The rules are those of the app (platform/offline/offline-queue.ts), which sends what remains at its next start.
 */
export function listenForNetwork() {
  self.addEventListener('sync', event => {
    const { tag, waitUntil } = event as SyncEvent
    if (tag === 'papadag-queue') waitUntil.call(event, sendInTurn())
  })
}

/**
 * An app in sight sends for itself. Otherwise the app and this worker take turns: whoever finds the other one sending
 * leaves it to him.
 */
async function sendInTurn() {
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await navigator.locks.request('papadag-queue', { ifAvailable: true }, async lock => {
    const db = lock ? await opened() : undefined
    if (!db) return
    try {
      await sendAll(db)
    } finally {
      // A logout deletes the database.
      db.close()
      new BroadcastChannel('papadag-queue').postMessage('changed')
    }
  })
}

/** The app's database; undefined if there is none, which this must not create. */
async function opened(): Promise<IDBDatabase | undefined> {
  const opening = indexedDB.open('papadag-offline')
  opening.onupgradeneeded = () => opening.transaction?.abort()
  return done(opening).catch(() => undefined)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const rows = (db: IDBDatabase, mode: IDBTransactionMode) => db.transaction('waiting', mode).objectStore('waiting')

/** Fails if the network is gone again, so that the browser tries once more. */
async function sendAll(db: IDBDatabase) {
  const all: Waiting[] = await done(rows(db, 'readonly').index('queuedAtMs').getAll())
  if (all.length === 0) return
  // It starts a session for a remembered browser; without one everything stays.
  const whose = await fetch('/api/user')
  if (!whose.ok) return
  const { id }: { id: number } = await whose.json()
  for (const write of all) if (write.userId === id && !(await isSettled(db, write))) return
}

/** Whether the next one may be sent. What the server refuses stays for the app, which says so. */
async function isSettled(db: IDBDatabase, write: Waiting): Promise<boolean> {
  const { at, address, key, userId, id } = write
  const body = bodyOf(write)
  const { ok, status } = await fetch(address.replace(/#.*/, ''), {
    method: at.replace(/ .*/, ''),
    headers: {
      'x-xsrf-token': (await self.cookieStore?.get('XSRF-TOKEN'))?.value ?? '',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  })
  if (status === 429 || status >= 500) throw new Error(`The server answers ${status}.`)
  if (ok) {
    const kept = rows(db, 'readwrite')
    const now: Waiting | undefined = await done(kept.get([userId, address]))
    // Unless a later write has replaced it.
    if (now?.id === id) await done(kept.delete([userId, address]))
  }
  return status !== 401
}

function bodyOf({ file, input }: Waiting) {
  if (!file) return input.body === undefined ? null : JSON.stringify(input.body)
  const parts = new FormData()
  for (const [name, value] of Object.entries(input.form ?? {})) if (value != null) parts.set(name, String(value))
  if (input.file) parts.set(file, input.file)
  return parts
}
