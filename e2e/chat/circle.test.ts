import { answerCircle, circles, createCircle, enterCircle, makeCircleCode } from '@papadag/contract/circles'
import { addPlayground } from '@papadag/contract/places/places'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { acquainted } from '../support/chat.ts'
import { leave } from '../support/circles.ts'
import { languagesNow } from '../support/languages.ts'
import { sizes, tagOfSize } from '../support/sizes.ts'
import { expectToFit, smallPhone } from '../support/small-phone.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

for (const { screen, size } of sizes)
  test(`a father makes a circle, plans with it, and leaves it, on a ${screen}`, { tag: tagOfSize(screen) }, async ({
    page,
    product,
  }) => {
    const { kwame, thijs } = await acquainted(product.url)
    await resize(page, size)
    await signIn(page, kwame)
    await page.goto('/circles')
    await page.getByRole('textbox', { name: 'Naam van de kring' }).fill('Woensdagpapa’s')
    await page.getByRole('checkbox', { name: /Thijs/ }).check()
    await page.getByRole('button', { name: 'Kring maken' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Woensdagpapa’s' })).toBeVisible()
    const [asked] = await thijs.client.call(circles)
    await thijs.client.call(answerCircle, { params: { id: asked?.id ?? 0 }, body: { yes: true } })
    await expect(page.getByRole('link', { name: /Thijs/ })).toBeVisible()

    await page.getByRole('link', { name: 'Plan een afspraak' }).click()
    await page.getByLabel('Wat gaan we doen?').fill('Vliegeren')
    await page.getByLabel('Waar?').fill('Strand')
    await expect(page.getByRole('switch', { name: 'Ook voor andere papa’s' })).toBeChecked()
    await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
    await expect(page.getByRole('link', { name: 'Vliegeren' })).toBeVisible()
    const stranger = await newFather(product.url)
    const seen = (father: typeof stranger) => father.client.call(upcomingPlaydates)
    expect((await seen(thijs)).map(({ title }) => title)).toContain('Vliegeren')
    expect((await seen(stranger)).map(({ title }) => title)).not.toContain('Vliegeren')

    await expectNothing(page, 'a circle with a date')
    await leave(page)
    await expect(page).toHaveURL(/\/chat$/)
    expect(await kwame.client.call(circles)).toEqual([])
  })

for (const { screen, size } of sizes)
  test(`a father comes with the link of a code, and a keeper lets him in, on a ${screen}`, {
    tag: tagOfSize(screen),
  }, async ({ page, product, anotherBrowser }) => {
    const { kwame } = await acquainted(product.url)
    await resize(page, size)
    await signIn(page, kwame)
    await page.goto('/circles')
    await page.getByRole('textbox', { name: 'Naam van de kring' }).fill('Vrijdag')
    await page.getByRole('checkbox', { name: /Thijs/ }).check()
    await page.getByRole('button', { name: 'Kring maken' }).click()
    await page.getByRole('button', { name: 'Code maken' }).click()
    await expect(page.getByRole('img', { name: 'QR-code van de kring' })).toBeVisible()
    const [made] = await kwame.client.call(circles)
    const { code } = await kwame.client.call(makeCircleCode, { params: { id: made?.id ?? 0 }, body: {} })

    const newcomer = await newFather(product.url, 'Nico')
    const his = await anotherBrowser({ as: newcomer, viewport: size, reducedMotion: 'reduce' })
    await his.goto(`/circles?code=${code}`)
    await his.getByRole('button', { name: 'Naar binnen' }).click()
    await expect(his.getByText('Je vraag is aangekomen')).toBeVisible()
    await expectNothing(his, 'a question that a keeper answers')
    await expect(page.getByRole('button', { name: /^Binnenlaten: Nico/ })).toBeVisible()
    await expectNothing(page, 'a circle with a code, and somebody who has come with it')
    await page.getByRole('button', { name: /^Binnenlaten: Nico/ }).press('Enter')
    // His name is in the list of those who wait before that.
    await expect(page.getByRole('button', { name: /^Binnenlaten: Nico/ })).toHaveCount(0)
    await expect(page.getByRole('list').getByRole('link', { name: /Nico/ })).toBeVisible()
    expect(await newcomer.client.call(circles)).toMatchObject([{ name: 'Vrijdag' }])
  })

test('a circle, its code and leaving it fit a small phone in every language', async ({ product, anotherBrowser }) => {
  const { kwame, thijs } = await acquainted(product.url)
  const { id } = await kwame.client.call(createCircle, {
    body: { name: 'De woensdagmiddagpapa’s van Amsterdam-Noord', fathers: [thijs.user.id] },
  })
  await thijs.client.call(answerCircle, { params: { id }, body: { yes: true } })
  const { code } = await kwame.client.call(makeCircleCode, { params: { id }, body: {} })
  const { id: placeId, name } = await kwame.client.call(addPlayground, {
    body: { name: 'Natuurspeelplaats Het Landje van de Boerderij', latitude: 52.37, longitude: 4.9 },
  })
  await newPlaydate(kwame, { location: name, placeId, circleId: id })
  const newcomer = await newFather(product.url, 'Maximiliaan')
  await newcomer.client.call(enterCircle, { body: { code } })
  for (const language of languagesNow) {
    const page = await anotherBrowser({ as: kwame, ...smallPhone(product, language) })
    await page.goto('/circles')
    await expect(page.getByRole('checkbox')).toBeVisible()
    await expectToFit(page, language, 'a new circle')
    await page.goto(`/circles/${id}`)
    await expect(page.getByRole('link', { name: /Maximiliaan/ })).toBeVisible()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectToFit(page, language, 'a circle with its code')
    await page.getByRole('main').locator('[aria-haspopup=menu]').first().click()
    await page.getByRole('menuitem').nth(1).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectToFit(page, language, 'leaving a circle')
  }
})
