import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import type { Locator, Page } from '@playwright/test'
import { type Father, newFather, newPlaydate, signIn } from '../tools/father.ts'
import { resize } from '../tools/screens.ts'
import { expect, test } from './support/test.ts'

// Browsers skip distant entries of a long list, which must not make them unusable.

const count = 16

/** Adds playdates of a host, which another father joins, so that the host has as many notifications. */
async function planMany(host: Father, other: Father) {
  for (let at = 0; at < count; at += 1) {
    const { id } = await newPlaydate(host)
    await other.client.call(joinPlaydate, { params: { id }, body: {} })
  }
}

/** Whether a browser skips this entry for now. */
const isSkipped = (entry: Locator) =>
  entry.evaluate(element => !element.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))

/** How many playdates a printed page has links to. */
async function countPrinted(page: Page) {
  const paper = (await page.pdf()).toString('latin1')
  return new Set(paper.match(/open=\d+/g)).size
}

test('entries far down a list of playdates and of notifications are skipped, yet printed and focused', async ({
  page,
  father,
  product,
}) => {
  await planMany(father, await newFather(product.url, 'Thijs'))
  await resize(page, { width: 390, height: 500 })
  await signIn(page, father)
  const lists = {
    '/playdates': page
      .getByRole('main')
      .locator('ul > li')
      .filter({ has: page.getByRole('article') }),
    '/notifications': page.getByRole('main').locator('section > ul > li'),
  }
  for (const [path, entries] of Object.entries(lists)) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect.poll(() => entries.count()).toBeGreaterThanOrEqual(count)
      const last = entries.last()
      expect(await isSkipped(entries.first())).toBe(false)
      await expect.poll(() => isSkipped(last)).toBe(true)
      const title = (await last.getByRole('link').textContent()) ?? ''
      expect(await countPrinted(page)).toBe(await entries.count())

      // Near its end a list loads more by itself, so another entry may be the last one.
      const link = entries.getByRole('link', { name: title, exact: true }).last()
      await entries.nth(-2).getByRole('button').last().focus()
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
      await expect(link).toBeInViewport()
    })
  }
})
