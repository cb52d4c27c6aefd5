import { addPlayground } from '@papadag/contract/places/places'
import { editSettings } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { withDatabase } from '../../packages/server/src/app/commands/with-database.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { sql } from '../../packages/server/src/platform/db/db.ts'
import { type Father, signIn, unique } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

// Without the demo no other place is nearer than the one of the test.
test.use({ viewport: { width: 390, height: 844 }, demo: 'off' })

const home = { latitude: 52.09, longitude: 5.11 }

/** What a father needs who plans from the button with the plus: a home, and a playground near it that is certain. */
async function atHome(father: Father, { dataDir }: Product) {
  await father.client.call(editSettings, { body: { neighbourhood: home } })
  const place = await father.client.call(addPlayground, { body: { name: unique('Speeltuin'), ...home } })
  await withDatabase(readConfig({ DATA_DIR: dataDir }), async open => {
    await (await open()).run(sql`update places set status = 'confirmed' where id = ${place.id}`)
  })
  return place
}

async function plan(page: Page, what: RegExp) {
  await page.getByRole('banner').getByRole('link', { name: 'Nieuwe speelafspraak' }).click()
  await page.getByRole('dialog').getByRole('button', { name: what }).click()
  const title = page.getByLabel('Wat gaan we doen?')
  await title.click()
  await title.pressSequentially('Hutten bouwen')
}

test('a father plans a weekly playdate at a playground with five taps and its title', async ({
  page,
  product,
  father,
}) => {
  const place = await atHome(father, product)
  await signIn(page, father)
  await page.goto('/')
  const counted = await countTaps(page)
  await plan(page, /^Elke week/)
  await page.getByRole('button', { name: new RegExp(`^${place.name}`) }).click()
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(page).toHaveURL(/\/playdates/)
  // One of them begins the title.
  expect((await counted()).taps).toBeLessThanOrEqual(5 + 1)
})

test('a father asks which day suits with five taps and a title', async ({ page, product, father }) => {
  const place = await atHome(father, product)
  await signIn(page, father)
  await page.goto('/')
  const counted = await countTaps(page)
  await plan(page, /^Vraag welke dag/)
  await page.getByRole('button', { name: new RegExp(`^${place.name}`) }).click()
  await page.getByRole('button', { name: 'Vraag welke dag past' }).click()
  await expect(page).toHaveURL(/\/polls\//)
  expect((await counted()).taps).toBeLessThanOrEqual(5 + 1)
})
