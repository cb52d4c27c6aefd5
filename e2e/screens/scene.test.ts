import type { Page } from '@playwright/test'
import { newFather, signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

// Home shows its greeting on a picture: no word may cover the father, the sun or the moon, or run into the content
// below.

const widths = [320, 360, 390, 430, 560, 700, 768, 1024, 1280, 1440, 1920]
const here = { temperature: -12, city: 'Nieuwerkerk aan den IJssel', country: 'NL' }
const skies = {
  'a sunny afternoon': { hour: 14, colours: 'light', weather: { ...here, condition: 'Clouds', icon: '04d' } },
  'a wet morning': { hour: 9, colours: 'light', weather: { ...here, condition: 'Drizzle', icon: '09d' } },
  'an afternoon in dark colours': { hour: 14, colours: 'dark', weather: { ...here, condition: 'Mist', icon: '50d' } },
  'an evening': { hour: 20, colours: 'light', weather: { ...here, condition: 'Thunderstorm', icon: '11n' } },
  'an afternoon without weather': { hour: 14, colours: 'light', weather: undefined },
  'a dark evening without weather': { hour: 20, colours: 'dark', weather: undefined },
} as const

for (const language of ['nl', 'de']) {
  // The longer greeting is German.
  const tag = language === 'de' ? [] : ['@nightly']
  test(`a long name in the ${language} greeting overlaps nothing in the scene, in any weather and at any width`, {
    tag,
  }, async ({ page, product }) => {
    await page.addInitScript(lang => {
      localStorage.setItem('language', lang)
      localStorage.setItem('location_asked', 'true')
    }, language)
    await signIn(page, await newFather(product.url, 'Maximiliaan'))
    const touching: Record<string, string[]> = {}
    for (const [sky, { hour, colours, weather }] of Object.entries(skies)) {
      await page.route('**/api/weather?*', route => route.fulfill(weather ? { json: weather } : { status: 503 }))
      await page.clock.setFixedTime(new Date(2026, 5, 15, hour))
      await page.emulateMedia({ colorScheme: colours })
      await page.goto('/')
      await expect(page.getByRole('status').filter({ hasText: '°C' })).toBeVisible()
      for (const width of widths) {
        await resize(page, { width, height: 844 })
        const found = await collisions(page)
        if (found.length > 0) touching[`${sky} at ${width} px`] = found
      }
      await page.unroute('**/api/weather?*')
    }
    expect(touching).toEqual({})
    // The check notices a collision.
    await resize(page, { width: 390, height: 844 })
    await page
      .getByRole('heading', { level: 1 })
      .evaluate(heading => heading.style.setProperty('translate', '9rem 4rem'))
    expect(await collisions(page)).toContainEqual(expect.stringMatching(/Maximiliaan” meets father/))
  })
}

/** The words that overlap a part of the drawing, by the boxes of both. */
function collisions(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const heading = document.querySelector('h1')
    const scene = heading?.closest('section')
    const picture = scene?.querySelector<HTMLImageElement>('picture img')
    const street = picture ? undefined : scene?.firstElementChild
    if (!heading || !scene) throw new Error('There is no scene.')
    if (picture) await untilDrawn(picture)
    // Reading a position lays the page out, which requests the fonts that it needs.
    scene.getBoundingClientRect()
    await document.fonts.ready

    const drawn = new Map([
      ...(await (picture ? partsOfPicture(picture) : street ? partsOfStreet(street) : [])),
      ['what follows', scene.nextElementSibling?.firstElementChild],
    ])
    const words = [heading.previousElementSibling, heading, ...scene.querySelectorAll('[role=status] > *')]
    const found: string[] = []
    for (const element of words) {
      if (!element) continue
      const range = document.createRange()
      range.selectNodeContents(element)
      for (const box of element.matches('h1, p') ? range.getClientRects() : [element.getBoundingClientRect()]) {
        for (const [name, part] of drawn) {
          const other = part instanceof Element ? part.getBoundingClientRect() : part
          if (other && meet(box, other)) found.push(`“${element.textContent}” meets ${name}`)
        }
        if (box.left < 0 || box.right > innerWidth) found.push(`“${element.textContent}” leaves the window`)
      }
    }
    return [...new Set(found)]

    function meet(one: DOMRect, other: DOMRect) {
      return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    }

    /** After a resize, the other drawing appears a moment later, at the position of the narrow or of the wide one. */
    async function untilDrawn(image: HTMLImageElement) {
      const source = image.closest('picture')?.querySelector('source')
      const isWide = source && matchMedia(source.media).matches
      const wanted = new URL(isWide ? source.srcset : image.src, location.href).href
      while (image.currentSrc !== wanted || !image.complete) await new Promise(requestAnimationFrame)
      await image.decode()
    }

    /** The positions of the picture's named parts, which the browser renders as one image. */
    function partsOfPicture(image: HTMLImageElement) {
      const frame = image.getBoundingClientRect()
      const [across = 0.5, down = 0.5] = getComputedStyle(image)
        .objectPosition.split(' ')
        .map(one => parseFloat(one) / 100)
      return partsOf(image.currentSrc, (width, height) => {
        const scale = Math.max(frame.width / width, frame.height / height)
        const left = frame.left + (frame.width - width * scale) * across
        return { scale, lefts: [left], top: frame.top + (frame.height - height * scale) * down }
      })
    }

    /** The same of the picture that is repeated behind a small greeting. */
    function partsOfStreet(element: Element) {
      const { left, top, width: visible } = element.getBoundingClientRect()
      const { backgroundImage, backgroundPositionX, backgroundSize } = getComputedStyle(element)
      if (visible === 0) return new Map()
      return partsOf(backgroundImage.slice(5, -2), width => {
        const size = parseFloat(backgroundSize)
        const first = left + parseFloat(backgroundPositionX)
        return { scale: size / width, lefts: [-1, 0, 1, 2].map(copy => first + copy * size), top }
      })
    }

    async function partsOf(
      address: string,
      place: (width: number, height: number) => { scale: number; lefts: readonly number[]; top: number },
    ): Promise<Map<string, DOMRect | Element | null | undefined>> {
      const text = await (await fetch(address)).text()
      const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as SVGSVGElement
      const { width, height } = svg.viewBox.baseVal
      // Not allowed on our pages, and not part of the drawing.
      for (const style of svg.querySelectorAll('style')) style.remove()
      Object.assign(svg.style, {
        position: 'fixed',
        inset: '0 auto auto 0',
        width: `${width}px`,
        height: `${height}px`,
      })
      document.body.append(svg)
      const { scale, lefts, top } = place(width, height)
      const parts = new Map<string, DOMRect>()
      for (const part of svg.querySelectorAll('#father, #light')) {
        const { x, y, width: w, height: h } = part.getBoundingClientRect()
        for (const [copy, left] of lefts.entries())
          parts.set(`${part.id} ${copy}`, new DOMRect(left + x * scale, top + y * scale, w * scale, h * scale))
      }
      svg.remove()
      return parts
    }
  })
}
