import { makeInvite } from '@papadag/contract/invites'
import type { Page } from '@playwright/test'
import { newFather, newPlaydate } from '../../tools/father.ts'
import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Types into every field of the form, and sends it. */
async function register(page: Page) {
  const name = `bas${Date.now() % 1e6}`
  const answers = {
    Voornaam: 'Bas',
    Achternaam: 'Dekker',
    Gebruikersnaam: name,
    'E-mail': `${name}@a.nl`,
    Wachtwoord: 'emmer+schep',
    'Nog een keer': 'emmer+schep',
  }
  for (const [label, answer] of Object.entries(answers)) {
    const field = page.getByLabel(label, { exact: true })
    await field.click()
    await field.pressSequentially(answer)
  }
  await page.getByRole('button', { name: 'Account maken' }).click()
}

test('a new father has an account after nine taps', async ({ page }) => {
  await page.goto('/')
  const counted = await countTaps(page)
  await page.getByRole('tab', { name: 'Registreren' }).click()
  await register(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bas')
  const { taps, characters } = await counted()
  expect(taps).toBeLessThanOrEqual(9)
  expect(characters).toBeLessThanOrEqual(58)
})

test('whoever is invited has an account and has joined after nine taps', async ({ page, product }) => {
  const host = await newFather(product.url, 'Thijs')
  const { id } = await newPlaydate(host)
  const { url } = await host.client.call(makeInvite, { params: { id }, body: {} })
  await page.goto(url)
  const counted = await countTaps(page)
  await page.getByRole('link', { name: 'Ik doe mee' }).click()
  await register(page)
  await page.getByRole('button', { name: 'Ik kom alleen' }).click()
  await expect(page.getByText('Je gaat mee. Tot dan.')).toBeVisible()
  const { taps, characters } = await counted()
  expect(taps).toBeLessThanOrEqual(9)
  expect(characters).toBeLessThanOrEqual(59)
})
