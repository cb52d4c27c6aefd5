import { editProfile } from '@papadag/contract/users/users'
import type { Locator, Page } from '@playwright/test'
import { inWholeChromium } from '../../tools/browsers.ts'
import { type Father, signIn } from '../../tools/father.ts'
import { boxOf } from '../../tools/screens.ts'
import { askedOnEveryScreen } from '../support/asked-origins.ts'
import { installMap, removeMap } from '../support/hosted-map.ts'
import { expect, test } from '../support/test.ts'

test.use({
  ...inWholeChromium,
  serviceWorkers: 'allow',
  contextOptions: { reducedMotion: 'reduce' },
  demo: 'off',
  mapFrom: 'file',
  viewport: { width: 390, height: 844 },
})

test.beforeAll(({ product }) => installMap(product))
test.afterAll(({ product }) => removeMap(product.dataDir))

/** Shows a father from this city his map. */
async function enter(page: Page, father: Father, city = 'Utrecht') {
  await father.client.call(editProfile, { body: { city } })
  await signIn(page, father)
  await page.goto('/playground-map')
  await expect(page.getByRole('application')).toBeVisible()
}

const end = 'De kaart houdt op waar de strepen beginnen.'

// `complaints` fails it if a browser asks anybody else.
test('beyond a map without TILE_URL a father reads where it ends, and no other server is asked', async ({
  page,
  father,
  product,
}) => {
  const origins = new Set<string>()
  page.on('request', request => origins.add(new URL(request.url()).origin))
  await enter(page, father, 'Maastricht')
  await expect(page.getByText(end)).toBeVisible()
  for (const name of ['Uitzoomen', 'Uitzoomen', 'Inzoomen']) await page.getByRole('button', { name }).click()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(end)).toBeVisible()
  expect([...origins]).toEqual([product.url])
})

test('with a map of its own and without TILE_URL, Papadag’s screens contact no other host', {
  tag: '@nightly',
}, async ({ page, context, father, product }) => {
  await enter(page, father)
  const served: boolean[] = []
  page.on('response', response => {
    if (/\/tiles\/[0-9a-f]{16}\//.test(response.url())) served.push(response.ok())
  })
  expect(await askedOnEveryScreen(page, context)).toEqual([product.url])
  expect(new Set(served)).toEqual(new Set([true]))
})

/** The strongest contrast between the ground of the map and whatever is drawn just left of this element. */
async function contrastOfEdge(page: Page, over: Locator) {
  const { x, y, height } = await boxOf(over)
  const clip = { x: Math.floor(x) - 8, y: Math.round(y + height / 2), width: 8, height: 1 }
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async picture => {
    const image = new Image()
    image.src = `data:image/png;base64,${picture}`
    await image.decode()
    const context = new OffscreenCanvas(image.width, 1).getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, image.width, 1) ?? { data: [] }
    const light = Array.from({ length: image.width }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = [0, 1, 2].map(part => {
        const share = Number(data[at * 4 + part]) / 255
        return share <= 0.04 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05)
  }, picture)
}

test('on a dark map a father sees where each control and notice begins', async ({ page, father }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, father)
  const notice = page.getByRole('status').filter({ hasText: end })
  await expect(notice).toBeVisible()
  const edges = {
    zoom: page.getByRole('button', { name: 'Inzoomen' }),
    legend: page.getByRole('img', { name: /^Legenda/ }),
    notice,
    source: page.getByRole('link', { name: '© OpenStreetMap contributors' }).locator('..'),
  }
  for (const [what, over] of Object.entries(edges)) expect(await contrastOfEdge(page, over), what).toBeGreaterThan(3)

  await page.getByRole('button', { name: 'Speeltuin toevoegen' }).click()
  const hint = page.getByRole('status').filter({ hasText: 'Tik op de kaart' }).locator('..')
  expect(await contrastOfEdge(page, hint), 'hint').toBeGreaterThan(3)
})
