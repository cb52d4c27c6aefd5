import { expect, type Page } from '@playwright/test'
import { untilServed } from '../../tools/screens.ts'

/** Opens a screen and waits until the app works offline and has stored the screen's replies. */
export async function visit(page: Page, path: string) {
  await page.goto(path)
  await untilServed(page)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // The main read of each screen.
  const read = { '/playdates': /^.api.playdates.upcoming/, '/places': /^.api.places.search/, '/chat': /^.api.chats$/ }[
    path
  ]
  await expect.poll(() => keptAt(page)).toContainEqual(expect.stringMatching(read ?? /^.api.user$/))
}

/** The addresses whose replies the app has stored. */
export function keptAt(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const opening = indexedDB.open('papadag-offline')
        // The page has not created the database yet, so this check must not create it.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const db = opening.result
          const asking = db.transaction('answers').objectStore('answers').getAllKeys()
          asking.onsuccess = () => {
            db.close()
            resolve(asking.result.map(key => (Array.isArray(key) ? String(key[1]) : '')))
          }
        }
      }),
  )
}
