import type { Page } from '@playwright/test'
import { type Father, signIn } from '../../tools/father.ts'
import { logIn, toasts } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { aDevice, touch } from '../support/passkeys.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { test as base, expect } from '../support/test.ts'

/** Without `PUBLIC_URL` passkeys work on localhost alone. */
const test = base.extend({
  foreign: async ({ product }, use) => use([product.url]),
  product: [
    async ({ product }, use) => use({ ...product, url: product.url.replace('127.0.0.1', 'localhost') }),
    { scope: 'worker' },
  ],
})

test.use({ viewport: { width: 320, height: 700 }, contextOptions: { reducedMotion: 'reduce' } })

const phone = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  viewport: { width: 390, height: 844 },
  locale: 'nl-NL',
}

/** Logs in, and stays so. */
async function stay(page: Page, { user, password }: Father) {
  await page.goto('/auth')
  await page.getByRole('checkbox', { name: 'Onthoud dit apparaat' }).press(' ')
  await logIn(page, { username: user.username, password })
  await expect(page).toHaveURL('/')
}

const devices = '/profile?tab=settings&section=devices'
const isOut = (page: Page) => expect(page).toHaveURL(/\/auth/)

async function isWhole(page: Page, screen: string) {
  expect.soft((await contentsOf(page)).overflowing, screen).toEqual([])
  await expectNothing(page, screen)
}

test('a father is told of a new device where he was logged in before, and ends it there with one tap', async ({
  page,
  father,
  product,
  anotherBrowser,
}) => {
  await signIn(page, father)
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const stranger = await anotherBrowser({ ...phone, baseURL: product.url })
  await stay(stranger, father)

  // It arrives by itself.
  await expect(page.getByText('Nieuw apparaat: Chrome op Android')).toBeVisible()
  await isWhole(page, 'a new device')
  await page.getByRole('button', { name: 'Was ik niet: log het uit' }).press('Enter')
  await expect(toasts(page)).toContainText('Uitgelogd op dat apparaat')
  await isOut(stranger)
  await stranger.reload()
  await isOut(stranger)
  await expect(page.getByRole('button', { name: 'Was ik niet: log het uit' })).toBeHidden()
})

test('a remembered device is back in when its session has ended, until all others are logged out', async ({
  page,
  father,
  product,
  anotherBrowser,
}) => {
  const other = await anotherBrowser({ ...phone, baseURL: product.url })
  await stay(other, father)
  await other.context().clearCookies({ name: 'sid' })
  await other.goto('/playdates')
  await expect(other.getByRole('heading', { level: 1, name: 'Speelafspraken' })).toBeVisible()

  await stay(page, father)
  await page.goto(devices)
  await expect(page.getByRole('listitem').filter({ hasText: 'Chrome op Android' })).toBeVisible()
  await isWhole(page, 'devices')
  await page.getByRole('button', { name: 'Overal elders uitloggen' }).press('Enter')
  await expect(toasts(page)).toContainText('Overal elders uitgelogd')
  await isOut(other)
  await page.context().clearCookies({ name: 'sid' })
  await page.goto(devices)
  await expect(page.getByText('Dit apparaat', { exact: true }).first()).toBeVisible()
})

test('a passkey that is taken away logs out the device that came in with it', async ({
  page,
  father,
  product,
  anotherBrowser,
}) => {
  await signIn(page, father)
  await page.goto('/profile?tab=settings&section=account')
  const { cdp, authenticatorId } = await aDevice(page)
  await page.getByRole('button', { name: 'Passkey maken' }).press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'Nog niet gebruikt' })
  await expect(row).toBeVisible()
  await isWhole(page, 'passkeys')

  const thief = await anotherBrowser({ ...phone, baseURL: product.url })
  const copy = await aDevice(thief)
  for (const credential of (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials)
    await copy.cdp.send('WebAuthn.addCredential', { authenticatorId: copy.authenticatorId, credential })
  await touch(copy, true)
  await thief.goto('/auth')
  await expect(thief).toHaveURL('/')

  await page.getByRole('button', { name: /^Weghalen/ }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weghalen' }).press('Enter')
  await expect(toasts(page)).toContainText('De passkey werkt niet meer')
  await isOut(thief)
})
