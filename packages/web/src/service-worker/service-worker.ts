/**
 * Opens the app offline, shows push messages, and sends what has waited for a network. It stores the shell and the
 * build's own files, never what people write or upload.
 */
import { listenForNetwork } from './outbox.ts'
import { listenForPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope
// The build defines both constants.
declare const __PRECACHE__: string[]
declare const __VERSION__: string

const cacheName = `papadag-${__VERSION__}`
const shell = '/'

self.addEventListener('install', event => event.waitUntil(fill()))
self.addEventListener('activate', event => event.waitUntil(removeOld()))

listenForPush()
listenForNetwork()

// The user activates the new version; see app/overlays/update-notice.tsx.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(event))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

async function fill() {
  const cache = await caches.open(cacheName)
  // Behind whatever the first screens still load.
  await cache.addAll(__PRECACHE__.map(path => new Request(location.origin + path, { priority: 'low' })))
  // It serves any address, but the server draws no screen for one with a query.
  const page = await fetch(`${shell}?shell`, { cache: 'reload' })
  if (!page.ok) throw new Error(`The page answers ${page.status}.`)
  await cache.put(shell, page)
}

async function removeOld() {
  const others = (await caches.keys()).filter(name => name.startsWith('papadag-') && name !== cacheName)
  await Promise.all(others.map(name => caches.delete(name)))
  // The browser requests the page while it starts this worker.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function page({ request, preloadResponse }: FetchEvent) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await caches.match(shell)
    if (kept) return kept
    throw error
  }
}

/** Asset names change with their content, so a stored one is never out of date. */
async function asset(request: Request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(cacheName)
    await cache.put(request, response.clone())
  }
  return response
}
