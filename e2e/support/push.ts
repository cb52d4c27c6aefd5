import { type BrowserContext, expect, type Page } from '@playwright/test'
import { startPushStandIn } from '../../packages/server/src/testing/push-stand-in.ts'
import { createDatabase } from '../../tools/postgres.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { test as base } from './test.ts'

export type PushStandIn = Awaited<ReturnType<typeof startPushStandIn>>

/** A Papadag whose devices are served by a push service on this machine. */
export const test = base.extend<object, { service: PushStandIn; product: Product }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here that it needs no other fixture
    async ({}, use) => {
      const service = await startPushStandIn()
      await use(service)
      service.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ service, database }, use, { parallelIndex }) => {
      const { dataDir, remove } = temporaryDataDir()
      const { TEST_DATABASE_URL: server = '' } = process.env
      const name = `push_${parallelIndex}_${Date.now()}`
      const product = await startProduct({
        DATA_DIR: dataDir,
        DEMO: 'off',
        ...service.env,
        ...(database === 'postgres' ? { DATABASE_URL: createDatabase(server, name) } : {}),
      })
      await use(product)
      await product.kill()
      remove()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

/** The test browser cannot reach a push service, so it subscribes at the one on this machine. */
export async function subscribeHere(context: BrowserContext, service: PushStandIn, name: string) {
  const { endpoint, keys } = service.subscription(name)
  await context.grantPermissions(['notifications'])
  await context.addInitScript(
    ([address, given]) => {
      const kept = 'subscribed-here'
      const subscription = (key: string) => ({
        endpoint: address,
        options: { applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
        toJSON: () => ({ endpoint: address, keys: given }),
        unsubscribe: async () => localStorage.removeItem(kept) === undefined,
      })
      const known = () => localStorage.getItem(kept)
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (known() ? subscription(known() ?? '') : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          localStorage.setItem(kept, JSON.stringify([...applicationServerKey]))
          return subscription(known() ?? '')
        },
      })
    },
    [endpoint, keys] as const,
  )
}

/** Hands the service worker a message that the push service has decrypted, as a browser does. */
export async function courier(page: Page, service: PushStandIn, name: string) {
  const push = await pusher(page)
  let delivered = 0
  return async () => {
    const mine = () => service.received.filter(({ path }) => path === `/${name}`)
    await expect.poll(() => mine().length).toBeGreaterThan(delivered)
    const { message } = mine()[delivered] ?? {}
    delivered += 1
    await push(JSON.stringify(message))
    return message?.notification
  }
}

/** The notifications shown on this device. */
export const shown = (page: Page) =>
  page.evaluate(async () =>
    ((await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []).map(({ title, tag }) => ({
      title,
      tag,
    })),
  )

/** Clicks the notification, which nobody can do in a headless browser. */
export async function press(context: BrowserContext) {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    // TypeScript treats the tests as page scripts.
    const self = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const [notification] = await self.registration.getNotifications()
    const Pressed = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent
    self.dispatchEvent(new Pressed('notificationclick', { notification }))
  })
}

/** Hands an event to a page's service worker, as the browser's push service does. */
export async function pusher(page: Page) {
  // A worker that is still activating gets no events.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active && active.state !== 'activated')
      await new Promise(changed => active.addEventListener('statechange', changed, { once: true }))
  })
  const session = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>(resolve =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  return async (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: await registrationId,
      data,
    })
}
