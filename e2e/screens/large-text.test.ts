import { addPlayground } from '@papadag/contract/places/places'
import type { Page } from '@playwright/test'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { look } from '../support/look.ts'
import { expect, test } from '../support/test.ts'

/** Controls that somebody who sees cannot reach: beside the page, or under something else once scrolled to. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = []
    const top = document.querySelector('dialog:modal') ?? document
    for (const control of top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.sr-only, .leaflet-container'))
        continue
      const { left, right, width, height } = control.getBoundingClientRect()
      if (width <= 1 || height <= 1) continue
      const scrolls = control.parentElement?.closest('[class*="overflow-x-auto"]')
      if (!scrolls && (left < -1 || right > innerWidth + 1))
        wrong.push(`${control.outerHTML.slice(0, 90)}: ${Math.round(left)}–${Math.round(right)}`)
    }
    return wrong
  })
}

const sizes = [150, 200].flatMap(percent => [390, 320].map(width => ({ percent, width })))

const setText = (page: Page, percent: number) =>
  page.evaluate(size => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

/** What is wrong on this screen at these sizes, once it has come to rest. */
async function wrongAt(page: Page, path: string, { percent, width }: (typeof sizes)[number]): Promise<string[]> {
  await resize(page, { width, height: 844 })
  await setText(page, percent)
  let wrong: string[] = []
  await expect(async () => {
    wrong = [...(await look(page)).overflowing, ...(await unreachable(page))]
    expect(wrong).toEqual([])
  })
    .toPass({ timeout: 10_000 })
    .catch(() => {})
  return wrong.map(what => `${path} at ${percent} % and ${width} px: ${what}`)
}

test('with text at up to 200 % on a phone nothing on any screen is cut or out of reach', async ({
  page,
  father,
  product,
}) => {
  const { id } = await newPlaydate(father)
  // His initials are the widest.
  await newFather(product.url, 'Willem')
  await father.client.call(addPlayground, { body: { name: 'De Zandkuil', latitude: 52.09, longitude: 5.12 } })
  await signIn(page, father)
  const paths = [
    '/',
    '/playdates',
    `/playdates?open=${id}`,
    '/create',
    `/edit-playdate/${id}`,
    '/places',
    '/playground-map',
    '/discover',
    '/users',
    '/chat',
    '/profile',
    '/profile?mode=edit',
    '/profile?tab=settings',
    '/profile?tab=settings&section=papa-days',
    '/profile?tab=settings&section=notifications',
    '/polls',
    '/notifications',
  ]
  const wrong: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
    for (const size of sizes) wrong.push(...(await wrongAt(page, path, size)))
  }
  expect(wrong).toEqual([])
})
