import { newFather, signIn } from '../../tools/father.ts'
import { acquainted, log, send } from '../support/chat.ts'
import { expect, test } from '../support/test.ts'
import { openWithoutCode } from './without-code.ts'

// On a phone an open chat and the map are drawn with what the server's first replies say.

test.use({ demo: 'off', viewport: { width: 390, height: 844 } })

test('a chat’s messages are read before its code has loaded, where the app shows them, and are there throughout', async ({
  page,
  product,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  for (const text of ['Zullen we morgen naar het park?', 'Om tien uur?', 'Ik neem de emmers mee.']) {
    await send(thijs, id, text)
    await send(kwame, id, `Ja: ${text}`)
  }
  await send(thijs, id, 'Tot morgen!')
  await signIn(page, kwame)
  const showCode = await openWithoutCode(page, `/chat/${id}`)
  const drawn = page.locator('#prerendered [data-log]')
  const words = ['Ja: Ik neem de emmers mee.', 'Nieuwe berichten', 'Tot morgen!']
  for (const text of words) await expect(drawn.getByText(text, { exact: true })).toBeVisible()
  const places = await Promise.all(words.map(text => drawn.getByText(text, { exact: true }).boundingBox()))
  await page.evaluate(() => {
    const look = () => {
      const isShown = [...document.querySelectorAll('p')].some(line => line.textContent === 'Tot morgen!')
      if (!isShown) document.body.dataset.wasGone = 'true'
      // Only one of both can be tapped and is read aloud.
      const drawing = document.querySelector<HTMLElement>('#prerendered')
      if (drawing && !drawing.inert && document.querySelector('#root main')) document.body.dataset.wasTwice = 'true'
      requestAnimationFrame(look)
    }
    look()
  })
  await showCode()
  for (const [at, text] of words.entries()) {
    const place = await log(page).getByText(text, { exact: true }).boundingBox()
    expect(place).toEqual(places[at])
  }
  await expect(page.locator('body')).not.toHaveAttribute('data-was-gone')
  await expect(page.locator('body')).not.toHaveAttribute('data-was-twice')
})

test('a drawn chat is left with one tap, and is not drawn for somebody who may not read it', async ({
  page,
  product,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  await send(thijs, id, 'Tot morgen!')
  await signIn(page, kwame)
  const showCode = await openWithoutCode(page, `/chat/${id}`)
  await expect(page.locator('#prerendered').getByText('Tot morgen!')).toBeVisible()
  await page.locator('#prerendered').getByRole('link', { name: 'Afspraken' }).click()
  await showCode()
  await expect(page).toHaveURL(/\/playdates$/)
  await expect(page.getByRole('tab').first()).toBeVisible()

  await signIn(page, await newFather(product.url, 'Wim'))
  await page.unrouteAll()
  const refused = page.waitForResponse(/\/messages/)
  await openWithoutCode(page, `/chat/${id}`)
  expect((await refused).status()).toBe(404)
  await expect(page.locator('#prerendered main')).toBeVisible()
  await expect(page.getByText('Tot morgen!')).toHaveCount(0)

  // A logout that the server does not know of yet.
  await signIn(page, kwame)
  await page.evaluate(() => localStorage.setItem('logged_out', 'true'))
  await page.unrouteAll()
  await openWithoutCode(page, `/chat/${id}`)
  await page.locator('#unreachable').waitFor({ state: 'attached' })
  await expect(page.locator('#prerendered')).toHaveCount(0)
})

test('the map shows the tile in its middle before its code has loaded, where Leaflet puts it', async ({
  page,
  product,
}) => {
  await signIn(page, await newFather(product.url, 'Wim'))
  await page.route('**/api/env', async route => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      json: { ...(await reply.json()), map: null, tileUrl: '/icons/favicon.svg?{z}/{x}/{y}' },
    })
  })
  const showCode = await openWithoutCode(page, '/playground-map')
  const drawn = page.locator('#prerendered [data-map] img')
  await expect(drawn).toBeVisible()
  const [address, place] = [await drawn.getAttribute('src'), await drawn.boundingBox()]
  await showCode()
  const tile = page.locator(`.leaflet-tile[src="${address}"]`)
  await expect(tile).toBeVisible()
  expect((await tile.boundingBox())?.x).toBe(place?.x)
})
