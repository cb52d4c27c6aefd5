import { startChat } from '@papadag/contract/chat'
import type { Page } from '@playwright/test'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newFather, signIn } from '../../tools/father.ts'
import { toasts, untilServed } from '../../tools/screens.ts'
import { write } from '../support/chat.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

// Keys that belong to the device, not to a user (safety S20).
const deviceKeys =
  /^(language|theme|privacy_consent|privacy_preferences|pwa_.+|location_asked|has_account|map_app|logged_out|today_height|weekend_read)$/

test.use({ ...inWholeChromium, serviceWorkers: 'allow' })

/** Everything stored in this browser except the device's keys. */
function kept(page: Page) {
  return page.evaluate(async () => {
    const shell = /^\/(|assets\/.+|fonts\/.+|icons\/.+|.+\.(?:js|css|svg|png|webp|woff2|webmanifest|ico))$/
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url)
        if (!shell.test(pathname)) cached.push(pathname)
      }
    }
    return {
      keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort(),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? '').sort(),
      cached,
    }
  })
}

async function nothingOfHim(page: Page) {
  await expect(async () => {
    const { keys, databases, cached } = await kept(page)
    expect(keys.filter(key => !deviceKeys.test(key))).toEqual([])
    expect(databases).toEqual([])
    expect(cached).toEqual([])
  }).toPass()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Profielmenu van Jan' }).click()
  await page.getByRole('menuitem', { name: 'Uitloggen' }).click()
}

/** Leaves a draft, cached chat messages and the app's caches behind. */
async function leaveTraces(page: Page, chatPath: string) {
  await page.goto('/create')
  await page.getByLabel('Wat gaan we doen?').fill('Geheim plan')
  await untilServed(page)
  await page.goto(chatPath)
  await write(page, 'Tot zo, bij de zandbak')
  await expect(page.getByText('Tot zo, bij de zandbak').first()).toBeVisible()
  await expect(async () => {
    const { keys, databases } = await kept(page)
    expect(keys.some(key => key.startsWith('draft:'))).toBe(true)
    expect(databases.some(name => name.startsWith('papadag-chat-'))).toBe(true)
  }).toPass()
}

test('after logging out only the device’s own settings are left, in every tab', async ({ page, product, father }) => {
  const friend = await newFather(product.url, 'Joost')
  const { id } = await father.client.call(startChat, { body: { participants: [friend.user.id] } })
  await signIn(page, father)
  const other = await page.context().newPage()
  await leaveTraces(other, `/chat/${id}`)
  await leaveTraces(page, `/chat/${id}`)

  await page.bringToFront()
  await logOut(page)
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL('/auth')
  await nothingOfHim(page)
  await nothingOfHim(other)
})

test.describe('without a network', () => {
  test.use({ expectedComplaints: withoutNetwork })

  test('a father who logs out offline leaves nothing behind, and the server learns of it later', async ({
    page,
    product,
    father,
  }) => {
    const friend = await newFather(product.url, 'Joost')
    const { id } = await father.client.call(startChat, { body: { participants: [friend.user.id] } })
    await signIn(page, father)
    await leaveTraces(page, `/chat/${id}`)

    await page.context().setOffline(true)
    await logOut(page)
    await expect(toasts(page)).toContainText('Uitloggen mislukt')
    await expect(page).toHaveURL('/auth')
    await nothingOfHim(page)

    const told = page.waitForResponse(response => response.url().endsWith('/api/logout') && response.ok())
    await page.context().setOffline(false)
    await told
    await page.reload()
    await expect(page).toHaveURL('/auth')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('logged_out'))).toBeNull()
  })

  test('a father who logged out offline and closed the app is not let in when it opens with a connection', async ({
    page,
    father,
  }) => {
    await signIn(page, father)
    await page.goto('/playdates')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilServed(page)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await logOut(page)
    await expect(page).toHaveURL('/auth')
    const context = page.context()
    await page.close()

    await context.setOffline(false)
    const next = await context.newPage()
    const told = next.waitForResponse(response => response.url().endsWith('/api/logout') && response.ok())
    await next.goto('/playdates')
    await expect(next).toHaveURL(/\/auth/)
    await told
    await expect.poll(() => next.evaluate(() => localStorage.getItem('logged_out'))).toBeNull()
    await next.reload()
    await expect(next).toHaveURL(/\/auth/)
  })
})
