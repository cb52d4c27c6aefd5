import type { Page } from '@playwright/test'
import { signIn, unique } from '../../tools/father.ts'
import { toasts } from '../../tools/screens.ts'
import { aDevice, type Device, lose, touch } from '../support/passkeys.ts'
import { test as base, expect } from '../support/test.ts'

/** Without `PUBLIC_URL` passkeys work on localhost alone. */
const test = base.extend({
  foreign: async ({ product }, use) => use([product.url]),
  product: [
    async ({ product }, use) => use({ ...product, url: product.url.replace('127.0.0.1', 'localhost') }),
    { scope: 'worker' },
  ],
})

const withPasskey = (page: Page) => page.getByRole('button', { name: 'Inloggen met een passkey' })

/** Opens the login without a session, while nobody touches the device. */
async function logOut(page: Page, device: Device) {
  await touch(device, false)
  await page.context().clearCookies()
  await page.goto('/auth')
  await expect(withPasskey(page)).toBeVisible()
}

/** Two taps: the button, and the finger. */
async function logInWith(page: Page, device: Device) {
  await withPasskey(page).click()
  await touch(device, true)
}

const settings = '/profile?tab=settings&section=account'
const makeOne = (page: Page) => page.getByRole('button', { name: 'Passkey maken' })

test('a new father registers with a passkey, gets in with it again, and sets a password', async ({ page }) => {
  const device = await aDevice(page)
  const name = unique('Bas')
  await page.goto('/auth?tab=register')
  await page.getByLabel('Voornaam').fill(name)
  await page.getByLabel('Achternaam').fill('Dekker')
  await page.getByLabel('Gebruikersnaam').fill(name.toLowerCase())
  await page.getByLabel('E-mail').fill(`${name}@papadag.test`)
  await page.getByRole('button', { name: 'Een passkey in plaats van een wachtwoord' }).click()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page).toHaveURL('/')

  await logOut(page, device)
  await logInWith(page, device)
  await expect(page).toHaveURL('/')
  await page.goto(settings)
  await page.getByLabel('Nieuw wachtwoord').fill('drie natte laarzen')
  await page.getByRole('button', { name: 'Wachtwoord instellen' }).click()
  await expect(toasts(page)).toContainText('Wachtwoord ingesteld')
})

test('the browser offers the passkey in the field of the username, which takes one tap', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto(settings)
  const device = await aDevice(page)
  await makeOne(page).click()
  await expect(toasts(page)).toContainText('Passkey gemaakt')
  await logOut(page, device)
  await touch(device, true)
  await page.reload()
  await expect(page).toHaveURL('/')
})

test('of two devices one is renamed and the other removed, which no longer opens the account', async ({
  page,
  father,
}) => {
  await signIn(page, father)
  await page.goto(settings)
  const phone = await aDevice(page)
  await makeOne(page).click()
  const rows = page.getByRole('listitem').filter({ hasText: 'Nog niet gebruikt' })
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /^Andere naam/ }).click()
  await page.getByLabel('Naam', { exact: true }).fill('Telefoon')
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await expect(rows).toContainText('Telefoon')

  // The browser keeps what its device had, and another device has a key of its own.
  const { credentials } = await phone.cdp.send('WebAuthn.getCredentials', { authenticatorId: phone.authenticatorId })
  await lose(phone)
  const key = await aDevice(page, 'usb')
  await makeOne(page).click()
  await expect(rows).toHaveCount(2)
  await rows
    .filter({ hasText: 'Telefoon' })
    .getByRole('button', { name: /^Weghalen/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weghalen' }).click()
  await expect(rows).toHaveCount(1)

  await lose(key)
  const again = await aDevice(page)
  for (const credential of credentials)
    await again.cdp.send('WebAuthn.addCredential', { authenticatorId: again.authenticatorId, credential })
  await logOut(page, again)
  await logInWith(page, again)
  await expect(toasts(page)).toContainText('Misschien heb je hem weggehaald')
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
})

test('a copy of a passkey is refused, and the bell says so', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto(settings)
  const device = await aDevice(page)
  await makeOne(page).click()
  await expect(toasts(page)).toContainText('Passkey gemaakt')
  const { cdp, authenticatorId } = device
  const [before] = (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  if (!before) throw new Error('the device has no passkey')
  const becomes = async (credential: typeof before) => {
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: before.credentialId })
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
  }
  // A login may count twice, in the field and by the button, so the copy is far behind.
  await becomes({ ...before, signCount: before.signCount + 50 })
  await logOut(page, device)
  await logInWith(page, device)
  await expect(page).toHaveURL('/')
  await becomes(before)
  await logOut(page, device)
  await logInWith(page, device)
  await expect(toasts(page)).toContainText('kun je hier niet inloggen')
  await signIn(page, father)
  await page.goto('/notifications')
  await expect(page.getByText('kopie van je passkey')).toBeVisible()
})

test('a device that keeps no passkeys makes none, and says so', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto(settings)
  await aDevice(page, 'usb', false)
  await makeOne(page).click()
  await expect(page.getByRole('button', { name: /^Weghalen/ })).toHaveCount(0)
})

test('at another address of this server no passkey is offered', async ({ page, product }) => {
  await page.goto(`${product.url.replace('localhost', '127.0.0.1')}/auth`)
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  await expect(withPasskey(page)).toHaveCount(0)
})
