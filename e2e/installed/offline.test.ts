import type { Page } from '@playwright/test'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newPlaydate, signIn } from '../../tools/father.ts'
import { toasts, untilServed } from '../../tools/screens.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'
import { keptAt } from './kept.ts'

test.use(inWholeChromium)

test.use({ expectedComplaints: withoutNetwork })

const upcomingAtHome = '/api/playdates/upcoming?order=near&limit=4'

declare global {
  var firstScreen: string | undefined
}

/** Runs in the page: notes what the upcoming playdates of home are when the app first shows it. */
function noteFirstScreen() {
  const look = new MutationObserver(() => {
    const upcoming = document.querySelector('#root main [aria-labelledby=upcoming]')
    if (!upcoming) return
    globalThis.firstScreen = upcoming.textContent
    look.disconnect()
  })
  look.observe(document, { childList: true, subtree: true })
}

/** Deletes a stored reply. */
function forget(page: Page, at: string) {
  return page.evaluate(
    wanted =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('papadag-offline')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('answers', 'readwrite')
          const asking = writing.objectStore('answers').getAllKeys()
          asking.onsuccess = () => {
            for (const key of asking.result)
              if (Array.isArray(key) && key[1] === wanted) writing.objectStore('answers').delete(key)
          }
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    at,
  )
}

test('a first visit that loses its network keeps the screen, and a banner explains why nothing new arrives', async ({
  page,
  father,
}) => {
  const { title } = await newPlaydate(father)
  await signIn(page, father)
  await page.goto('/playdates')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('Je bent offline. Wat je al zag, staat er nog.')).toBeVisible()
  await page.getByRole('tab', { name: 'Geweest' }).click()
  await expect(page.getByRole('tabpanel').getByText('konden niet worden geladen')).toBeVisible()
  await page.getByRole('tab', { name: 'Komend' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a father is told that he is offline and back online, and keeps his data meanwhile', async ({
    page,
    father,
  }) => {
    const { title } = await newPlaydate(father)
    await signIn(page, father)
    await page.goto('/playdates')
    await untilServed(page)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

    await page.context().setOffline(true)
    const notifications = toasts(page)
    await expect(notifications).toContainText('Je bent offline')
    await expect(notifications).toContainText('Sommige functies zijn beperkt beschikbaar')
    const banner = page.getByText('Je bent offline. Wat je al zag, staat er nog.')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

    await page.context().setOffline(false)
    await expect(notifications).toContainText('Je bent weer online')
    await expect(notifications).toContainText('Je hebt nu weer toegang tot alle functies')
    await expect(banner).toBeHidden()
  })

  for (const [outcome, isStored] of [
    ['has its playdates from the first moment', true],
    ['without stored playdates says what it lacks', false],
  ] as const) {
    test(`home opened without a network ${outcome}`, async ({ page, father }) => {
      const { title } = await newPlaydate(father)
      await signIn(page, father)
      await page.goto('/')
      await untilServed(page)
      const card = page.getByRole('article').getByRole('heading', { name: title })
      await expect(card).toBeVisible()
      await expect.poll(() => keptAt(page)).toEqual(expect.arrayContaining([upcomingAtHome, '/api/today']))
      if (!isStored) await forget(page, upcomingAtHome)

      await page.addInitScript(noteFirstScreen)
      // However slow the machine, the app's patience with what is stored does not end.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.context().setOffline(true)
      await page.reload()
      const first = await (await page.waitForFunction(() => globalThis.firstScreen)).jsonValue()
      if (isStored) expect(first).toContain(title)
      else expect(first).not.toContain(title)
      await page.clock.resume()
      const lack = page.getByText('Je speelafspraken konden niet worden geladen')
      await expect(isStored ? card : lack).toBeVisible()
    })
  }

  test('a page opened offline without stored data says so, and loads when the network returns', async ({
    page,
    father,
  }) => {
    const { title } = await newPlaydate(father)
    await signIn(page, father)
    await page.goto('/playdates')
    await untilServed(page)
    await page.waitForLoadState('networkidle')

    await page.context().setOffline(true)
    await page.evaluate(() => void indexedDB.deleteDatabase('papadag-offline'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Papadag is niet bereikbaar' })).toBeVisible()
    await expect(page.getByText('Je bent offline. Wat je al zag, staat er nog.')).toBeVisible()

    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Speelafspraken' })).toBeVisible()
  })

  test('the service worker stores nothing that people wrote or uploaded', async ({ page, father }) => {
    const { title } = await newPlaydate(father)
    await signIn(page, father)
    await page.goto('/playdates')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const kept = await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const paths: string[] = []
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
      }
      return paths
    })
    expect(kept).toContain('/')
    expect(kept.filter(path => /^\/(api|uploads)\//.test(path))).toEqual([])
    // It serves any address, so no screen is drawn into it.
    expect(await page.evaluate(async () => (await caches.match('/'))?.text())).not.toContain('id="prerendered"')
  })
})
