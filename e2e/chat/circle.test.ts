import { answerCircle, circles, makeCircleCode } from '@papadag/contract/circles'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { newFather, signIn } from '../../tools/father.ts'
import { acquainted } from '../support/chat.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off' })

test('a father makes a circle, plans with it, and leaves it', async ({ page, product }) => {
  const { kwame, thijs } = await acquainted(product.url)
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

  await page.getByRole('button', { name: /^Meer opties voor de kring/ }).click()
  await page.getByRole('menuitem', { name: 'Kring verlaten' }).click()
  await page.getByRole('button', { name: 'Verlaten', exact: true }).click()
  await expect(page).toHaveURL(/\/chat$/)
  expect(await kwame.client.call(circles)).toEqual([])
})

test('a father comes with the link of a code, and a keeper lets him in', async ({ page, product, anotherBrowser }) => {
  const { kwame } = await acquainted(product.url)
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
  const his = await anotherBrowser({ as: newcomer })
  await his.goto(`/circles?code=${code}`)
  await his.getByRole('button', { name: 'Naar binnen' }).click()
  await expect(his.getByText('Je vraag is aangekomen')).toBeVisible()
  await page.getByRole('button', { name: /^Binnenlaten: Nico/ }).click()
  await expect(page.getByRole('list').getByRole('link', { name: /Nico/ })).toBeVisible()
  expect(await newcomer.client.call(circles)).toMatchObject([{ name: 'Vrijdag' }])
})
