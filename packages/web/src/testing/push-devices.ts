import type { PushDevice } from '@papadag/contract/push'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { showLanguage } from '../platform/language/language.ts'
import { daan, type Handlers, ok } from './stand-in-server.ts'

/** A device of a father as the server lists it. */
export const aDevice = (changes: Partial<PushDevice>): PushDevice => ({
  id: 1,
  name: 'Firefox',
  service: 'push.example',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSentAt: null,
  isSilent: false,
  fingerprint: 'another',
  ...changes,
})

/** What the server calls an endpoint. */
export async function fingerprintOf(endpoint: string) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return [...hash.slice(0, 8)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** 65 bytes, as base64url. */
export const serverKey = `${'-_'.repeat(43)}A`
/** While this is stored, Daan wants notifications on this device. */
export const wish = `push_on_${daan.id}`

/** The browser on this device, the devices that the server knows, and what either is told. */
export const push = {
  permission: 'default' as NotificationPermission,
  /** What he answers when he is asked. */
  answer: 'granted' as NotificationPermission,
  /** The endpoint it is subscribed to, and with which key. */
  endpoint: undefined as string | undefined,
  key: serverKey,
  keys: {} as Record<string, string>,
  devices: [] as PushDevice[],
  registered: [] as unknown[],
  unsubscribed: [] as string[],
}

export const pushHandlers: Handlers = {
  'GET /api/push-key': () => ok({ key: serverKey }),
  'GET /api/push-subscriptions': () => ok(push.devices),
  'POST /api/push-subscriptions': async body => {
    push.registered.push(body)
    push.devices = [aDevice({ id: 9, fingerprint: await fingerprintOf('https://push.example/new') })]
    return { status: 201, body: { id: 9 } }
  },
}

/** Gives each test a browser that can show notifications, and was never asked to. */
export function preparePush(): void {
  beforeEach(async () => {
    await showLanguage('en')
    Object.assign(push, { permission: 'default', answer: 'granted', endpoint: undefined, key: serverKey })
    Object.assign(push, { keys: { p256dh: 'p', auth: 'a' }, devices: [], registered: [], unsubscribed: [] })
    const registration = { pushManager: { getSubscription: async () => subscription(), subscribe } }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', {
      get permission() {
        return push.permission
      },
      async requestPermission() {
        push.permission = push.answer
        return push.permission
      },
    })
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
    })
  })
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    localStorage.removeItem(wish)
  })
}

const bytes = (of: string) =>
  Uint8Array.from(atob(of.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0))

function subscription() {
  const { endpoint } = push
  if (endpoint === undefined) return null
  return {
    endpoint,
    options: { applicationServerKey: push.key === '' ? null : bytes(push.key).buffer },
    toJSON: () => ({ endpoint, keys: push.keys }),
    async unsubscribe() {
      push.unsubscribed.push(endpoint)
      push.endpoint = undefined
      return true
    },
  }
}

async function subscribe({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) {
  expect([userVisibleOnly, applicationServerKey]).toEqual([true, bytes(serverKey)])
  Object.assign(push, { endpoint: 'https://push.example/new', key: serverKey })
  return subscription()
}

/** Lets this device's subscription be registered. */
export async function subscribeDevice(permission: NotificationPermission = 'granted') {
  Object.assign(push, { endpoint: 'https://push.example/mine', permission })
  const fingerprint = await fingerprintOf('https://push.example/mine')
  push.devices = [aDevice({ id: 1 }), aDevice({ id: 2, fingerprint })]
  localStorage.setItem(wish, fingerprint)
  return fingerprint
}

/** Makes the browser one of an iPhone, which can show notifications only from the home screen. */
export function onAnIPhone() {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 16_0)')
  Reflect.deleteProperty(globalThis, 'PushManager')
}
