import type { Page } from '@playwright/test'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { boxOf, cardOf, isOnTop, scrollTo, toasts, untilServed } from '../../tools/screens.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { tagOfSize } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

test.use(inWholeChromium)

// A toast must never be in the way.

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`a toast on a ${name}`, { tag: tagOfSize(name) }, () => {
    test.use({ viewport, expectedComplaints: withoutNetwork, serviceWorkers: 'allow' })

    test('a toast is inside the open dialog, covers nothing there, and its × closes only the toast', async ({
      page,
      father,
      product,
    }) => {
      const { title } = await newPlaydate(await newFather(product.url))
      await signIn(page, father)
      await page.goto('/playdates')
      await cardOf(page, title)
        .getByRole('button', { name: /^Ik doe mee:/ })
        .click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      await offline(page)
      const toast = dialog.getByRole('region', { name: 'Melding' })
      await expect(toast).toContainText('Je bent offline')
      // The toast is between the question and the buttons.
      const answer = dialog.getByRole('button', { name: /^Ik kom alleen/ })
      const more = dialog.getByRole('button', { name: 'Eén kind meer' })
      await expect(async () => {
        const [above, box, below] = [await boxOf(more), await boxOf(toast), await boxOf(answer)]
        expect(box.y).toBeGreaterThanOrEqual(above.y + above.height)
        expect(box.y + box.height).toBeLessThanOrEqual(below.y)
      }).toPass()
      for (const control of [more, answer, dialog.getByRole('button', { name: 'Sluiten' }).first()])
        expect(await isOnTop(control)).toBe(true)

      // A tap on the toast does not reach what is below.
      await toast.getByRole('listitem').click({ position: { x: 100, y: 20 } })
      await expect(answer).toBeVisible()
      await expect(dialog.getByRole('spinbutton')).toHaveValue('0')
      await toast.getByRole('button', { name: 'Sluiten' }).click()
      await expect(toast).toHaveText('')
      await expect(dialog).toBeVisible()
    })

    test('a toast over an open menu takes the tap on its ×, and the menu does nothing', async ({
      page,
      father,
      product,
    }) => {
      const { title } = await newPlaydate(await newFather(product.url))
      await signIn(page, father)
      await page.goto('/playdates')
      const card = cardOf(page, title)
      await scrollTo(page, card)
      await card.getByRole('button', { name: 'Meer opties' }).click()
      const report = page.getByRole('menuitem', { name: 'Melden' })
      await expect(report).toBeVisible()
      await offline(page)
      await expect(toasts(page)).toContainText('Je bent offline')
      await toasts(page).getByRole('button', { name: 'Sluiten' }).click()
      await expect(toasts(page)).toHaveText('')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL('/playdates')
    })

    test('a toast leaves the buttons of a form and the field of a chat free', async ({ page, father }) => {
      await signIn(page, father)
      await page.goto('/create')
      await offline(page)
      await expect(toasts(page)).toContainText('Je bent offline')
      const button = page.getByRole('button', { name: 'Speelafspraak maken' })
      await expect.poll(() => isOnTop(button), 'once the toast is in its place').toBe(true)
    })
  })
}

async function offline(page: Page) {
  // The service worker keeps the code of the toast.
  await untilServed(page)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}
