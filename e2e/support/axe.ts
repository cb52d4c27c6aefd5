import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose result depends on the theme. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** Expects axe to report nothing about a screen, in either theme. */
export async function expectNothing(page: Page, screen: string) {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await coverWithDialog(page, true)
  const inLight = await findings(page, (await axe(page)).withTags(rules))
  await showTheme(page, 'dark')
  const inDark = await findings(page, (await axe(page)).withRules(rulesOfColours))
  await showTheme(page, 'light')
  await coverWithDialog(page, false)
  const found = [...inLight, ...inDark].flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'target-size' || !isPin(html))
      .map(({ html, any }) => ({ id, html, message: any[0]?.message })),
  )
  expect.soft(found, screen).toEqual([])
}

/** Hides what lies below an open dialog: axe does not know that it is inert, and finds it on top of the buttons. */
async function coverWithDialog(page: Page, isCovered: boolean) {
  await page.evaluate(hide => {
    const hasDialog = document.querySelector('dialog:modal') !== null
    document.getElementById('root')?.style.setProperty('visibility', hide && hasDialog ? 'hidden' : '')
  }, isCovered)
}

/** Pins of neighbouring places overlap on a map; the list beside it has them all. */
const isPin = (html: string) => html.includes('class="map-pin')

async function axe(page: Page) {
  // The slower default mode is for frames, of which there are none.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  // What lies below an open dialog is inert, which axe does not know.
  return (await page.locator('dialog:modal').count()) > 0 ? builder.include('dialog:modal') : builder
}

/** Findings that remain on a second run, since a busy machine may draw parts of the other theme late. */
async function findings(page: Page, look: AxeBuilder) {
  const { violations } = await look.analyze()
  if (violations.length === 0) return violations
  await page.screenshot({ animations: 'disabled' })
  return (await look.analyze()).violations
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}
