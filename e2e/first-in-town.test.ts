import { editProfile } from '@papadag/contract/users/users'
import { establishedFather, newFather, signIn } from '../tools/father.ts'
import { expect, test } from './support/test.ts'

test('the first father in a town sends its page round, and hears of the first dad near him', async ({
  page,
  father,
  product,
  anotherBrowser,
}) => {
  await father.client.call(editProfile, { body: { city: 'Ter Apel' } })
  await signIn(page, father)
  await page.goto('/')
  const town = page.getByRole('region', { name: 'Je bent de eerste in Ter Apel' })
  await expect(town).toContainText('Nog niet geopend.')
  const address = `${product.url}/kijk/ter-apel`
  await expect(town.getByRole('blockquote')).toContainText(address)
  await expect(town.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent((await town.getByRole('blockquote').textContent()) ?? '')}`,
  )
  await expect(page.getByRole('link', { name: /^Start een inloop/ })).toBeVisible()
  const tell = page.getByRole('switch', { name: 'Zeg het me bij de eerste papa' })
  const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
  await tell.click()
  await saved
  await expect(tell).toBeChecked()

  const visitor = await anotherBrowser()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Ter Apel')
  await expect(async () => {
    await page.reload()
    await expect(town).toContainText('Eén keer geopend.', { timeout: 2000 })
  }).toPass()

  const ruud = await newFather(product.url, 'Ruud')
  await ruud.client.call(editProfile, { body: { city: 'Ter Apel' } })
  await page.goto('/notifications')
  await expect(page.getByText('Ruud is de eerste papa bij jou in de buurt: binnen 10 km.')).toBeVisible()
  await page.goto('/')
  await expect(town).toContainText('Eén papa erbij. Zo begint het.')
  await expect(page.getByRole('link', { name: /^Ruud woont binnen 10 km/ })).toBeVisible()
  await expect(tell).toHaveCount(0)
  // Leaves the town to the next run.
  for (const { client } of [father, ruud]) await client.call(editProfile, { body: { city: 'Amsterdam' } })
})

test('a father who was the first five weeks ago sees what has come of it', async ({ page, product }) => {
  await signIn(page, await establishedFather(product, 'henk'))
  await page.goto('/')
  const town = page.getByRole('region', { name: '5 weken Maastricht' })
  await expect(town).toContainText(/\d+ keer geopend\. Deze week \d+ keer\./)
  await page.evaluate(() => {
    window.print = () => {
      const sheet = document.querySelector('.poster')?.cloneNode(true)
      if (!(sheet instanceof Element)) return
      sheet.setAttribute('data-printed', '')
      document.body.append(sheet)
    }
  })
  await town.getByRole('button', { name: 'Poster' }).click()
  await page.emulateMedia({ media: 'print' })
  const poster = page.locator('body > [data-printed]')
  await expect(poster.getByRole('heading', { name: 'Wie speelt er mee in Maastricht?' })).toBeVisible()
  await expect(poster).toContainText('/kijk/maastricht')
})
