import { msg } from '@lingui/core/macro'
import { type PushDevice, pushDevices, pushKey, subscribe, unsubscribe } from '@papadag/contract/push'
import { deviceName } from '@papadag/contract/users/device-name'
import { useEffect } from 'react'
import { activeRegistration, serviceWorkers } from '../../platform/browser/service-worker.ts'
import { browserStorage } from '../../platform/browser/storage.ts'
import { CallError, call } from '../../platform/data/call.ts'
import { useRead } from '../../platform/data/data.ts'
import { reads } from '../../platform/data/reads.ts'
import { isApple, runsAsApp } from '../../platform/screen/install.ts'
import { notify } from '../../platform/screen/notices.ts'
import { createStore } from '../../platform/store.ts'

/** The state of push messages on this device. */
export type ThisDevice =
  | { status: 'looking' }
  /** The server sends no push messages. */
  | { status: 'off' }
  | { status: 'unsupported' }
  /** Apple's phones and tablets require the app on the home screen. */
  | { status: 'install' }
  /** Refused in the browser, which does not ask again. */
  | { status: 'denied' }
  | { status: 'ask' }
  | { status: 'on'; device: PushDevice }
  /** The server could not be reached. */
  | { status: 'unknown'; retry: () => void }

type Browser = { permission: NotificationPermission; fingerprint: string | undefined }

/** The browser's state; undefined until it is known. */
const browser = createStore<Browser | undefined>(undefined)
// While this key is stored, the user wants push messages on this device; a lost subscription is renewed.
const wishOf = (userId: number) => `push_on_${userId}`

function isSupported() {
  return serviceWorkers() !== undefined && 'PushManager' in window && 'Notification' in window
}

export function useThisDevice(): ThisDevice {
  const key = useRead(pushKey, {})
  const devices = useRead(pushDevices, {})
  const found = browser.use()
  useEffect(() => {
    void readBrowser()
    // The user may have changed the permission in the browser's settings.
    document.addEventListener('visibilitychange', readBrowser)
    return () => document.removeEventListener('visibilitychange', readBrowser)
  }, [])
  const { error } = key
  if (error instanceof CallError && error.code === 'push.off') return { status: 'off' }
  if (!isSupported()) return { status: isApple() && !runsAsApp() ? 'install' : 'unsupported' }
  if ((found?.permission ?? Notification.permission) === 'denied') return { status: 'denied' }
  if (error || (devices.error && !devices.data))
    return { status: 'unknown', retry: () => void Promise.all([key.refetch(), devices.refetch()]) }
  if (!found || !devices.data || !key.data) return { status: 'looking' }
  const device = devices.data.find(({ fingerprint }) => fingerprint === found.fingerprint)
  return device && found.permission === 'granted' ? { status: 'on', device } : { status: 'ask' }
}

/** Asks the browser what is allowed here and what it is subscribed to. */
async function readBrowser() {
  if (!isSupported()) return
  const registration = await serviceWorkers()?.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const fingerprint = subscription ? await fingerprintOf(subscription) : undefined
  browser.set({ permission: Notification.permission, fingerprint })
}

/**
 * Lets the browser ask for permission and subscribes this device; returns whether that succeeded. Call it from a click.
 */
export async function switchOn(userId: number): Promise<boolean> {
  try {
    // Must come first: some browsers ask only in response to a click.
    if ((await Notification.requestPermission()) !== 'granted') return false
    await register(userId, await activeRegistration())
    return true
  } finally {
    await readBrowser()
  }
}

/** Ends push messages to a device; if it is this one, the browser's subscription is removed too. */
export async function switchOff(device: PushDevice, userId: number): Promise<void> {
  await call(unsubscribe, { params: { id: device.id } })
  const registration = await serviceWorkers()?.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription && (await fingerprintOf(subscription)) === device.fingerprint) {
    browserStorage.remove(wishOf(userId))
    await subscription.unsubscribe()
  }
  await Promise.all([readBrowser(), readDevices()])
}

/** Called at a start: tells the server this device's new endpoint if it has changed or was lost. */
export async function keepDevice(userId: number): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return
  const registration = await activeRegistration()
  const subscription = await registration.pushManager.getSubscription()
  const fingerprint = subscription ? await fingerprintOf(subscription) : undefined
  const known = browserStorage.get(wishOf(userId))
  // A device that was removed from another one stays off.
  if (known && fingerprint !== known) return register(userId, registration)
  if (!subscription) return
  const devices = await call(pushDevices, {})
  if (known) {
    const silent = devices.find(device => device.fingerprint === fingerprint && device.isSilent)
    return silent && renew(silent, subscription, userId)
  }
  // The subscription of an earlier session: his own is renewed for this session, anybody else's is ended.
  if (devices.some(device => device.fingerprint === fingerprint)) await register(userId, registration)
  else await subscription.unsubscribe()
  await readBrowser()
}

/** Subscribes this browser anew: the server sends, but nothing arrives. */
async function renew(device: PushDevice, subscription: PushSubscription, userId: number) {
  await call(unsubscribe, { params: { id: device.id } })
  await subscription.unsubscribe()
  await register(userId, await activeRegistration())
  notify({
    title: msg`Notifications set up again`,
    description: msg`This device had not answered for a while, so we have renewed them.`,
  })
}

async function register(userId: number, registration: ServiceWorkerRegistration) {
  const subscription = await subscriptionOf(registration)
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a subscription without keys')
  const name = deviceName(navigator.userAgent) ?? null
  await call(subscribe, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, name } })
  browserStorage.set(wishOf(userId), await fingerprintOf(subscription))
  await readDevices()
}

/** The browser's subscription for the server's current key. */
async function subscriptionOf({ pushManager }: ServiceWorkerRegistration) {
  const { key } = await call(pushKey, {})
  const applicationServerKey = bytesOf(key)
  const known = await pushManager.getSubscription()
  if (known && isSame(known.options.applicationServerKey, applicationServerKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

function readDevices() {
  return reads.invalidateQueries({ queryKey: ['/api/push-subscriptions'] })
}

function bytesOf(base64url: string) {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), byte => byte.charCodeAt(0))
}

function isSame(one: ArrayBuffer | null, other: Uint8Array) {
  const bytes = new Uint8Array(one ?? [])
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}

/** The server's fingerprint of a device's endpoint (contract/push.ts). */
async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return Array.from(hash.slice(0, 8), byte => byte.toString(16).padStart(2, '0')).join('')
}
