import type { Locator, Page } from '@playwright/test'

/** Waits until an element has kept its place and size for twenty frames. */
export function untilStill(element: Locator): Promise<void> {
  return element.evaluate(async node => {
    let last = ''
    for (let frames = 0; frames < 20; ) {
      await new Promise(requestAnimationFrame)
      const { x, y, width, height } = node.getBoundingClientRect()
      const now = [x, y, width, height].join()
      frames = now === last ? frames + 1 : 0
      last = now
    }
  })
}

/** Waits until fonts and the pictures in the window have arrived and the page keeps its size. */
export async function untilAtRest(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => {
    const isInWindow = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight
    const isMissing = (image: HTMLImageElement) => isInWindow(image.getBoundingClientRect()) && !image.complete
    return document.fonts.status === 'loaded' && ![...document.images].some(isMissing)
  })
  await untilStill(page.locator('body'))
}
