import { addPlayground, searchPlaces } from '@papadag/contract/places/places'
import { editProfile } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { palettes } from '../../packages/web/src/platform/map/palette.ts'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newFather, signIn, unique } from '../../tools/father.ts'
import { toasts, untilServed } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { installMap } from '../support/hosted-map.ts'
import { tagOfSize } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const inUtrecht = { latitude: 52.0907, longitude: 5.1214 }

test.use({
  ...inWholeChromium,
  demo: 'off',
  mapFrom: 'file',
  expectedComplaints: withoutNetwork,
  serviceWorkers: 'allow',
})

/** Whether the map is drawn: it has the colour of water. */
async function isDrawn(page: Page) {
  const picture = (await page.getByRole('application').screenshot()).toString('base64')
  return page.evaluate(
    async ({ picture, water }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${picture}`
      await image.decode()
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] }
      for (let at = 0; at < data.length; at += 4) {
        const hex = [data[at], data[at + 1], data[at + 2]].map(part => Number(part).toString(16).padStart(2, '0'))
        if (`#${hex.join('')}` === water) return true
      }
      return false
    },
    { picture, water: palettes.light.water },
  )
}

for (const [name, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
})) {
  test.describe(`on a ${name}`, { tag: tagOfSize(name) }, () => {
    test.use({ viewport })

    test('a father keeps the map of his neighbourhood, and finds and adds playgrounds there without a network', async ({
      page,
      father,
      product,
    }) => {
      await installMap(product)
      const other = await newFather(product.url)
      const [near, newName] = [unique('De Wip'), unique('Nieuwe glijbaan')]
      const body = { description: 'Twee wippen.', address: 'Lepelenburg 1, Utrecht', ...inUtrecht }
      await other.client.call(addPlayground, { body: { ...body, name: near } })
      await father.client.call(editProfile, { body: { city: 'Utrecht' } })
      await signIn(page, father)
      await page.goto('/playground-map')
      await untilServed(page)
      await expect.poll(() => isDrawn(page)).toBe(true)
      // On a phone the card is below the list, in the sheet.
      if (viewport.width < 768) await page.getByRole('slider').press('End')
      await page.getByRole('button', { name: 'Bewaar kaart van mijn buurt' }).click()
      const card = page.getByRole('region', { name: 'De kaart zonder internet' })
      await expect(card).toContainText(/Bewaard op .*het deel van je buurt dat op de kaart staat, en \d+ speeltuin/)
      await expectNothing(page, 'the map with what is kept')
      await page.emulateMedia({ colorScheme: 'light' })

      await page.context().setOffline(true)
      await page.goto('/playground-map')
      await expect.poll(() => isDrawn(page), 'drawn offline').toBe(true)
      await expect(page.getByText('De achtergrond van de kaart laadt niet')).toHaveCount(0)
      const search = page.getByRole('searchbox', { name: 'Zoek een stad, straat of speeltuin' })
      await search.fill(near)
      await search.press('Enter')
      const popup = page.getByRole('dialog', { name: near })
      await expect(popup).toContainText('Twee wippen.')
      await expect(popup).toContainText('Lepelenburg 1, Utrecht')
      await expect(popup.getByRole('link', { name: new RegExp(`Route naar ${near}`) })).toBeVisible()
      await popup.getByRole('button', { name: 'Sluiten' }).click()

      await page.getByRole('button', { name: 'Hek', exact: true }).click()
      const pins = page.getByRole('application')
      await expect(pins.getByRole('button', { name: `${near} (nog niet bekend)` })).toBeVisible()
      await page.getByRole('button', { name: 'Hek', exact: true }).click()
      await expect(pins.getByRole('button', { name: near, exact: true })).toBeVisible()

      await page.getByRole('button', { name: 'Speeltuin toevoegen' }).click()
      await page.getByRole('application').press('Enter')
      const form = page.getByRole('dialog', { name: 'Nieuwe speeltuin toevoegen' })
      await form.getByRole('textbox', { name: /Naam/ }).fill(newName)
      await form.getByRole('button', { name: 'Toevoegen', exact: true }).click()
      await expect(toasts(page)).toContainText('Bewaard voor straks')
      await expect(form).toBeHidden()

      await page.context().setOffline(false)
      const found = async () =>
        (await other.client.call(searchPlaces, { query: { q: newName } })).map(place => place.name)
      await expect.poll(found, { timeout: 60_000 }).toEqual([newName])

      await page.evaluate(() => caches.keys()).then(all => expect(all).toContain(`offline-map-${father.user.id}`))
      await page.goto('/profile')
      await page.evaluate(async () => {
        const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
        await fetch('/api/logout', { method: 'POST', headers: { 'x-xsrf-token': token } })
      })
      await page.goto('/playdates')
      await expect(page).toHaveURL(/\/auth/)
      await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain(`offline-map-${father.user.id}`)
    })
  })
}
