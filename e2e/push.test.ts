import { readNotifications } from '@papadag/contract/notifications'
import { deletePlaydate, editPlaydate, undoCancel } from '@papadag/contract/playdates'
import { pushDevices } from '@papadag/contract/push'
import { editSettings, settings as settingsOf } from '@papadag/contract/users'
import type { BrowserContext, Page } from '@playwright/test'
import { startPushStandIn } from '../packages/server/src/testing/push-stand-in.ts'
import { createDatabase } from '../scripts/postgres.ts'
import { inWholeChromium } from './support/browsers.ts'
import { newFather, newPlaydate, signIn } from './support/father.ts'
import { type Product, startProduct, temporaryDataDir } from './support/product.ts'
import { cardOf, join, toasts } from './support/screens.ts'
import { test as base, expect } from './support/test.ts'

type PushStandIn = Awaited<ReturnType<typeof startPushStandIn>>

/** A Papadag whose devices a push service on this machine serves. */
const test = base.extend<object, { service: PushStandIn; product: Product }>({
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

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  ...inWholeChromium,
})

/** The browser of these tests reaches no push service of its own: it subscribes at the one on this machine. */
async function subscribeHere(context: BrowserContext, service: PushStandIn, name: string) {
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

/** Hands the service worker what the push service decrypted, as a browser does. */
async function courier(page: Page, service: PushStandIn, name: string) {
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

/** What stands on the screen of this device. */
const shown = (page: Page) =>
  page.evaluate(async () =>
    ((await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []).map(({ title, tag }) => ({
      title,
      tag,
    })),
  )

/** Presses the notification that is shown; a browser without a screen has nobody who could. */
async function press(context: BrowserContext) {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    // The tests' types are a page's.
    const self = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const [notification] = await self.registration.getNotifications()
    const Pressed = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent
    self.dispatchEvent(new Pressed('notificationclick', { notification }))
  })
}

test('a father who joins is asked once, and hears on his phone that it moved, is off and takes place after all', {
  tag: '@both-databases',
}, async ({ page, context, product, service }) => {
  const name = `phone-${Date.now()}`
  await subscribeHere(context, service, name)
  const [host, guest] = [await newFather(product.url, 'Thijs'), await newFather(product.url, 'Jeroen')]
  await guest.client.call(editSettings, { body: { notifications: { quietHours: null } } })
  const playdate = await newPlaydate(host, { title: 'Hutten bouwen' })
  const params = { id: playdate.id }
  await signIn(page, guest)
  await page.goto(`${product.url}/playdates`)
  await join(cardOf(page, 'Hutten bouwen'))
  const card = page.getByRole('complementary', { name: 'Zullen we het zeggen als het niet doorgaat?' })
  await card.getByRole('button', { name: 'Ja, graag' }).click()
  await expect(toasts(page).getByText('Meldingen staan aan op dit apparaat')).toBeVisible()
  await expect(card).toHaveCount(0)
  expect(await guest.client.call(pushDevices)).toMatchObject([{ name: 'Chrome, Windows' }])

  await page.goto(`${product.url}/`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    Object.assign(window, { isStillThisPage: true })
  })
  const deliver = await courier(page, service, name)
  await host.client.call(editPlaydate, {
    params,
    body: { ...playdate, description: null, location: 'Het Twiske' },
  })
  const tag = `playdate-${playdate.id}`
  expect(await deliver()).toMatchObject({ title: 'Speelafspraak gewijzigd', tag, lang: 'nl' })
  await expect.poll(() => shown(page)).toEqual([{ title: 'Speelafspraak gewijzigd', tag }])

  await press(context)
  await expect(page.getByRole('dialog', { name: 'Hutten bouwen' })).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/playdates?open=${playdate.id}`)
  expect(await page.evaluate(() => 'isStillThisPage' in window), 'nothing typed is lost').toBe(true)
  await expect.poll(() => shown(page)).toEqual([])

  await page.goto(`${product.url}/`)
  await host.client.call(deletePlaydate, { params })
  expect(await deliver()).toMatchObject({ title: 'Speelafspraak gaat niet door', tag })
  await expect.poll(() => shown(page)).toMatchObject([{ tag }])
  await host.client.call(undoCancel, { params })
  expect(await deliver()).toMatchObject({ title: 'Speelafspraak gaat toch door', tag })
  await expect
    .poll(() => shown(page), 'one takes the place of the other')
    .toEqual([{ title: 'Speelafspraak gaat toch door', tag }])
  // Read on another device.
  await guest.client.call(readNotifications, { body: {} })
  await expect.poll(() => shown(page)).toEqual([])
})

/** Hands the service worker of a page what it is told, as the browser's push service does. */
async function pusher(page: Page) {
  // One that is only about to be active gets none.
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

test('what was read goes from the screen, but nothing that an answer cannot know of', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['notifications'])
  await page.goto(`${product.url}/auth`)
  const push = await pusher(page)
  const told = (title: string, waits: string, asOf: number) =>
    push(JSON.stringify({ notification: { title, tag: title, data: { waits, asOf } } }))
  const hear = (unread: { asOf: number; waiting: string[]; hasMore?: boolean }) =>
    page.evaluate(async heard => {
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ unread: { notifications: 0, messages: 0, hasMore: false, ...heard } })
    }, unread)
  const titles = async () => (await shown(page)).map(({ title }) => title).sort()
  for (const [title, waits, asOf] of [
    ['Oud', 'notice-1', 100],
    ['Nieuw', 'notice-2', 300],
    ['Bericht', 'chat-1', 100],
  ] as const)
    await told(title, waits, asOf)
  await expect.poll(titles).toEqual(['Bericht', 'Nieuw', 'Oud'])
  await hear({ asOf: 200, waiting: [], hasMore: true })
  await hear({ asOf: 200, waiting: ['chat-1'] })
  await expect.poll(titles, 'the new one is unknown at 200, the message is unread').toEqual(['Bericht', 'Nieuw'])
  // The next message of that chat takes the place of the first, and an answer from before comes late.
  await told('Bericht', 'chat-1', 400)
  await hear({ asOf: 350, waiting: [] })
  await expect.poll(titles).toEqual(['Bericht'])
  await hear({ asOf: 401, waiting: [] })
  await expect.poll(titles).toEqual([])
})

test('without a window a press opens a new one, and what cannot be read is shown all the same', async ({
  page,
  context,
  product,
  service,
}) => {
  await subscribeHere(context, service, `phone-${Date.now()}`)
  await page.goto(`${product.url}/auth`)
  const push = await pusher(page)
  await push('no JSON')
  await expect.poll(() => shown(page)).toEqual([{ title: 'Papadag', tag: '' }])
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const self = globalThis as unknown as {
      clients: { openWindow: (path: string) => Promise<null>; matchAll: () => Promise<unknown[]> }
    }
    self.clients.matchAll = async () => []
    self.clients.openWindow = async path => {
      Object.assign(self, { opened: path })
      return null
    }
  })
  const opened = () => worker?.evaluate(() => (globalThis as unknown as { opened?: string }).opened)
  await press(context)
  await expect.poll(opened).toBe('/')
  await expect.poll(() => shown(page)).toEqual([])
  await push(
    JSON.stringify({ notification: { title: 'Elders', tag: 'x', navigate: 'https://elsewhere.example/chat/3?a=1' } }),
  )
  await expect.poll(() => shown(page)).toEqual([{ title: 'Elders', tag: 'x' }])
  await press(context)
  await expect.poll(opened, 'never another site').toBe('/chat/3?a=1')
})

test('the settings say what is true of this device, send a test, and sign it off', async ({
  page,
  context,
  product,
  service,
}) => {
  const name = `phone-${Date.now()}`
  await subscribeHere(context, service, name)
  const father = await newFather(product.url)
  await signIn(page, father)
  await page.goto(`${product.url}/profile?tab=settings&section=notifications`)
  const section = page.getByRole('region', { name: 'Meldingen', exact: true })
  await expect(section.getByText('Dit apparaat krijgt nog geen meldingen.')).toBeInViewport()
  await section.getByRole('button', { name: 'Aanzetten' }).click()
  await expect(section.getByText('Aan op dit apparaat')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Apparaten met meldingen' }).getByText('Chrome, Windows')).toBeVisible()

  await section.getByRole('button', { name: 'Stuur een test' }).click()
  await expect
    .poll(() => service.received.filter(({ path }) => path === `/${name}`).map(each => each.message.notification.title))
    .toEqual(['Het werkt'])

  const nearby = section.getByRole('switch', { name: /^Nieuwe speelafspraken bij mij in de buurt/ })
  await expect(nearby).toBeDisabled()
  await section.getByRole('switch', { name: 'Berichten Apparaat' }).click()
  await section.getByLabel('Eerste herinnering').selectOption('24 uur van tevoren')
  await section.getByLabel('Tweede herinnering').selectOption('Geen')
  await section.getByLabel('Stil tot').fill('06:30')
  await section.getByLabel('Stil tot').blur()
  await expect
    .poll(async () => (await father.client.call(settingsOf)).notifications)
    .toMatchObject({
      push: { messages: false, playdates: true },
      remindBeforeMin: [1440],
      quietHours: { from: '21:00', to: '06:30' },
      timeZone: 'Europe/Amsterdam',
    })
  await page.reload()
  await expect(section.getByText('Aan op dit apparaat')).toBeVisible()
  await expect(section.getByLabel('Stil tot')).toHaveValue('06:30')

  // The push service gives the device another address while no window is there to notice.
  const renewed = service.subscription(`${name}-again`)
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(newSubscription => {
    const self = globalThis as unknown as EventTarget & { ExtendableEvent: new (type: string) => Event }
    self.dispatchEvent(Object.assign(new self.ExtendableEvent('pushsubscriptionchange'), { newSubscription }))
  }, renewed)
  await expect.poll(async () => (await father.client.call(pushDevices)).length).toBe(2)

  await section.getByRole('button', { name: 'Uitzetten' }).click()
  await expect(section.getByText('Dit apparaat krijgt nog geen meldingen.')).toBeVisible()
  expect(await father.client.call(pushDevices)).toHaveLength(1)
})

test('who does not want notifications now is not asked again', async ({ page, context, product, service }) => {
  await subscribeHere(context, service, `phone-${Date.now()}`)
  const [host, guest] = [await newFather(product.url, 'Thijs'), await newFather(product.url, 'Jeroen')]
  for (const title of ['Kastelen bouwen', 'Kastanjes zoeken']) await newPlaydate(host, { title })
  await signIn(page, guest)
  await page.goto(`${product.url}/playdates`)
  const card = page.getByRole('complementary', { name: 'Zullen we het zeggen als het niet doorgaat?' })
  await join(cardOf(page, 'Kastelen bouwen'))
  await card.getByRole('button', { name: 'Niet nu' }).click()
  await expect(card).toHaveCount(0)
  await page.clock.install()
  await page.reload()
  await join(cardOf(page, 'Kastanjes zoeken'))
  await expect(cardOf(page, 'Kastanjes zoeken').getByText('Je gaat mee')).toBeVisible()
  // The card comes two seconds later, if it comes.
  await page.clock.runFor(5000)
  await page.waitForLoadState('networkidle')
  await expect(card).toHaveCount(0)
  expect(await guest.client.call(pushDevices)).toEqual([])
})
