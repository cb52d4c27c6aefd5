import { vi } from 'vitest'

type Shown = { title: string; data?: unknown; tag?: string; body?: string; close(): void }
type Options = Record<string, unknown> & { tag?: string; body?: string; data?: unknown }

/** Stands in for the browser around a service worker: what the worker hears, and what it shows. */
export function serviceWorker() {
  const listeners = new Map<string, (event: unknown) => void>()
  const notifications: (Shown & Options)[] = []
  const badges: number[] = []
  const subscribe = vi.fn(async (options: unknown) => ({ toJSON: () => ({ renewedWith: options }) }))
  const windows: unknown[] = []
  const openWindow = vi.fn(async (_: string) => null)
  const worker = {
    listeners,
    notifications,
    /** What the badge of the app was set to. */
    badges,
    subscribe,
    /** The open windows, the last focused one first. */
    windows,
    openWindow,
    skipWaiting: vi.fn(async () => {}),
    claim: vi.fn(async () => {}),
    preload: vi.fn(async () => {}),
    /** Tells the worker of an event, and waits for what it does. */
    async fire(name: string, event: object = {}) {
      const waits: Promise<unknown>[] = []
      listeners.get(name)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) })
      await Promise.all(waits)
    },
  }
  vi.stubGlobal('self', {
    addEventListener(name: string, listen: (event: unknown) => void) {
      const before = listeners.get(name)
      listeners.set(name, event => {
        before?.(event)
        listen(event)
      })
    },
    registration: {
      async getNotifications({ tag }: { tag?: string } = {}) {
        return notifications.filter(one => tag === undefined || one.tag === tag)
      },
      async showNotification(title: string, options: Options) {
        const at = notifications.findIndex(one => options.tag !== undefined && one.tag === options.tag)
        if (at >= 0) notifications.splice(at, 1)
        const shown = {
          ...options,
          title,
          body: options.body ?? '',
          close: () => void notifications.splice(notifications.indexOf(shown), 1),
        }
        notifications.push(shown)
      },
      pushManager: { subscribe },
      navigationPreload: { enable: worker.preload },
    },
    clients: { matchAll: async () => windows, openWindow, claim: worker.claim },
    skipWaiting: worker.skipWaiting,
    cookieStore: { get: async () => ({ value: 'token' }) },
  })
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  })
  return worker
}
