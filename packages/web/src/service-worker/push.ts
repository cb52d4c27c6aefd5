import type { unread } from '@papadag/contract/notifications'
import type { PushMessage } from '@papadag/contract/push'
import type { Reply } from '@papadag/contract/route'

declare const self: ServiceWorkerGlobalScope

type Shown = Partial<PushMessage['notification']>
type Unread = Reply<typeof unread>

/** How long a window may take to say that it opens a screen by itself. */
const answerWithinMs = 1500

/**
 * Listens for push messages. They are declarative: a browser that knows that form shows them by itself, all others hand
 * them to this.
 */
export function listenForPush() {
  self.addEventListener('push', event => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(open(pathOf(event.notification)))
  })
  self.addEventListener('message', event => {
    // What the app has just heard from the server.
    const { unread: heard } = (event.data ?? {}) as { unread?: Unread }
    if (heard) event.waitUntil(inTurn(() => closeRead(heard)))
  })
  self.addEventListener('pushsubscriptionchange', event => {
    const { oldSubscription, newSubscription } = event as Event as SubscriptionChange
    ;(event as ExtendableEvent).waitUntil(renew(oldSubscription, newSubscription))
  })
}

let last = Promise.resolve()

/**
 * Shows and closes one after the other: `close` of a notification that was replaced meanwhile would close the new one
 * of that tag. Nothing in a turn waits for the network, so that nothing holds up the next push message.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work)
  last = done.catch(() => {})
  return done
}

/** Always shows something: browsers take the permission away from whoever does not. */
async function show(data: PushMessageData | null) {
  await inTurn(() => display(read(data)))
  if (!(await self.registration.getNotifications()).some(({ data: about }) => about?.waits)) return
  const answer = await fetch('/api/notifications/unread').catch(() => undefined)
  if (!answer?.ok) return
  const heard: Unread = await answer.json()
  await inTurn(() => closeRead(heard))
}

async function display(message: Shown) {
  const { title = 'Papadag', body, lang, navigate, tag, silent, data: about, app_badge: badge } = message
  const isRepeat = tag !== undefined && (await isShown(tag, title, body))
  await self.registration.showNotification(title, {
    ...(body !== undefined && { body }),
    ...(lang !== undefined && { lang }),
    // A replacing notification alerts again, unless the same one was sent twice.
    ...(tag !== undefined && { tag, renotify: !isRepeat && !silent }),
    silent: silent ?? false,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { ...about, navigate },
  } satisfies NotificationOptions & { renotify?: boolean })
  if (badge !== undefined) await showCount(Number(badge))
}

function read(data: PushMessageData | null): Shown {
  try {
    return (data?.json() as PushMessage | undefined)?.notification ?? {} // our own server's; whatever is missing has a stand-in
  } catch {
    return {}
  }
}

async function isShown(tag: string, title: string, body: string | undefined) {
  const shown = await self.registration.getNotifications({ tag })
  return shown.some(other => other.title === title && other.body === (body ?? ''))
}

async function showCount(count: number) {
  if (!('setAppBadge' in navigator)) return
  // Where the app is not installed, browsers may refuse it.
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/**
 * Takes away what has been read. Only an answer that is younger than a notification knows of it: to an older one, what
 * it is about is missing because it was not there yet.
 */
async function closeRead({ waiting, hasMore, asOf, notifications, messages }: Unread) {
  for (const notification of await self.registration.getNotifications()) {
    const { waits, asOf: composed = 0 } = (notification.data ?? {}) as Partial<PushMessage['notification']['data']>
    if (waits && composed < asOf && !hasMore && !waiting.includes(waits)) notification.close()
  }
  await showCount(notifications + messages)
}

/** Where a notification leads, on this site. */
function pathOf({ data }: Notification) {
  const to = URL.parse(String(data?.navigate ?? '/'), location.origin)
  // Two slashes would begin another site's address.
  return to ? to.pathname.replace(/^\/+/, '/') + to.search + to.hash : '/'
}

/** Shows a screen in a window that is open, else in a new one. */
async function open(path: string) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The last one that had the focus comes first.
  const [first] = windows
  if (!first) return void (await self.clients.openWindow(path))
  // Browsers allow this for a moment after a tap, and some not at all.
  const window = await first.focus().catch(() => first)
  if (await isOpenedBy(window, path)) return
  // A page that sleeps or is of another version is loaded anew; one that this worker does not lead cannot be.
  await window.navigate(path).catch(() => self.clients.openWindow(path))
}

/** Asks a window to go there, which keeps what is typed in it. */
function isOpenedBy(window: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(done => {
    port1.onmessage = () => done(true)
    setTimeout(() => done(false), answerWithinMs)
    window.postMessage({ open: path }, [port2])
  })
}

/** Not every browser's types know it. */
type SubscriptionChange = {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** The push service has given this device another address; the app looks too, each time it starts. */
async function renew(
  before: SubscriptionChange['oldSubscription'],
  after: SubscriptionChange['newSubscription'],
): Promise<void> {
  const applicationServerKey = before?.options.applicationServerKey
  if (!after && !applicationServerKey) return
  const subscription =
    after ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: applicationServerKey ?? null,
    }))
  const token = (await self.cookieStore?.get('XSRF-TOKEN'))?.value
  // Without it the server refuses; the app then does this when it starts.
  if (!token) return
  await fetch('/api/push-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
    body: JSON.stringify(subscription),
  })
}
