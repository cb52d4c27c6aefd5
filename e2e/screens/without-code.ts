import { expect, type Page } from '@playwright/test'

/** Opens a page, and holds its code back until the returned function is called. */
export async function openWithoutCode(page: Page, path: string) {
  let letThrough = () => {}
  const isLetThrough = new Promise<void>(resolve => {
    letThrough = resolve
  })
  await page.route(/\/assets\/shell-[^/]*\.js$/, async route => {
    await isLetThrough
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    letThrough()
    await expect(page.locator('#root main')).toBeVisible()
    await expect(page.locator('#prerendered')).toHaveCount(0)
  }
}
