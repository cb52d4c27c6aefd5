import { makeInvite, revokeInvites } from '@papadag/contract/invites'
import { addPlayground } from '@papadag/contract/places/places'
import { editPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import type { Page } from '@playwright/test'
import { palettes } from '../../packages/web/src/platform/map/palette.ts'
import { type Father, newPlaydate, unique } from '../../tools/father.ts'
import { cardOf } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { installMap, removeMap } from '../support/hosted-map.ts'
import { tagOfSize } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', locale: 'nl-NL' })

test.beforeAll(({ product }) => installMap(product))
test.afterAll(({ product }) => removeMap(product.dataDir))

/** An invitation to a playground in Utrecht. */
async function invited(father: Father) {
  const place = await father.client.call(addPlayground, {
    body: {
      name: unique('Speeltuin De Wip'),
      description: 'Twee wippen.',
      address: 'Lepelenburg 1, Utrecht',
      latitude: 52.0863,
      longitude: 5.1306,
    },
  })
  const { id, title } = await newPlaydate(father, { placeId: place.id })
  const params = { id }
  const { url, token } = await father.client.call(makeInvite, { params, body: {} })
  return { params, title, url, token, place: place.name, label: `Kaart van de straten rond ${place.name}` }
}

/** How many colours the picture has, and whether that of water is among them. */
function coloursOf(page: Page, selector: string, water: string) {
  return page.locator(selector).evaluate((canvas: HTMLCanvasElement, water) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    copy?.drawImage(canvas, 0, 0)
    const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += 4)
      colours.add(
        `#${[0, 1, 2]
          .map(part =>
            Number(data[at + part])
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')}`,
      )
    return { isMany: colours.size > 3, hasWater: colours.has(water) }
  }, water)
}

for (const [name, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
})) {
  test.describe(`on a ${name}`, { tag: tagOfSize(name) }, () => {
    test.use({ viewport })

    test('a visitor sees the streets around a public place on an invitation, in light and dark', async ({
      page,
      father,
    }, testInfo) => {
      const { url, label, place } = await invited(father)
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(url)
      const picture = page.getByRole('img', { name: label })
      await expect(picture).toBeVisible()
      await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible()
      expect(await coloursOf(page, 'figure canvas', palettes.light.water)).toEqual({ isMany: true, hasWater: true })
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
      // The heading's font may move a line by a pixel; a map that pushes something away moves far more.
      expect(Math.max(0, ...shifts)).toBeLessThan(0.001)
      await page.screenshot({ path: testInfo.outputPath('light.png') })
      await expectNothing(page, 'an invitation with a map')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect
        .poll(() => coloursOf(page, 'figure canvas', palettes.dark.water))
        .toEqual({ isMany: true, hasWater: true })
      await page.screenshot({ path: testInfo.outputPath('dark.png') })
      await expect(page.getByRole('main')).toContainText(place)
    })

    test('an invitation is complete where the map does not come, and where scripts do not run', async ({
      page,
      father,
      browser,
    }, testInfo) => {
      const { url, label } = await invited(father)
      await page.route('**/tiles/**', route => route.fulfill({ status: 503 }))
      const failed = page.waitForResponse(response => response.status() === 503)
      await page.goto(url)
      await failed
      await expect(page.getByRole('link', { name: 'Ik doe mee' })).toBeVisible()
      await expect(page.getByRole('img', { name: label })).toHaveCount(0)
      await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeHidden()
      await page.screenshot({ path: testInfo.outputPath('without.png') })

      const without = await browser.newContext({ viewport, javaScriptEnabled: false, locale: 'nl-NL' })
      const plain = await without.newPage()
      await plain.goto(url)
      await expect(plain.getByRole('link', { name: 'Ik doe mee' })).toBeVisible()
      await expect(plain.locator('figure')).toBeHidden()
      await without.close()
    })
  })
}

test('a member sees the map on an invitation, and for a home nobody does', async ({ father, anotherBrowser }) => {
  const { url, label, params } = await invited(father)
  const member = await anotherBrowser({ as: father, viewport: { width: 390, height: 844 } })
  await member.goto(url)
  await expect(member.getByRole('img', { name: label })).toBeVisible()
  const { description, ...before } = await father.client.call(onePlaydate, { params })
  await father.client.call(editPlaydate, {
    params,
    body: { ...before, description, locationVisibility: 'participants' },
  })
  const scripts: string[] = []
  const visitor = await anotherBrowser()
  visitor.on('request', request => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  for (const page of [visitor, member]) {
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('figure')).toHaveCount(0)
  }
  expect(scripts.filter(script => script.includes('page-map'))).toEqual([])
  await father.client.call(revokeInvites, { params })
  await visitor.goto(url)
  await expect(visitor.locator('figure')).toHaveCount(0)
})

test('the poster of a playdate at a public place has the map, on one sheet', async ({
  father,
  anotherBrowser,
}, testInfo) => {
  const { title, label } = await invited(father)
  const page = await anotherBrowser({ as: father, colorScheme: 'dark' })
  // The app removes the sheet once the browser has printed it, and a copy has no picture.
  await page.addInitScript(() => {
    window.print = () => {
      const sheet = document.querySelector('.poster')
      const canvas = sheet?.querySelector('canvas')
      if (!sheet || !canvas) return
      const copy = sheet.cloneNode(true) as Element
      const image = Object.assign(new Image(), {
        src: canvas.toDataURL(),
        className: canvas.className,
        alt: canvas.ariaLabel,
      })
      copy.querySelector('canvas')?.replaceWith(image)
      document.body.append(copy)
    }
  })
  await page.goto('/playdates')
  const card = cardOf(page, title)
  await card.locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: 'Delen' }).click()
  await page.getByRole('button', { name: 'Poster', exact: true }).click()
  const sheet = page.locator('body > .poster')
  // First the copy is added, and then the app removes its own sheet.
  await expect(sheet.getByAltText(label)).toHaveCount(1)
  await expect(sheet).toHaveCount(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  await page.setViewportSize({ width: 468, height: 703 })
  await expect(sheet.getByRole('img', { name: label })).toBeVisible()
  await expect(sheet.getByText('© OpenStreetMap')).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('poster.png'), fullPage: true })
  const pdf = await page.pdf({ preferCSSPageSize: true, path: testInfo.outputPath('poster.pdf') })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})
