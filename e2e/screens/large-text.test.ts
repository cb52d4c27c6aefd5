import type { Page } from '@playwright/test'
import { newPlaydate, signIn } from '../../tools/father.ts'
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

const sizes = [{ percent: 150, width: 390 }]

for (const { percent, width } of sizes)
  test(`with text at ${percent} % and ${width} px nothing on any screen is cut or out of reach`, async ({
    page,
    father,
  }) => {
    await resize(page, { width, height: 844 })
    const { id } = await newPlaydate(father)
    await signIn(page, father)
    await page.addInitScript(
      size =>
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = `${size}%`
        }),
      percent,
    )
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
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
      await expect(async () => {
        expect((await look(page)).overflowing, path).toEqual([])
        expect(await unreachable(page), path).toEqual([])
      }).toPass({ timeout: 10_000 })
    }
  })
