import { addPlace, addPlayground } from '@papadag/contract/places/places'
import { establishedFather, newFather, signIn, unique } from '../../tools/father.ts'
import { picture } from '../../tools/picture.ts'
import { cardOf, toasts } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

const onTheIJ = { latitude: 52.384_21, longitude: 4.902_13 }

test('one father adds a restaurant, and another finds it by a feature, saves, confirms and reviews it', {
  tag: '@both-databases',
}, async ({ page: kwame, father, anotherBrowser, product }) => {
  const name = unique('De Gouden Pannenkoek')
  const visitor = await newFather(product.url, 'Thijs')
  const thijs = await anotherBrowser({ as: visitor })

  await test.step('Kwame adds it, standing in front of it', async () => {
    await signIn(kwame, father)
    await kwame.context().grantPermissions(['geolocation'])
    await kwame.context().setGeolocation(onTheIJ)
    await kwame.goto('/places')
    await kwame.getByRole('tab', { name: 'Restaurants' }).click()
    await expect(kwame).toHaveURL('/places?type=restaurant')
    await kwame.getByRole('button', { name: 'Restaurant toevoegen' }).click()
    const form = kwame.getByRole('region', { name: 'Restaurant toevoegen' })
    await form.getByRole('button', { name: 'Toevoegen' }).click()
    await expect(form.getByText('De naam moet minimaal 3 tekens bevatten')).toBeVisible()
    await expect(form.getByLabel('Naam')).toBeFocused()
    await form.getByLabel('Naam').fill(name)
    await form.getByLabel('Adres', { exact: true }).fill('Buiksloterweg 5, Amsterdam')
    await form.getByRole('button', { name: 'Mijn positie' }).click()
    await expect(form.getByLabel('Breedtegraad')).toHaveValue('52.38421')
    await form.getByRole('button', { name: 'Verschoontafel' }).click()
    await form.locator('input[type=file]').setInputFiles(picture())
    await expect(form.getByRole('img', { name: 'De foto die je hebt gekozen' })).toBeVisible()
    await form.getByRole('button', { name: 'Toevoegen' }).click()
    await expect(form).toHaveCount(0)
    await expect(toasts(kwame)).toContainText('Restaurant toegevoegd')
    // The server gets positions rounded to about a hundred metres (decision S16).
    await expect(cardOf(kwame, name)).toContainText('Afstand: 25 m')
    await expect(cardOf(kwame, name)).toContainText('Nieuw')
    await expect(cardOf(kwame, name).locator('img')).toHaveAttribute('src', /^\/uploads\//)
  })

  await test.step('a similar second one is noticed', async () => {
    await kwame.getByRole('button', { name: 'Restaurant toevoegen' }).click()
    const form = kwame.getByRole('region', { name: 'Restaurant toevoegen' })
    await form.getByLabel('Naam').fill(name)
    await form.getByLabel('Adres', { exact: true }).fill('Buiksloterweg 5, Amsterdam')
    await form.getByRole('button', { name: 'Mijn positie' }).click()
    await expect(form.getByLabel('Breedtegraad')).toHaveValue('52.38421')
    await form.getByRole('button', { name: 'Toevoegen' }).click()
    await expect(form.getByText('Zoiets staat er al')).toBeVisible()
    await expect(form.getByRole('link', { name })).toBeVisible()
    await form.getByRole('button', { name: 'Annuleren' }).click()
  })

  await test.step('Thijs finds it by the name of a feature, and saves it', async () => {
    await thijs.goto('/places?type=restaurant')
    await thijs.getByRole('searchbox').fill('verschoontafel')
    await expect(thijs).toHaveURL('/places?type=restaurant&q=verschoontafel')
    await expect(cardOf(thijs, name)).toBeVisible()
    await expect(thijs.getByRole('status').filter({ hasText: 'gevonden' })).toBeAttached()
    const heart = cardOf(thijs, name).getByRole('button', { name: `Bewaar ${name}` })
    await heart.click()
    await expect(toasts(thijs)).toContainText('Bewaard bij je favorieten')
    await thijs.reload()
    await expect(thijs.getByRole('searchbox')).toHaveValue('verschoontafel')
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('he opens, confirms and reviews it', async () => {
    await thijs.getByRole('link', { name }).click()
    const sheet = thijs.getByRole('dialog', { name })
    await sheet.getByRole('button', { name: /^Klopt/ }).click()
    await expect(sheet.getByRole('button', { name: /^Klopt/ })).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Schrijf een beoordeling' }).click()
    await sheet.getByRole('radio', { name: '4 sterren' }).check()
    await sheet.getByLabel(/Hoe was het/).fill('Stroop tot achter de oren.')
    await sheet.getByRole('button', { name: 'Beoordeling opslaan' }).click()
    await expect(sheet.getByText('Stroop tot achter de oren.')).toBeVisible()
    await expect(sheet).toContainText('4,0 van 5, 1 beoordeling')
    await thijs.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(cardOf(thijs, name)).toContainText('4,0')
  })

  await test.step('Kwame sees it without reloading', async () => {
    await expect(cardOf(kwame, name)).toContainText('4,0 van 5, 1 beoordeling')
  })
})

test('a father who has been here for a while corrects a playground, and reverts it', async ({ page, product }) => {
  const host = await newFather(product.url)
  const name = unique('Speeltuin')
  const { id } = await host.client.call(addPlayground, {
    body: { name, ...onTheIJ, address: 'Hier', features: ['benches'] },
  })
  // What a new account corrects waits for a second father.
  await signIn(page, await establishedFather(product, 'daan'))
  await page.goto(`/places?type=playground&q=${name}`)
  await cardOf(page, name)
    .getByRole('button', { name: /^Speeltuin bewerken/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Speeltuin bewerken' })
  await dialog.getByLabel('Adres (hoeft niet)').fill('Nieuwe Dijk 4')
  await dialog.getByRole('button', { name: 'Bankjes' }).click()
  await dialog.getByRole('button', { name: 'Zandbak' }).click()
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(cardOf(page, name)).toContainText('Nieuwe Dijk 4')
  await expect(cardOf(page, name)).toContainText('Zandbak')
  await expect(cardOf(page, name)).not.toContainText('Bankjes')

  await page.goto(`/places?open=${id}`)
  const sheet = page.getByRole('dialog', { name })
  await sheet.getByRole('button', { name: 'Meer opties' }).click()
  await page.getByRole('menuitem', { name: 'Geschiedenis' }).click()
  await expect(sheet).toContainText('Na: Nieuwe Dijk 4')
  await sheet
    .getByRole('button', { name: /terugdraaien$/ })
    .first()
    .click()
  await expect(toasts(page)).toContainText('Teruggedraaid')
  await sheet.getByRole('button', { name: 'Terug naar de plek' }).click()
  await expect(sheet).toContainText('Hier')
  await expect(sheet).toContainText('Bankjes')
})

test('not everybody may edit a restaurant, but anybody may propose a change', async ({ page, father, product }) => {
  const host = await newFather(product.url)
  const name = unique('Eetcafé')
  const { id } = await host.client.call(addPlace, {
    body: { type: 'restaurant', name, address: 'Dam 1', features: [], latitude: 0, longitude: 0 },
  })
  await signIn(page, father)
  await page.goto(`/places?type=restaurant&open=${id}`)
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText('locatie ontbreekt')).toBeVisible()
  await sheet.getByRole('button', { name: 'Meer opties' }).click()
  await expect(page.getByRole('menuitem', { name: 'Bewerken' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Wijziging voorstellen' }).click()
  await sheet.getByLabel('Wat moet er veranderen?').fill('Het is op nummer 2.')
  await sheet.getByRole('button', { name: 'Versturen' }).click()
  await expect(toasts(page)).toContainText('Een moderator kijkt ernaar.')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/places?type=restaurant')
})
