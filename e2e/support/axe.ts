import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOnly, RunOptions } from 'axe-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const runOnly: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Rules whose result depends on the theme. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** Expects axe to report nothing about a screen, in either theme. */
export async function expectNothing(page: Page, screen: string) {
  await untilComplete(page)
  await coverWithDialog(page, true)
  const inThis = await findings(page, { runOnly })
  // The next screen starts in the other theme, since switching themes takes as long as running axe.
  await showOtherTheme(page)
  const inOther = await findings(page, { runOnly: { type: 'rule', values: rulesOfColours } })
  await coverWithDialog(page, false)
  expect.soft([...inThis, ...inOther], screen).toEqual([])
}

/**
 * Expects axe to report nothing that a translation could cause. Colours are the same in every language, and measuring
 * them takes most of axe's time, so `expectNothing` does it in one language.
 */
export async function expectNothingInWords(page: Page, screen: string) {
  await untilComplete(page)
  const isOff = { enabled: false }
  const rules = Object.fromEntries(rulesOfColours.map(rule => [rule, isOff]))
  expect.soft(await findings(page, { runOnly, rules }), screen).toEqual([])
}

async function untilComplete(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Hides what is below an open dialog: axe does not know that it is inert, and finds it on top of the buttons. */
async function coverWithDialog(page: Page, isCovered: boolean) {
  await page.evaluate(hide => {
    const hasDialog = document.querySelector('dialog:modal') !== null
    document.getElementById('root')?.style.setProperty('clip-path', hide && hasDialog ? 'inset(100%)' : '')
  }, isCovered)
}

/** Pins of neighbouring places overlap on a map; the list next to it has them all. */
const isPin = (html: string) => html.includes('class="map-pin')

/**
 * Returns the findings that remain on further runs: a busy machine draws parts of the other theme late, and those far
 * down a long list only when needed.
 */
async function findings(page: Page, options: RunOptions): Promise<Finding[]> {
  let found = await runAxe(page, options)
  for (let times = 0; found.length > 0 && times < 5; times += 1) {
    await page.screenshot({ animations: 'disabled', fullPage: true })
    found = await runAxe(page, options)
  }
  return found
}

type Finding = { id: string; html: string; message: string | undefined }

async function runAxe(page: Page, options: RunOptions): Promise<Finding[]> {
  // Reading the source of axe takes longer than running it, so a page gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(
    async options => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      // The page below an open dialog is inert, which axe does not know.
      const results = await axe.run(document.querySelector('dialog:modal') ? 'dialog:modal' : document, options)
      /** Whether nothing covers a part once it is in the middle: at the edge of the screen it was under the bar. */
      const isFreeInTheMiddle = (selector: unknown) => {
        const part = typeof selector === 'string' ? document.querySelector(selector) : null
        if (!part) return false
        part.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return [left + 2, right - 2].every(x =>
          [top + 2, bottom - 2].every(y => part.contains(document.elementFromPoint(x, y))),
        )
      }
      return results.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ target: [at] }) => id !== 'target-size' || !isFreeInTheMiddle(at)),
      }))
    },
    // None of these rules reads the style sheets, which axe would parse for each run.
    { resultTypes: ['violations'], preload: { assets: ['media'] }, ...options } satisfies RunOptions,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'target-size' || !isPin(html))
      .map(({ html, any }) => ({ id, html, message: any[0]?.message })),
  )
}

async function showOtherTheme(page: Page) {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}
