import { logIn } from '@papadag/contract/auth'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { Client } from '../../packages/server/src/testing/client.ts'
import { inWholeChromium } from '../../tools/browsers.ts'
import { demoFather, unique } from '../../tools/father.ts'
import { askNobody, cardOf, toasts, untilServed } from '../../tools/screens.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ['geolocation'],
  geolocation: { latitude: 52.3731, longitude: 4.8926 },
  ...inWholeChromium,
  serviceWorkers: 'allow',
  expectedComplaints: withoutNetwork,
})

test('a new father goes from registration to his first playdate on his phone, and deletes his account', async ({
  page,
  product,
}) => {
  const name = unique('Bas')
  const title = unique('Zandkasteel')
  const bar = page.getByRole('navigation', { name: 'Snelmenu' })
  const daan = new Client(product.url)
  await daan.call(logIn, { body: await demoFather(product) })

  await test.step('he registers', async () => {
    await page.goto('/')
    await page.getByRole('tab', { name: 'Registreren' }).click()
    await page.getByLabel('Voornaam').fill(name)
    await page.getByLabel('Achternaam').fill('Dekker')
    await page.getByLabel('Gebruikersnaam').fill(name.toLowerCase())
    await page.getByLabel('E-mail').fill(`${name}@papadag.test`)
    await page.getByLabel('Wachtwoord', { exact: true }).fill('laarzen en emmer')
    await page.getByLabel('Nog een keer').fill('laarzen en emmer')
    await page.getByRole('button', { name: 'Account maken' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    for (const question of [
      'Wanneer zijn je kinderen geboren?',
      'Waar woon je?',
      'Welke dagen zijn van jou?',
      'Waar heb je zin in?',
    ]) {
      await expect(page.getByRole('heading', { name: question })).toBeVisible()
      await page.getByRole('button', { name: 'Overslaan' }).click()
    }
    await toasts(page).getByRole('button', { name: 'Toestaan' }).click({ timeout: 30_000 })
    await expect(page.getByRole('status').filter({ hasText: '°C' })).toContainText('Amsterdam, NL')
  })

  await test.step('he looks for a father nearby and writes to him', async () => {
    await bar.getByRole('link', { name: 'Ontdek' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('searchbox').fill('Amsterdam')
    await page.getByRole('link', { name: 'Daan de Vries' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Daan de Vries' })).toBeVisible()
    await page.getByRole('button', { name: 'Start Chat' }).click()
    await expect(page).toHaveURL(/\/chat\/\d+$/)
    await page.getByRole('textbox', { name: /^Bericht aan/ }).fill('Ha Daan. Woensdag naar de zandbak?')
    await page.getByRole('button', { name: 'Versturen' }).click()
    await expect(page.getByRole('log').getByText('Woensdag naar de zandbak?')).toBeVisible()
    await page.getByRole('link', { name: 'Terug naar chats' }).click()
  })

  await test.step('he plans a playdate at a playground, and is joined', async () => {
    await bar.getByRole('link', { name: 'Kaart' }).click()
    await expect(page.getByRole('application')).toBeVisible()
    await page
      .getByRole('button', { name: /^Speeltuin Oosterpark/ })
      .last()
      .click()
    const popup = page.getByRole('dialog', { name: 'Speeltuin Oosterpark' })
    await expect(popup).toBeVisible()
    await popup.getByRole('link', { name: /^Meer over/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Speeltuin Oosterpark' })
    await expect(sheet.getByRole('link', { name: 'Spreek hier af' })).toBeVisible()
    await sheet.getByRole('link', { name: 'Spreek hier af' }).click()
    await expect(page.getByLabel('Waar?')).toHaveValue(/^Speeltuin Oosterpark/)
    await page.getByLabel('Wat gaan we doen?').fill(title)
    await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
    await askNobody(page)
    await expect(cardOf(page, title)).toContainText('1 / 5')
    const id = Number(
      new URL((await page.getByRole('link', { name: title }).getAttribute('href')) ?? '', product.url).searchParams.get(
        'open',
      ),
    )
    await daan.call(joinPlaydate, { params: { id }, body: { children: 2 } })
    await expect(cardOf(page, title)).toContainText('4 / 5')
  })

  await test.step('he fills in his profile', async () => {
    await page
      .getByRole('link', { name: /profiel/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Bewerken' }).click()
    await page.getByLabel('Stad').fill('Amsterdam')
    await page.getByLabel('Over jou').fill('Graaft tot hij water ziet.')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Graaft tot hij water ziet.')).toBeVisible()
  })

  await test.step('he reads offline what he saw before, and continues with a network', async () => {
    await untilServed(page)
    await page.context().setOffline(true)
    await expect(page.getByText('Je bent offline. Wat je al zag, staat er nog.')).toBeVisible()
    await bar.getByRole('link', { name: 'Afspraken' }).click()
    await expect(cardOf(page, title)).toBeVisible()
    await page.context().setOffline(false)
    await expect(toasts(page)).toContainText('Je bent weer online')
  })

  await test.step('he deletes his account and disappears', async () => {
    await page.goto('/profile?tab=settings&section=data')
    await page.getByRole('button', { name: 'Account verwijderen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Account verwijderen' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(toasts(page)).toContainText('Account verwijderd')
    await page.getByLabel('Gebruikersnaam').fill(name.toLowerCase())
    await page.getByLabel('Wachtwoord', { exact: true }).fill('laarzen en emmer')
    await page.getByRole('main').getByRole('button', { name: 'Inloggen' }).click()
    await expect(page.getByText('Gebruikersnaam of wachtwoord klopt niet')).toBeVisible()
  })
})
