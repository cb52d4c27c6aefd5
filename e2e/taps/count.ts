import type { Page } from '@playwright/test'

/** Starts counting what a thumb does on this page, from now on and after each reload; typed with `pressSequentially`. */
export async function countTaps(page: Page): Promise<() => Promise<{ taps: number; characters: number }>> {
  let taps = 0
  let characters = 0
  await page.exposeFunction('countTap', () => void taps++)
  await page.exposeFunction('countCharacters', (typed: number) => {
    characters += typed
  })
  const listen = () => {
    const counts = window as unknown as {
      countTap: () => Promise<void>
      countCharacters: (typed: number) => Promise<void>
    }
    // A label clicks its field as well, so a tap is where a thumb comes down.
    addEventListener('pointerdown', event => event.isTrusted && void counts.countTap(), true)
    addEventListener('beforeinput', event => void counts.countCharacters(event.data?.length ?? 0), true)
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return async () => {
    // Whatever the page has already reported arrives before this answer.
    await page.evaluate(() => undefined)
    return { taps, characters }
  }
}
