import { addPlayground } from '@papadag/contract/places/places'
import { editProfile } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { type Father, newFather, signIn, unique } from '../../tools/father.ts'
import { resize, toasts } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { untilAtRest, untilStill } from '../support/rest.ts'
import { tagOfSize } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off' })

/** A position where no other test has playgrounds. */
const maastricht = { latitude: 50.848, longitude: 5.689 }
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

function newPlayground({ client }: Father, { north = 0, east = 0, name = unique('Speeltuin') } = {}) {
  const at = { latitude: maastricht.latitude + north, longitude: maastricht.longitude + east }
  const description = 'Twee schommels, een glijbaan en een pierenbad, en in de schaduw staan bankjes voor wie toekijkt.'
  return client.call(addPlayground, {
    body: { name, description, address: 'Maaspad 1, Maastricht', ...at, features: ['sandbox', 'waterGames'] },
  })
}

/** Logs a father in whose city makes his map start there. */
async function enter(page: Page, father: Father, path = '/playground-map') {
  await father.client.call(editProfile, { body: { city: 'Maastricht' } })
  await signIn(page, father)
  await page.goto(path)
}

const map = (page: Page) => page.getByRole('application')
const popup = (page: Page, name: string) => page.getByRole('dialog', { name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Zoek een stad, straat of speeltuin' })
const grip = (page: Page) => page.getByRole('slider', { name: 'Hoogte van de lijst' })
const list = (page: Page) => page.getByRole('region', { name: 'Lijst met speeltuinen' })

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not there`)
  return box
}

/** The zoom levels of the tiles on the map: two while it zooms. */
async function zoomsShown(page: Page): Promise<number[]> {
  const sources = await page
    .locator('.leaflet-tile')
    .evaluateAll(tiles => tiles.map(tile => (tile as HTMLImageElement).src))
  return [...new Set(sources.map(source => Number(/\/(\d+)\/\d+\/\d+(?:\.png)?$/.exec(source)?.[1])))]
}

const openPlace = 'main [role=dialog]'
/** The screen of a phone's map, or the map within its page. */
const frameOf = (page: Page) => boxOf(page, '.map-phone, :is(.map-part, .map-full) .map-frame')

/** Expects the open place at rest to be fully inside the map and the window. */
async function expectWhollyInView(page: Page, name: string) {
  await expect(popup(page, name).getByRole('link', { name: 'Spreek hier af' })).toBeVisible()
  await expect
    .poll(async () => {
      const [frame, { x, y, width, height }] = await Promise.all([frameOf(page), boxOf(page, openPlace)])
      const window = page.viewportSize() ?? desktop
      return {
        left: x >= frame.x,
        top: y >= Math.max(frame.y, 0),
        right: x + width <= frame.x + frame.width + 1,
        bottom: y + height <= Math.min(frame.y + frame.height, window.height) + 1,
      }
    })
    .toEqual({ left: true, top: true, right: true, bottom: true })
  // Nothing moves it out again once its content has loaded.
  await expect(popup(page, name).getByText('Maaspad 1')).toBeVisible()
  await untilStill(page.locator(openPlace))
  const [{ y: top }, { y }] = [await frameOf(page), await boxOf(page, openPlace)]
  expect(y).toBeGreaterThanOrEqual(Math.max(0, top))
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size} a search result opens wholly in view, with motion`, { tag: tagOfSize(size) }, async ({
    page,
    father,
  }) => {
    // The playground is near enough for the map to pan there with an animation.
    const { name } = await newPlayground(father, { north: 0.012, east: 0.006 })
    await resize(page, viewport)
    await enter(page, father)
    await expect(map(page).getByRole('button', { name })).toBeAttached()
    await search(page).fill(name)
    await page.getByRole('button', { name: `${name} Maaspad 1, Maastricht`, exact: true }).click()
    await expectWhollyInView(page, name)
    await expect(popup(page, name)).toBeFocused()

    // The content is cached by now, so the popup has its full height while the map is still moving.
    await page.keyboard.press('Escape')
    for (const _ of [1, 2]) {
      const [zoom = 0] = await zoomsShown(page)
      await page.getByRole('button', { name: 'Uitzoomen' }).click()
      await expect.poll(() => zoomsShown(page)).toEqual([zoom - 1])
      await expect(page.locator('.leaflet-zoom-anim')).toHaveCount(0)
    }
    await search(page).fill(name)
    await search(page).press('Enter')
    await expectWhollyInView(page, name)

    if (size === 'phone') return
    // The same holds in the full window.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Volledig scherm' }).click()
    await search(page).fill(name)
    await search(page).press('Enter')
    await expectWhollyInView(page, name)
  })
}

test('Enter takes the first result, even when pressed before there are any', async ({ page, father }) => {
  const { name, id } = await newPlayground(father, { north: 0.3 })
  await enter(page, father)
  await search(page).fill(name)
  await search(page).press('Enter')
  await expect(popup(page, name)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`place=${id}$`))
  await expect(search(page)).toHaveValue(name)
  await page.keyboard.press('Escape')
  await search(page).fill(unique('nergens'))
  await search(page).press('Enter')
  await expect(page.getByText('Niets gevonden').last()).toBeVisible()
})

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size} three taps and one form lead from a pin to a playdate there`, { tag: tagOfSize(size) }, async ({
    page,
    father,
  }) => {
    // Avoids the pin of the other size.
    const { name } = await newPlayground(father, { north: 0.004, east: size === 'phone' ? 0.002 : -0.006 })
    await resize(page, viewport)
    await enter(page, father)
    await map(page).getByRole('button', { name }).click()
    // The place's details arrive a moment later.
    await expect(popup(page, name)).toContainText('Maaspad 1')
    const first = popup(page, name).getByRole('link').first()
    await expect(first).toHaveText('Spreek hier af')
    await first.click()
    await expect(page).toHaveURL(/\/create/)
    await expect(page.getByLabel('Waar?')).toHaveValue(`${name}, Maaspad 1, Maastricht`)
    await page.getByLabel('Wat gaan we doen?').fill('Schommelen')
    await page.getByLabel('Van', { exact: true }).fill('23:00')
    await page.getByLabel('Tot', { exact: true }).fill('23:30')
    await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
    await expect(toasts(page)).toContainText('Speelafspraak gemaakt')
  })
}

test('on a phone the map fills what the header and tabs leave, and everything on it can be reached', async ({
  page,
  father,
}) => {
  for (const size of [phone, { width: 320, height: 640 }]) {
    await resize(page, size)
    await enter(page, father)
    await expect(map(page)).toBeVisible()
    const [header, tabs] = [
      await page.getByRole('banner').boundingBox(),
      await page.getByRole('navigation', { name: 'Snelmenu' }).boundingBox(),
    ]
    const whole = await boxOf(page, '.map-phone')
    expect(whole.y).toBe(header?.height)
    expect(whole.y + whole.height).toBe(tabs?.y)
    await expect(page.getByRole('img', { name: /^Legenda/ })).toBeInViewport({ ratio: 1 })
    for (const name of ['Zandbak', 'Inzoomen', 'Uitzoomen', 'Mijn locatie', 'Speeltuin toevoegen'])
      await page.getByRole('button', { name }).click({ trial: true, timeout: 5000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Speeltuinkaart' })).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone the list is a sheet with three stops, for keys and touch, and a place opens in it', async ({
  page,
  father,
}) => {
  const { name } = await newPlayground(father, { north: 0.003 })
  await resize(page, phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, father)
  const row = list(page).getByRole('button', { name: new RegExp(name) })
  const height = async () => (await list(page).boundingBox())?.height

  await expect(grip(page)).toHaveAttribute('aria-valuetext', 'ingeklapt')
  await expect(row).toBeHidden()
  await grip(page).press('ArrowUp')
  await expect(grip(page)).toHaveAttribute('aria-valuetext', 'half scherm')
  await expect.poll(height).toBeGreaterThan(350)
  await grip(page).press('End')
  await expect(grip(page)).toHaveAttribute('aria-valuenow', '2')
  await expect.poll(height).toBeGreaterThan(600)
  await expect(row).toBeVisible()

  const { x, y } = await boxOf(page, '.map-list-head')
  await page.mouse.move(x + 200, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 200, y + 150, { steps: 4 })
  await page.mouse.move(x + 200, y + 310, { steps: 4 })
  await page.mouse.up()
  await expect(grip(page)).toHaveAttribute('aria-valuetext', 'half scherm')

  await row.click()
  await expect(popup(page, name)).toBeFocused()
  await expect(grip(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(popup(page, name)).toHaveCount(0)
  await expect(row).toBeFocused()
  await expect(grip(page)).toHaveAttribute('aria-valuetext', 'half scherm')
})

test('a father keeps his search from the list to the map and back, by Back, reload and link too', async ({
  page,
  father,
}) => {
  const { name } = await newPlayground(father, { north: 0.006 })
  await resize(page, phone)
  await enter(page, father, '/places')
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: 'Zandbak' }).click()
  await expect(page).toHaveURL(/\/places\?q=.+&features=sandbox$/)
  const views = page.getByRole('navigation', { name: 'Lijst of kaart' })
  await views.getByRole('link', { name: 'Kaart' }).click()
  await expect(page).toHaveURL(/\/playground-map\?q=.+&features=sandbox$/)
  await expect(search(page)).toHaveValue(name)
  await expect(map(page).getByRole('button', { name })).toBeInViewport()
  await page.reload()
  await expect(search(page)).toHaveValue(name)
  await expect(page.getByRole('button', { name: 'Zandbak' })).toHaveAttribute('aria-pressed', 'true')
  await views.getByRole('link', { name: 'Lijst' }).click()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expect(page).toHaveURL(/\/places\?type=playground&q=.+&features=sandbox$/)
  await page.goBack()
  await expect(search(page)).toHaveValue(name)
  await page.goBack()
  await expect(page).toHaveURL(/\/places\?q=.+&features=sandbox$/)
  await expect(page.getByRole('article', { name })).toBeVisible()
})

test('on a desktop the map and the list are side by side across the width, even when the map fills the window', async ({
  page,
  father,
}) => {
  await resize(page, { width: 1920, height: 1080 })
  await enter(page, father)
  await expect(list(page)).toBeVisible()
  const [frame, beside] = [await boxOf(page, '.map-frame'), await boxOf(page, '#playground-list')]
  expect(frame.height).toBe(500)
  expect(beside.y).toBe(frame.y)
  expect(beside.x).toBeGreaterThanOrEqual(frame.x + frame.width)
  expect(beside.x + beside.width - frame.x).toBeGreaterThan(1800)
  await page.getByRole('button', { name: 'Volledig scherm' }).click()
  await expect.poll(async () => (await boxOf(page, '.map-frame')).height).toBe(1080)
  expect((await boxOf(page, '#playground-list')).height).toBe(1080)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await boxOf(page, '.map-frame')).height).toBe(500)
})

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  for (const path of ['/playground-map', '/places']) {
    test(`nothing moves by itself on ${path} of a ${size}`, { tag: '@nightly' }, async ({ page, father, product }) => {
      const host = await newFather(product.url)
      const { name } = await newPlayground(host)
      for (let at = 1; at < 8; at += 1) await newPlayground(host, { north: at / 500 })
      await resize(page, viewport)
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(globalThis, { shifts })
        new PerformanceObserver(entries => {
          for (const entry of entries.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!hadRecentInput) shifts.push(value)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await enter(page, father, path)
      const there = path === '/places' ? page.getByRole('article', { name }) : map(page).getByRole('button', { name })
      await expect(there).toBeVisible()
      await untilAtRest(page)
      const moved = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
      expect(moved.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(0.02)
    })
  }
}

test('axe finds nothing on a phone’s map, at any stop of its sheet, in either theme', async ({ page, father }) => {
  const { name } = await newPlayground(father, { north: -0.02, east: 0.02 })
  await resize(page, phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, father)
  await expect(list(page).getByText('in beeld')).toBeVisible()
  for (const stop of ['Home', 'ArrowUp', 'End']) {
    await grip(page).press(stop)
    await expectNothing(page, stop)
  }
  await grip(page).press('Home')
  await search(page).fill(name)
  await search(page).press('Enter')
  await expect(popup(page, name).getByText('Maaspad 1')).toBeVisible()
  await expectNothing(page, 'popup')
})

test('on a desktop a place’s picture fills half of a wide sheet, whose first action is to plan there', async ({
  page,
  father,
}) => {
  const { id, name } = await newPlayground(father)
  await resize(page, { width: 1920, height: 1080 })
  await enter(page, father, `/places?open=${id}`)
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText('Hier gepland')).toBeVisible()
  await untilStill(sheet)
  const [whole, picture] = await Promise.all([sheet.boundingBox(), sheet.locator('img').first().boundingBox()])
  expect(whole?.width).toBeGreaterThan(900)
  expect(picture?.width).toBeGreaterThan((whole?.width ?? 0) * 0.45)
  await expect(sheet.locator('footer').getByRole('link').first()).toHaveText('Spreek hier af')
})

test('no place card on home has empty space at its bottom', async ({ page, father }) => {
  const none = { latitude: maastricht.latitude, longitude: maastricht.longitude, features: [] }
  await father.client.call(addPlayground, { body: { name: unique('Kaal'), ...none } })
  const all = ['restrooms', 'picnicTables', 'benches', 'sandbox', 'waterGames'] as const
  await father.client.call(addPlayground, { body: { name: unique('Vol'), ...none, features: [...all] } })
  await resize(page, desktop)
  await enter(page, father, '/')
  const cards = page.getByRole('list', { name: 'In de buurt' }).getByRole('article')
  // The row loads when it comes near, and the page grows while it loads.
  await expect(async () => {
    await page.mouse.wheel(0, 3000)
    await expect(cards.nth(1)).toBeVisible({ timeout: 1000 })
  }).toPass()
  const gaps = await cards.evaluateAll(articles =>
    articles.map(article => {
      const last = article.lastElementChild?.lastElementChild
      return article.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0)
    }),
  )
  expect(Math.max(...gaps)).toBeLessThan(70)
})
