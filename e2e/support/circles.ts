import type { Page } from '@playwright/test'

/** Leaves the circle on the screen, with the keyboard alone. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Meer opties voor de kring/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Kring verlaten' }).press('Enter')
  await page.getByRole('button', { name: 'Verlaten', exact: true }).press('Enter')
}
