import { threadOf } from '@papadag/contract/chat'
import { answerCircle, circles, createCircle } from '@papadag/contract/circles'
import { makeInvite } from '@papadag/contract/invites'
import { addPlayground } from '@papadag/contract/places/places'
import { joinPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { newFather, newPlaydate, signIn, unique } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { acquainted, field, log, write } from '../support/chat.ts'
import { languagesNow } from '../support/languages.ts'
import { sizes, tagOfSize } from '../support/sizes.ts'
import { expectToFit, smallPhone } from '../support/small-phone.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

/** A circle of two, and a guest from outside on its date. */
async function circleDate({ url }: Product) {
  const { kwame, thijs } = await acquainted(url)
  const gast = await newFather(url, 'Gijs')
  const { id: circleId } = await kwame.client.call(createCircle, {
    body: { name: 'Woensdagpapa’s', fathers: [thijs.user.id] },
  })
  await thijs.client.call(answerCircle, { params: { id: circleId }, body: { yes: true } })
  const { id } = await newPlaydate(kwame, { title: 'Vliegeren', circleId })
  await kwame.client.call(makeInvite, { params: { id }, body: {} })
  for (const father of [thijs, gast]) await father.client.call(joinPlaydate, { params: { id }, body: {} })
  return { kwame, thijs, gast, id, circleId }
}

/** Opens the group chat from the playdate's sheet, as one does. */
const sheetOf = (id: number) => `/playdates?open=${id}`

for (const screen of [
  { name: 'phone', size: { width: 390, height: 844 }, tag: [] },
  { name: 'desktop', size: { width: 1280, height: 800 }, tag: ['@nightly'] },
])
  test(`members write about a date in the chat of their circle, and a guest answers in the chat of the date, on a ${screen.name}`, {
    tag: screen.tag,
  }, async ({ page, product, anotherBrowser }) => {
    const { thijs, gast, id } = await circleDate(product)
    await resize(page, screen.size)
    await signIn(page, thijs)
    await page.goto(sheetOf(id))
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Groepschat/ })
      .press('Enter')
    await expect(page.getByRole('heading', { name: 'Woensdagpapa’s' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Niet over deze datum schrijven' })).toBeVisible()
    await write(page, 'Neem een vlieger mee')
    await expect(log(page).getByText('Neem een vlieger mee')).toBeVisible()

    const his = await anotherBrowser({ as: gast, viewport: screen.size, reducedMotion: 'reduce' })
    await his.goto(sheetOf(id))
    await his
      .getByRole('dialog')
      .getByRole('link', { name: /Groepschat/ })
      .click()
    await expect(log(his).getByText('Neem een vlieger mee')).toBeVisible()
    await expect(his.getByText('Woensdagpapa’s')).toHaveCount(0)

    // What he writes without a network waits, and arrives.
    await his.context().setOffline(true)
    await field(his).fill('Ik heb er twee')
    await field(his).press('Enter')
    await expect(log(his).getByText('Ik heb er twee')).toBeVisible()
    await his.context().setOffline(false)
    await expect(log(page).getByText('Ik heb er twee')).toBeVisible()
    const line = log(page).getByRole('link', { name: /\d/ })
    await expect(line.first()).toHaveAttribute('href', sheetOf(id))
    await expectNothing(page, 'the chat of a circle with what is about a date')
    await expectNothing(his, 'the chat of a circle’s date for a guest')

    // Whoever answers him writes to him.
    await log(page).getByRole('button', { name: /Gijs/ }).last().click()
    await page.getByRole('menuitem', { name: 'Antwoorden' }).click()
    await write(page, 'Mooi')
    await expect(log(his).getByText('Mooi', { exact: true })).toBeVisible()
    expect(await gast.client.call(threadOf, { params: { id } })).toMatchObject({ kind: 'playdate', circleId: null })
    expect(await gast.client.call(circles)).toEqual([])
  })

for (const { screen, size } of sizes)
  test(`a father plans another date at the place where his circle meets, on a ${screen}`, {
    tag: tagOfSize(screen),
  }, async ({ page, product }) => {
    const { kwame, thijs, circleId } = await circleDate(product)
    const name = unique('De Apenrots')
    const place = await kwame.client.call(addPlayground, { body: { name, latitude: 52.37, longitude: 4.9 } })
    await resize(page, size)
    await signIn(page, thijs)
    await page.goto(`/circles/${circleId}`)
    await expect(page.getByRole('link', { name: 'Plan een afspraak' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Waar jullie afspreken' })).toHaveCount(0)
    // A member plans it meanwhile, and the screen hears of it.
    await newPlaydate(kwame, { title: 'Klimmen', location: name, placeId: place.id, circleId })
    const places = page.getByRole('list', { name: 'Waar jullie afspreken' })
    await expect(places.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/places?open=${place.id}`)
    await expectNothing(page, 'a circle with where it meets')
    await places.getByRole('link', { name: `Plan hier: ${name}` }).press('Enter')
    await expect(page.getByLabel('Waar?')).toHaveValue(name)
    await expect(page.getByRole('region', { name: 'Met de kring' })).toContainText('Woensdagpapa’s')
    await page.getByLabel('Wat gaan we doen?').fill('Nog eens klimmen')
    await page.getByRole('button', { name: 'Speelafspraak maken' }).press('Enter')
    await expect(places).toBeVisible()
    const planned = (await kwame.client.call(upcomingPlaydates)).find(({ title }) => title === 'Nog eens klimmen')
    expect(planned).toMatchObject({ placeId: place.id, circle: { id: circleId } })
  })

test('the chat of a circle with a date fits a small phone in every language', async ({ product, anotherBrowser }) => {
  const { thijs, gast, id } = await circleDate(product)
  const { id: chatId } = await thijs.client.call(threadOf, { params: { id } })
  const { id: line } = await gast.client.call(threadOf, { params: { id } })
  for (const language of languagesNow) {
    for (const [as, path, what] of [
      [thijs, `/chat/${chatId}?about=${id}`, 'the chat of a circle about a date'],
      [gast, `/chat/${line}`, 'the chat of a date'],
    ] as const) {
      const page = await anotherBrowser({ as, ...smallPhone(product, language) })
      await page.goto(path)
      await expect(page.getByRole('textbox')).toBeVisible()
      await expectToFit(page, language, what)
    }
  }
})
