import { pushDevices } from '@papadag/contract/push'
import { editSettings, settings as settingsOf } from '@papadag/contract/users/users'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newFather, signIn } from '../../tools/father.ts'
import { press, pusher, shown, subscribeHere, test } from '../support/push.ts'
import { expect } from '../support/test.ts'

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  ...inWholeChromium,
})

test('read notifications are closed, but none newer than the server’s answer', async ({ page, context, product }) => {
  await context.grantPermissions(['notifications'])
  await page.goto(`${product.url}/auth`)
  const push = await pusher(page)
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const show = registration.showNotification.bind(registration)
    Object.assign(globalThis, { timesShown: 0 })
    registration.showNotification = async (...what) => {
      await show(...what)
      ;(globalThis as unknown as { timesShown: number }).timesShown += 1
    }
  })
  const timesShown = () => worker?.evaluate(() => (globalThis as unknown as { timesShown: number }).timesShown)
  let pushes = 0
  // Pushes and messages reach the service worker by two routes, in no particular order, so each push is shown before
  // the next step.
  const told = async (title: string, waits: string, asOf: number) => {
    await push(JSON.stringify({ notification: { title, tag: title, data: { waits, asOf } } }))
    pushes += 1
    await expect.poll(timesShown).toBe(pushes)
  }
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
  // The chat's next message replaces the first, and an older answer arrives late.
  await told('Bericht', 'chat-1', 400)
  await hear({ asOf: 350, waiting: [] })
  await expect.poll(titles).toEqual(['Bericht'])
  await hear({ asOf: 401, waiting: [] })
  await expect.poll(titles).toEqual([])
})

test('pressing a notification without a window opens a new one, and an unreadable message is still shown', async ({
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

test('the settings show this device’s state, send a test, and sign it off', async ({
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
  const section = page.getByRole('region', { name: 'Wat je hoort, en wanneer' })
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
  const evening = section.getByRole('switch', { name: 'De avond voor mijn papadag Apparaat' })
  await expect(evening).toBeDisabled()
  await father.client.call(editSettings, { body: { papaDays: ['wed-am'] } })
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
  await section.getByLabel('De avond ervoor, om').selectOption('18:00')
  await evening.click()
  await expect(section.getByLabel('De avond ervoor, om')).toHaveCount(0)
  await expect
    .poll(async () => (await father.client.call(settingsOf)).notifications)
    .toMatchObject({ eveningHour: 18, push: { evening: false } })

  // The push service gives the device a new endpoint while no window is open.
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
