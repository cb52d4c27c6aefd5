import { readNotifications, unread } from '@papadag/contract/notifications'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import type { Page } from '@playwright/test'
import { newFather, newPlaydate, signIn, unique } from '../../tools/father.ts'
import { askNobody, cardOf, join, toasts } from '../../tools/screens.ts'
import { acquainted, send, write } from '../support/chat.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', viewport: { width: 390, height: 844 } })

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** He has not been asked yet. */
const undecided = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))

const question = 'Zullen we het zeggen als het niet doorgaat?'
const card = (page: Page) => page.getByRole('complementary', { name: question })

test('an iPhone outside the home screen shows its owner, in the settings and on the card, how to get notifications', async ({
  page,
  father,
  product,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const { title } = await newPlaydate(host)
  await page.addInitScript(agent => {
    Reflect.deleteProperty(window, 'PushManager')
    Object.defineProperty(navigator, 'userAgent', { get: () => agent })
  }, iPhone)
  await signIn(page, father)
  await page.goto('/profile?tab=settings&section=notifications')
  const section = page.getByRole('region', { name: 'Wat je hoort, en wanneer' })
  await expect(section.getByRole('status').filter({ hasText: 'Op iPhone en iPad werken meldingen' })).toBeVisible()
  await section.getByRole('button', { name: 'Hoe doe ik dat?' }).click()
  await expect(page.getByRole('dialog')).toContainText('beginscherm')

  await page.clock.install()
  await page.goto('/playdates')
  await join(cardOf(page, title))
  await expect(cardOf(page, title).getByText('Je gaat mee')).toBeVisible()
  await page.clock.runFor(5000)
  await expect(card(page)).toContainText('Op iPhone en iPad kan dat zodra Papadag op je beginscherm staat.')
  await expect(card(page).getByRole('button', { name: 'Ja, graag' })).toHaveCount(0)
  await card(page).getByRole('button', { name: 'Hoe doe ik dat?' }).click()
  await expect(page.getByRole('dialog', { name: 'Papadag op je beginscherm' })).toContainText('beginscherm')
  await expect(card(page)).toHaveCount(0)
})

test('a father who plans his first playdate is asked about notifications too', async ({ page, father }) => {
  await undecided(page)
  await signIn(page, father)
  await page.goto('/create')
  await page.getByLabel('Wat gaan we doen?').fill(unique('Hutten bouwen'))
  await page.getByLabel('Waar?').fill('Het Twiske')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await askNobody(page)
  await expect(card(page).getByRole('button', { name: 'Ja, graag' })).toBeVisible()
})

test('a father who writes his first message is asked about notifications too', async ({ anotherBrowser, product }) => {
  const { kwame, id } = await acquainted(product.url)
  const page = await anotherBrowser({ as: kwame })
  await undecided(page)
  await page.goto(`/chat/${id}`)
  await expect(card(page)).toHaveCount(0)
  await write(page, 'Neem jij de stroop mee?')
  await expect(card(page).getByRole('button', { name: 'Ja, graag' })).toBeVisible()
})

test('the app’s badge shows the unread number, and disappears with it', async ({ page, product }) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const { id: playdateId } = await newPlaydate(kwame)
  await page.addInitScript(() => {
    const set = async (count = 0) => void Object.assign(window, { badge: count })
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set() })
  })
  const badge = () => page.evaluate(() => (window as unknown as { badge?: number }).badge)
  const counted = async () => {
    const { notifications, messages } = await kwame.client.call(unread)
    return notifications + messages
  }
  await signIn(page, kwame)
  await page.goto('/')
  await expect.poll(badge, 'what Thijs has answered').toBe(1)
  await thijs.client.call(joinPlaydate, { params: { id: playdateId }, body: {} })
  await expect.poll(badge).toBe(2)
  await send(thijs, id, 'Tot morgen')
  await send(thijs, id, 'Laarzen mee')
  await expect.poll(badge).toBe(4)
  expect(await counted()).toBe(4)
  await page.goto(`/chat/${id}`)
  await expect.poll(badge, 'that somebody joins').toBe(1)
  await kwame.client.call(readNotifications, { body: {} })
  await expect.poll(badge).toBe(0)
  expect(await counted()).toBe(0)
  await expect(toasts(page).getByRole('alert')).toHaveCount(0)
})
