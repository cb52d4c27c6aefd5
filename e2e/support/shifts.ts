import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The most that a screen may move by itself. */
export const mostShift = 0.02

type Shift = { value: number; of: string }

/** From the next document on, counts what moves by itself. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element?.outerHTML.slice(0, 90) ?? 'what is gone'
    }
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join()
    Object.assign(globalThis, { shifts: [] })
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue
        const of = sources.map(
          ({ node, previousRect, currentRect }) => `${placeOf(previousRect)} → ${placeOf(currentRect)} ${nameOf(node)}`,
        )
        ;(globalThis as unknown as { shifts: Shift[] }).shifts.push({ value, of: of.join(' | ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The shifts counted until everything has loaded. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return shiftsSoFar(page)
}

export function shiftsSoFar(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return (globalThis as unknown as { shifts: Shift[] }).shifts
  })
}
