import type { Page } from '@playwright/test'

/** The contents of a screen. */
export type ScreenContents = {
  lang: string
  title: string
  headings: string[]
  /** All visible texts and accessible names. */
  texts: string[]
  /** Overflowing elements: the page, or texts in their boxes. */
  overflowing: string[]
}

/** Reads the whole page, including the part below the fold. */
export function contentsOf(page: Page): Promise<ScreenContents> {
  return page.evaluate(() => {
    const texts: string[] = []
    const overflowing: string[] = []
    const boxes = new Map<Element, { overflowX: string; textOverflow: string; left: number; right: number }>()
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) overflowing.push(`the page: ${root.scrollWidth} > ${root.clientWidth}`)
    // The page clips wide elements, so each element is measured separately.
    for (const control of document.querySelectorAll('a, button, input, textarea, h1, h2, h3, img:not([alt=""])')) {
      const place = control.getBoundingClientRect()
      if (control.checkVisibility() && place.width > 1) measure(control.outerHTML.slice(0, 60), control, place)
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue
      texts.push(text)
      const range = document.createRange()
      range.selectNodeContents(node)
      const place = range.getBoundingClientRect()
      if (place.width > 0 && !isForScreenReaders(parent)) measure(text, parent, place)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) texts.push(element.getAttribute(name) ?? '')
    }
    return {
      lang: root.lang,
      title: document.title,
      headings: [...document.querySelectorAll('h1')].filter(h1 => h1.checkVisibility()).map(h1 => h1.textContent),
      texts: texts.filter(Boolean),
      overflowing,
    }

    function measure(text: string, parent: Element, place: DOMRect) {
      // A map overflows by design.
      if (parent.closest('.leaflet-container')) return
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow, left, right } = readBox(box)
        // Rows that scroll sideways, and names that may be truncated unless they are on a button.
        const isButton = box.closest('button, nav a, [role=tab]') !== null
        if (overflowX === 'auto' || overflowX === 'scroll' || (textOverflow === 'ellipsis' && !isButton)) return
        const holds = overflowX !== 'visible' || box.matches('button, a, [role=tab], input')
        if (holds && (place.left < left - 1 || place.right > right + 1)) {
          overflowing.push(`"${text}" (${place.left}–${place.right}) in ${box.tagName} (${left}–${right})`)
          return
        }
      }
      if (place.left < -1 || place.right > root.clientWidth + 1) {
        overflowing.push(`${text} (${place.left}–${place.right}) in the page (0–${root.clientWidth})`)
      }
    }

    /** Reads each box once, since all texts in it ask. */
    function readBox(box: Element) {
      const known = boxes.get(box)
      if (known) return known
      const { overflowX, textOverflow } = getComputedStyle(box)
      const { left, right } = box.getBoundingClientRect()
      const read = { overflowX, textOverflow, left, right }
      boxes.set(box, read)
      return read
    }

    function isForScreenReaders(element: Element | null): boolean {
      if (!element) return false
      const { width, height } = element.getBoundingClientRect()
      return (width <= 1 && height <= 1) || isForScreenReaders(element.parentElement)
    }
  })
}
