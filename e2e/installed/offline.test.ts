import { inWholeChromium } from '../../tools/browsers.ts'
import { newPlaydate, signIn } from '../../tools/father.ts'
import { toasts, untilServed } from '../../tools/screens.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

test.use(inWholeChromium)

test.use({ expectedComplaints: withoutNetwork })

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
