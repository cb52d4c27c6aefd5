import { pagePaths } from '@papadag/contract/pages'
import { type BrowserContext, expect, type Page } from '@playwright/test'

/** Those of a single thing or a link are in other journeys. */
const screens = Object.values(pagePaths)
  .map(path => path.replace('/:id?', ''))
  .filter(path => !path.includes(':') && path !== pagePaths.auth)

/** The origins that a browser asks while a father looks at every screen. */
export async function askedOnEveryScreen(page: Page, context: BrowserContext) {
  const origins = new Set<string>()
  context.on('request', request => origins.add(new URL(request.url()).origin))
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  return [...origins]
}
