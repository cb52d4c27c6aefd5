import { addPlayground } from '@papadag/contract/places/places'
import { editSettings } from '@papadag/contract/users/users'
import { signIn, unique } from '../../tools/father.ts'
import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

test.use({ viewport: { width: 390, height: 844 }, demo: 'off' })

/** Where no other test has playgrounds. */
const home = { latitude: 53.2, longitude: 6.56 }

test('a father plans a playdate from the map with four taps and its title', async ({ page, father }) => {
  await father.client.call(editSettings, { body: { neighbourhood: home } })
  const place = await father.client.call(addPlayground, {
    body: { name: unique('Speeltuin'), address: 'Lage der A 1, Groningen', ...home },
  })
  await signIn(page, father)
  await page.goto('/')
  const counted = await countTaps(page)
  await page.getByRole('navigation', { name: 'Snelmenu' }).getByRole('link', { name: 'Kaart' }).click()
  await page.getByRole('application').getByRole('button', { name: place.name }).click()
  await page.getByRole('dialog', { name: place.name }).getByRole('link', { name: 'Spreek hier af' }).click()
  const title = page.getByLabel('Wat gaan we doen?')
  await title.click()
  await title.pressSequentially('Hutten bouwen')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(page).toHaveURL(/\/playdates/)
  // One of them begins the title.
  expect((await counted()).taps).toBeLessThanOrEqual(4 + 1)
})

test('a father gets from the list to the map, and back, with one tap and keeps his search', async ({
  page,
  father,
}) => {
  await signIn(page, father)
  await page.goto('/places?q=zand&features=benches')
  await expect(page.getByRole('searchbox')).toHaveValue('zand')
  const counted = await countTaps(page)
  const views = page.getByRole('navigation', { name: 'Lijst of kaart' })
  await views.getByRole('link', { name: 'Kaart' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('zand')
  await expect(page.getByRole('button', { name: 'Bankjes' })).toHaveAttribute('aria-pressed', 'true')
  expect((await counted()).taps).toBe(1)
  await views.getByRole('link', { name: 'Lijst' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('zand')
  expect((await counted()).taps).toBe(2)
})
