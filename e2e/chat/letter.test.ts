import { circles, enterCircle } from '@papadag/contract/circles'
import type { Page } from '@playwright/test'
import { newFather, signIn, unique } from '../../tools/father.ts'
import { logIn, resize, toasts } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { blockStorage } from '../support/blocked-storage.ts'
import { languagesNow } from '../support/languages.ts'
import { fillInAccount, letters } from '../support/letters.ts'
import { aDevice } from '../support/passkeys.ts'
import { expectToFit, smallPhone } from '../support/small-phone.ts'
import { expect } from '../support/test.ts'
import { test } from '../support/with-mail.ts'

test.use({ host: 'localhost', contextOptions: { reducedMotion: 'reduce' } })

const password = 'zandkasteel'
const inCircle = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const enter = (page: Page) => page.getByRole('button', { name: 'Naar binnen' })

for (const { name, size, isWithPasskey } of [
  { name: 'on a phone with a password', size: { width: 390, height: 844 }, isWithPasskey: false },
  { name: 'on a desktop with a passkey', size: { width: 1280, height: 800 }, isWithPasskey: true },
])
  test(`a father with a letter from the crèche registers ${name}, and is in its circle without another tap`, async ({
    page,
    product,
    smtp,
  }) => {
    const place = unique('Crèche De Zwaan')
    const [code] = await letters(product, place)
    await aDevice(page)
    await resize(page, size)
    await page.goto(`/circles?code=${code}`)
    await expect(page.getByText('Daarna ga je verder met je uitnodiging.')).toBeVisible()
    await expectNothing(page, 'registering with a letter')
    const father = await fillInAccount(page, { password: isWithPasskey ? undefined : password })
    if (isWithPasskey)
      await page.getByRole('button', { name: 'Een passkey in plaats van een wachtwoord' }).press('Enter')
    await page.getByRole('button', { name: 'Account maken' }).press('Enter')
    await inCircle(page, place)
    await expectNothing(page, 'the circle of a letter')
    // He confirms his address another time, in whatever browser his mail opens.
    expect((await smtp.mailTo(`${father}@papadag.test`)).link.pathname).toMatch(/^\/auth/)
    await page.reload()
    await inCircle(page, place)
  })

test('whoever has an account logs in with his letter and joins with one tap, and a used letter names no circle', async ({
  page,
  product,
}) => {
  const place = unique('Crèche De Zwaan')
  const [code = '', other = ''] = await letters(product, place)
  const [first, father] = [await newFather(product.url, 'Otto'), await newFather(product.url, 'Piet')]
  await signIn(page, first)
  await page.goto(`/circles?code=${code}`)
  await enter(page).click()
  await inCircle(page, place)
  await page.context().clearCookies()

  await page.goto(`/circles?code=${code}`)
  await logIn(page, { username: father.user.username, password: father.password })
  await enter(page).click()
  await expect(toasts(page)).toContainText('Je bent niet in de kring')
  await expect(page.getByText(place)).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Code' }).fill(other.toLowerCase())
  await enter(page).click()
  await inCircle(page, place)
  expect((await father.client.call(circles))[0]?.members).toHaveLength(2)
})

test('a father whose letter somebody else has used registers, reads why he is in no circle, and joins with another letter', async ({
  page,
  product,
}) => {
  const place = unique('Crèche De Zwaan')
  const [code = '', other = ''] = await letters(product, place)
  await page.goto(`/circles?code=${code}`)
  await fillInAccount(page, { password })
  const quicker = await newFather(product.url, 'Otto')
  await quicker.client.call(enterCircle, { body: { code } })
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(toasts(page)).toContainText('Deze code werkt niet (meer).')
  await expect(toasts(page)).not.toContainText('Registreren mislukt')
  await page.getByRole('textbox', { name: 'Code' }).fill(other)
  await enter(page).click()
  await inCircle(page, place)
})

test('the letter of one tab counts for a registration in another, and where the browser blocks its storage', async ({
  anotherBrowser,
  product,
}) => {
  const place = unique('Crèche De Zwaan')
  const [code, other] = await letters(product, place)
  const page = await anotherBrowser()
  await page.goto(`${product.url}/circles?code=${code}`)
  await expect(page.getByRole('tab', { name: 'Registreren' })).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(`${product.url}/auth?tab=register`)
  await fillInAccount(tab, { password })
  await tab.getByRole('button', { name: 'Account maken' }).click()
  await inCircle(tab, place)
  // The first tab is at the door, which he may open once more.
  await enter(page).click()
  await inCircle(page, place)

  const without = await anotherBrowser()
  await without.addInitScript(blockStorage)
  await without.goto(`${product.url}/circles?code=${other}`)
  // He is asked each time, since his answer is not kept.
  await without.getByRole('dialog').getByRole('button', { name: 'Accepteren' }).click()
  await fillInAccount(without, { password })
  await without.getByRole('button', { name: 'Account maken' }).click()
  await inCircle(without, place)
})

test('a letter opens on registering, leads to logging in with one tap, and both survive a reload and the way back', async ({
  page,
  product,
}) => {
  const place = unique('Crèche De Zwaan')
  const [code = ''] = await letters(product, place)
  const father = await newFather(product.url, 'Piet')
  await page.goto('/kijk')
  await page.goto(`/circles?code=${code}`)
  const tab = (name: string) => page.getByRole('tab', { name })
  const isOn = (name: string) => expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  await isOn('Registreren')
  await page.reload()
  await isOn('Registreren')
  await page.goBack()
  await expect(page).toHaveURL(/kijk/)
  await page.goForward()
  await isOn('Registreren')
  await tab('Inloggen').click()
  await page.reload()
  await isOn('Inloggen')
  await logIn(page, { username: father.user.username, password: father.password })
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue(code)
  // Somebody has been logged in here now.
  await page.context().clearCookies()
  await page.goto(`/circles?code=${code}`)
  await isOn('Inloggen')
})

test('registering with a letter and the door of a circle fit a small phone in every language', async ({
  father,
  product,
  anotherBrowser,
}) => {
  for (const language of languagesNow) {
    const page = await anotherBrowser(smallPhone(product, language))
    await page.goto(`${product.url}/auth?tab=register&next=%2Fcircles%3Fcode%3DHEGF2345`)
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await expectToFit(page, language, 'registering with a letter')
    await signIn(page, father)
    await page.goto(`${product.url}/circles?code=HEGF2345`)
    await expect(page.getByRole('textbox')).toHaveValue('HEGF2345')
    await expectToFit(page, language, 'the door of a circle')
  }
})
