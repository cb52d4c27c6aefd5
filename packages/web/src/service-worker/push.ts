import type { unread } from '@papadag/contract/notifications'
import type { PushMessage } from '@papadag/contract/push'
import type { Reply } from '@papadag/contract/route'

declare const self: ServiceWorkerGlobalScope

type Shown = Partial<PushMessage['notification']>
type Unread = Reply<typeof unread>

/** How long a window may take to confirm that it opens the screen itself. */
const answerWithinMs = 1500
/** How long receipts are gathered before they are sent. */
const gatherMs = 1000
/** As many as the server takes (`limits.pushReceipts`); importing it would bring all limits along. */
const receiptsAtOnce = 50

/**
 * Handles push messages. They are declarative: browsers that support this show them without a worker, all others pass
 * them to this one.
 */
export function listenForPush() {
  self.addEventListener('push', event => event.waitUntil(received(event)))
  self.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(act(event))
  })
  self.addEventListener('message', event => {
    // Sent by the app with the server's latest unread counts.
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
 * Shows and closes notifications one at a time: closing one that was just replaced would close the new one with the
 * same tag. Nothing in the queue waits for the network, so the next push message is never delayed.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work)
  last = done.catch(() => {})
  return done
}

/** Where the browser shows a declarative message by itself, it passes what it will show instead of the message. */
type Received = PushEvent & { notification?: Notification | null }

async function received({ data, notification }: Received) {
  const message = data ? read(data) : undefined
  const about = (message?.data ?? notification?.data) as Partial<PushMessage['notification']['data']> | undefined
  await Promise.all([
    notification && !data ? undefined : show(message ?? {}),
    about?.receipt === undefined ? undefined : acknowledge(about.receipt),
  ])
}

/** What the server has not yet been told, in one call for all that came at once. */
const unacknowledged = new Set<string>()

async function acknowledge(receipt: string) {
  unacknowledged.add(receipt)
  await new Promise(done => setTimeout(done, gatherMs))
  const ids = [...unacknowledged].slice(-receiptsAtOnce)
  if (ids.length === 0) return
  unacknowledged.clear()
  const answer = await fetch('/api/push/receipts', {
    method: 'POST',
    // It acts for no member, and tells nobody's session.
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  }).catch(() => undefined)
  // The next message takes them along.
  if (!answer?.ok) for (const id of ids) unacknowledged.add(id)
}

/** Always shows a notification: browsers revoke the permission of sites that do not. */
async function show(message: Shown) {
  await inTurn(() => display(message))
  if (!(await self.registration.getNotifications()).some(({ data: about }) => about?.waits)) return
  const answer = await fetch('/api/notifications/unread').catch(() => undefined)
  if (!answer?.ok) return
  const heard: Unread = await answer.json()
  await inTurn(() => closeRead(heard))
}

async function display(message: Shown) {
  const { title = 'Papadag', body, lang, navigate, tag, silent, actions, data: about, app_badge: badge } = message
  const isRepeat = tag !== undefined && (await isShown(tag, title, body))
  await self.registration.showNotification(title, {
    ...(body !== undefined && { body }),
    ...(lang !== undefined && { lang }),
    ...(actions && { actions }),
    // A replacement alerts again, unless the same notification was sent twice.
    ...(tag !== undefined && { tag, renotify: !isRepeat && !silent }),
    silent: silent ?? false,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { ...about, navigate },
  } satisfies NotificationOptions & { renotify?: boolean; actions?: Shown['actions'] })
  if (badge !== undefined) await showCount(Number(badge))
}

function read(data: PushMessageData): Shown {
  try {
    return (data.json() as PushMessage | undefined)?.notification ?? {} // our own server's; whatever is missing has a stand-in
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
  // Browsers may refuse this if the app is not installed.
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** Closes what has been read. Counts older than a notification are ignored for it, since they were made before it. */
async function closeRead({ waiting, hasMore, asOf, notifications, messages }: Unread) {
  for (const notification of await self.registration.getNotifications()) {
    const { waits, asOf: composed = 0 } = (notification.data ?? {}) as Partial<PushMessage['notification']['data']>
    if (waits && composed < asOf && !hasMore && !waiting.includes(waits)) notification.close()
  }
  await showCount(notifications + messages)
}

/** Sends the answer chosen with a notification's button, and shows the screen if that is not possible from here. */
async function act({ action, notification }: NotificationEvent) {
  const { playdateId } = (notification.data ?? {}) as Partial<PushMessage['notification']['data']>
  const isAnswer = playdateId !== undefined && (action === 'coming' || action === 'notComing')
  if (isAnswer && (await sent(`/api/playdates/${playdateId}/confirm`, { coming: action === 'coming' }))) return
  await open(pathOf(notification))
}

/** Whether the server has accepted a write of the member who is logged in here. */
async function sent(address: string, body: unknown): Promise<boolean> {
  const token = (await self.cookieStore?.get('XSRF-TOKEN'))?.value
  if (!token) return false
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  return answer?.ok === true
}

/** The address a notification leads to, on this site. */
function pathOf({ data }: Notification) {
  const to = URL.parse(String(data?.navigate ?? '/'), location.origin)
  // Two slashes would begin another site's address.
  return to ? to.pathname.replace(/^\/+/, '/') + to.search + to.hash : '/'
}

/** Shows a screen in an open window, or else in a new one. */
async function open(path: string) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The most recently focused window comes first.
  const [first] = windows
  if (!first) return void (await self.clients.openWindow(path))
  // Browsers allow this only briefly after a click, and some never do.
  const window = await first.focus().catch(() => first)
  if (await isOpenedBy(window, path)) return
  // A frozen page, or one of another version, is reloaded; a window that this worker does not control cannot be.
  await window.navigate(path).catch(() => self.clients.openWindow(path))
}

/** Asks a window to navigate itself, which keeps typed input. */
function isOpenedBy(window: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(done => {
    port1.onmessage = () => done(true)
    setTimeout(() => done(false), answerWithinMs)
    window.postMessage({ open: path }, [port2])
  })
}

/** Missing from the types of some browsers. */
type SubscriptionChange = {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** The push service has given this device a new endpoint; the app also checks at each start. */
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
  // If that fails, the app reports it at its next start.
  await sent('/api/push-subscriptions', subscription)
}
