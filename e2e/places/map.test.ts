import { addPlayground } from '@papadag/contract/places/places'
import type { Page } from '@playwright/test'
import { type Father, newFather, signIn, unique } from '../../tools/father.ts'
import { picture } from '../../tools/picture.ts'
import { resize, toasts } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, demo: 'off', mapFrom: 'elsewhere' })

const middle = { latitude: 52.3676, longitude: 4.9041 }

/** Adds a father's playground near the centre of the map. */
function newPlayground({ client }: Father, name = unique('Speeltuin'), { north = 0, east = 0 } = {}) {
  return client.call(addPlayground, {
    body: {
      name,
      description: 'Twee schommels en een glijbaan.',
      address: 'Amstel 1, Amsterdam',
      latitude: middle.latitude + north,
      longitude: middle.longitude + east,
      features: ['sandbox'],
    },
  })
}

const map = (page: Page) => page.getByRole('application')
const pin = (page: Page, name: string) => map(page).getByRole('button', { name })
const popup = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a playground that one father adds appears on another’s map, with its photo', async ({
  page,
  father,
  product,
  anotherBrowser,
}) => {
  const name = unique('Speeltuin')
  const other = await anotherBrowser({ as: await newFather(product.url) })
  await other.goto('/playground-map')
  await expect(other.getByRole('heading', { name: 'Lijst met speeltuinen' })).toBeVisible()
  await expect(pin(other, name)).toHaveCount(0)

  await signIn(page, father)
  await page.goto('/playground-map')
  await page.getByRole('button', { name: 'Speeltuin toevoegen' }).click()
  await expect(page.getByText('Tik op de kaart om een nieuwe speeltuin toe te voegen')).toBeVisible()
  await map(page).click({ position: { x: 420, y: 260 } })
  const dialog = page.getByRole('dialog', { name: 'Nieuwe speeltuin toevoegen' })
  await expect(dialog.getByLabel('Breedtegraad')).toHaveAttribute('readonly')
  await dialog.getByLabel('Naam').fill('Sp')
  await expect(dialog.getByText('Minimaal 3 tekens')).toBeVisible()
  await dialog.getByLabel('Naam').fill(name)
  await dialog.getByRole('button', { name: 'Zandbak' }).click()
  await dialog.getByLabel('Foto van de plek').setInputFiles(picture())
  await expect(dialog.getByRole('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Toevoegen', exact: true }).click()
  await expect(toasts(page)).toContainText('Speeltuin toegevoegd')
  await expect(popup(page, name)).toBeVisible()

  await pin(other, name).click()
  const opened = popup(other, name)
  await expect(opened.getByText('Geen adres')).toBeVisible()
  await expect(opened.locator('img[src^="/uploads/"]')).toHaveJSProperty('complete', true)
  const directions = opened.getByRole('link', { name: /^Route/ })
  await expect(directions).toHaveAttribute('target', '_blank')
  await expect(directions).toHaveAttribute('rel', 'noopener noreferrer')
})

test('a father adds a playground with the keyboard alone', async ({ page, father }) => {
  const name = unique('Speeltuin')
  await signIn(page, father)
  await page.goto('/playground-map')
  await page.getByRole('button', { name: 'Speeltuin toevoegen' }).focus()
  await page.keyboard.press('Enter')
  await expect(map(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nieuwe speeltuin toevoegen' })
  await expect(dialog).toBeVisible()
  // 80 px to the right at zoom 13.
  await expect(dialog.getByLabel('Lengtegraad')).toHaveValue(/^4\.917/)
  await dialog.getByLabel('Naam').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Bedankt voor je bijdrage aan onze speeltuinkaart!')
  await expect(popup(page, name)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup(page, name)).toHaveCount(0)
  await expect(page).toHaveURL(/playground-map$/)
})

test('a form that was closed by accident comes back as it was', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/playground-map')
  await page.getByRole('button', { name: 'Speeltuin toevoegen' }).click()
  await map(page).click({ position: { x: 300, y: 300 } })
  const dialog = page.getByRole('dialog', { name: 'Nieuwe speeltuin toevoegen' })
  await dialog.getByLabel('Naam').fill('De lange glijbaan')
  const latitude = await dialog.getByLabel('Breedtegraad').inputValue()
  await page.mouse.click(10, 400)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Speeltuin toevoegen' })).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Herstellen' }).click()
  await expect(dialog.getByLabel('Naam')).toHaveValue('De lange glijbaan')
  await expect(dialog.getByLabel('Breedtegraad')).toHaveValue(latitude)
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(dialog).toHaveCount(0)
})

test('the list has everything the map shows, and a link opens a place on the map', async ({ page, father }) => {
  const { id, name } = await newPlayground(father, unique('Speeltuin'), { north: 0.2, east: 0.3 })
  await resize(page, { width: 1000, height: 640 })
  await signIn(page, father)
  await page.goto('/playground-map')
  await expect(pin(page, name)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Zoek een stad, straat of speeltuin' }).fill(name)
  await page.getByRole('button', { name: `${name} Amstel 1, Amsterdam`, exact: true }).click()
  await expect(popup(page, name)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`place=${id}$`))

  const row = page
    .getByRole('region', { name: 'Lijst met speeltuinen' })
    .getByRole('button', { name: new RegExp(name) })
  await page.keyboard.press('Escape')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(popup(page, name)).toBeFocused()
  await expect(popup(page, name)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  await page.goto(`/playground-map?place=${id}`)
  await expect(popup(page, name)).toBeVisible()
  await expect(pin(page, name)).toHaveAttribute('aria-expanded', 'true')
})

test('zoomed out a pin stays a pin, and a crowd becomes a number', async ({ page, father }) => {
  const { name } = await newPlayground(father, unique('Speeltuin'), { north: -0.01 })
  await signIn(page, father)
  await page.goto('/playground-map')
  await expect(pin(page, name)).toBeVisible()
  for (const _ of [1, 2, 3, 4]) await page.getByRole('button', { name: 'Uitzoomen' }).click()
  await expect(pin(page, name)).toBeVisible()

  const crowd = Array.from({ length: 160 }, (_, at) => ({ north: 0.5 + (at % 16) / 400, east: 0.5 + at / 4000 }))
  for (const where of crowd) await newPlayground(father, 'Menigte', where)
  await page.goto('/playground-map')
  for (const _ of [1, 2, 3, 4, 5]) await page.getByRole('button', { name: 'Uitzoomen' }).click()
  const clusters = map(page).getByRole('button', { name: /speeltuinen: inzoomen$/ })
  const whole = map(page).getByRole('button', { name: /^16\d speeltuinen: inzoomen$/ })
  await whole.click()
  await expect(whole).toHaveCount(0)
  await expect.poll(() => clusters.count()).toBeGreaterThan(1)
})

test('the map moves to the father’s position, or says that it is unknown and lets him search for a town', async ({
  father,
  anotherBrowser,
}) => {
  const refusing = await anotherBrowser({ as: father })
  await refusing.goto('/playground-map')
  await refusing.getByRole('button', { name: 'Mijn locatie' }).click()
  await expect(toasts(refusing)).toContainText('Je huidige locatie')
  await expect(refusing.getByRole('searchbox', { name: 'Zoek een stad, straat of speeltuin' })).toBeVisible()

  const utrecht = { latitude: 52.0907, longitude: 5.1214 }
  const { name } = await newPlayground(father, unique('Speeltuin'), {
    north: utrecht.latitude - middle.latitude,
    east: utrecht.longitude - middle.longitude + 0.01,
  })
  const willing = await anotherBrowser({ as: father, geolocation: utrecht, permissions: ['geolocation'] })
  await willing.goto('/playground-map')
  const ask = willing.getByRole('button', { name: 'Mijn locatie' })
  await ask.click()
  await expect(willing.getByTitle('Jouw locatie')).toBeVisible()
  await expect(pin(willing, name)).toBeVisible()
  await expect(ask).toHaveCount(0)
})

test.describe('without tiles', () => {
  test.use({ expectedComplaints: /net::ERR_/ })

  test('playgrounds are shown without tiles, and a notice says so', async ({ page, father, tiles }) => {
    const { name } = await newPlayground(father, unique('Speeltuin'), { east: 0.01 })
    await signIn(page, father)
    await page.route(`${new URL(tiles.template).origin}/**`, route => route.abort())
    await page.goto('/playground-map')
    await expect(pin(page, name)).toBeVisible()
    await expect(page.getByText('De achtergrond van de kaart laadt niet.')).toBeVisible()

    // On a phone neither the line nor the hint while adding may cover the controls.
    await resize(page, { width: 390, height: 844 })
    await page.getByRole('button', { name: 'Inzoomen' }).click({ trial: true, timeout: 5000 })
    await page.getByRole('button', { name: 'Speeltuin toevoegen' }).click()
    await expect(page.getByText('Tik op de kaart om een nieuwe speeltuin')).toBeVisible()
    await page.getByRole('button', { name: 'Inzoomen' }).click({ trial: true, timeout: 5000 })
  })
})

test('one finger scrolls the page around the map, and a hint explains two fingers, but on a phone it moves the map', async ({
  father,
  anotherBrowser,
}) => {
  const page = await anotherBrowser({
    as: father,
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto('/playground-map')
  await expect(map(page)).toHaveCSS('touch-action', 'pan-x pan-y')
  const hint = page.getByText('Verschuif de kaart met twee vingers')
  await expect(hint).toHaveCSS('opacity', '0')
  await map(page).dispatchEvent('touchmove', { touches: [await touchAt(page)] })
  await expect(hint).not.toHaveCSS('opacity', '0')
  await page.getByRole('button', { name: 'Volledig scherm' }).click()
  await expect(map(page)).toHaveCSS('touch-action', 'none')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Volledig scherm', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(map(page)).toHaveCSS('touch-action', 'none')
})

test('axe finds nothing on the map, its popup and its form, in either theme', async ({ page, father }) => {
  const { name } = await newPlayground(father, unique('Speeltuin'), { north: 0.008, east: -0.01 })
  await signIn(page, father)
  await page.goto('/playground-map')
  await expect(pin(page, name)).toBeVisible()
  await expectNothing(page, 'map')
  await pin(page, name).click()
  await expect(popup(page, name).getByText('Amstel 1, Amsterdam')).toBeVisible()
  await expectNothing(page, 'popup')
  await page.getByRole('button', { name: 'Speeltuin toevoegen' }).click()
  await expectNothing(page, 'choosing a point')
  // Next to the popup, which stays open.
  await map(page).click({ position: { x: 200, y: 250 } })
  await expect(page.getByRole('dialog', { name: 'Nieuwe speeltuin toevoegen' })).toBeVisible()
  await expectNothing(page, 'form')
})

async function touchAt(page: Page) {
  return map(page).evaluateHandle(target => new Touch({ identifier: 1, target, clientX: 100, clientY: 400 }))
}
