import * as z from 'zod/mini'
import { inWholeChromium } from '../../tools/browsers.ts'
import { expect, test } from '../support/test.ts'

test.use({ ...inWholeChromium, serviceWorkers: 'allow' })

const Icon = z.object({ src: z.string(), sizes: z.string(), type: z.optional(z.string()) })
const Manifest = z.object({
  name: z.literal('Papadag'),
  short_name: z.literal('Papadag'),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(Icon),
  screenshots: z.array(Icon),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(Icon) })),
})

test('Papadag is installable: its manifest, icons, pictures and shortcuts are valid', async ({ page }) => {
  await page.goto('/auth')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(address ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = Manifest.parse(await answer.json())

  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const icon of [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ]) {
    const [width, height] = icon.sizes === 'any' ? [0, 0] : icon.sizes.split('x').map(Number)
    const size = await page.evaluate(async src => {
      const image = new Image()
      image.src = src
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, icon.src)
    if (width) expect(size, icon.src).toEqual([width, height])
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status(), url).toBe(200)

  const session = await page.context().newCDPSession(page)
  expect(await session.send('Page.getAppManifest')).toMatchObject({ errors: [] })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Playwright's browser context counts as incognito.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('every page registers the service worker', async ({ page }) => {
  await page.goto('/not-there')
  const script = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  expect(new URL(script ?? '').pathname).toBe('/service-worker.js')
})
