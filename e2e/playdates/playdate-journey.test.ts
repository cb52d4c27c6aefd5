import { demoFather, unique } from '../../tools/father.ts'
import { picture } from '../../tools/picture.ts'
import {
  aDayNextMonth,
  askNobody,
  cardOf,
  dayName,
  logIn,
  planOnce,
  scrollTo,
  toasts,
  unfoldForm,
} from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

test('a demo father makes a playdate and a new father joins it, each seeing at once what the other does', {
  tag: '@both-databases',
}, async ({ page: daan, anotherBrowser, product }) => {
  const title = unique('Vliegeren')
  const thijs = await anotherBrowser()

  await test.step('Daan logs in', async () => {
    await daan.goto('/')
    await expect(daan).toHaveURL('/auth')
    await logIn(daan, await demoFather(product))
    await expect(daan).toHaveURL('/')
    await expect(toasts(daan)).toContainText('Welkom terug, Daan!')
  })

  await test.step('Thijs registers with a picture', async () => {
    const username = unique('thijs')
    await thijs.goto('/playdates')
    await thijs.getByRole('tab', { name: 'Registreren' }).click()
    await thijs.getByLabel('Voornaam').fill('Thijs')
    await thijs.getByLabel('Achternaam').fill('de Nieuwe')
    await thijs.getByLabel('Gebruikersnaam').fill(username)
    await thijs.getByLabel('E-mail').fill(`${username}@papadag.test`)
    await thijs.getByLabel('Wachtwoord', { exact: true }).fill('regenpak en laarzen')
    await thijs.getByLabel('Nog een keer').fill('regenpak en laarzen')
    await thijs.getByText('Foto, stad en meer').click()
    await thijs.getByLabel('Stad').fill('Utrecht')
    await thijs.locator('input[type=file]').setInputFiles(picture())
    await thijs.getByRole('button', { name: 'Account maken' }).click()
    await expect(thijs).toHaveURL('/playdates')
    await expect(toasts(thijs)).toContainText('Je account is aangemaakt.')
    const face = thijs.getByRole('button', { name: 'Profielmenu van Thijs' }).locator('img')
    await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('Daan makes a playdate, and Thijs sees it without reloading', async () => {
    await daan.getByRole('navigation', { name: 'Hoofdmenu' }).getByRole('link', { name: 'Speelafspraken' }).click()
    await planOnce(daan)
    await daan.getByLabel('Wat gaan we doen?').fill(title)
    await unfoldForm(daan)
    await daan.getByLabel('Vertel iets meer').fill('Neem een vlieger mee.')
    // In the last days of a month his next papa day is in the next one.
    await expect(daan.getByText('Je eerstvolgende papadag')).toBeVisible()
    await daan.getByRole('button', { name: /^Datum/ }).click()
    const calendar = daan.getByRole('dialog', { name: 'Kies een datum' })
    const day = calendar.getByRole('button', { name: dayName(aDayNextMonth()) })
    if (!(await day.isVisible())) await calendar.getByRole('button', { name: 'Volgende maand' }).click()
    await day.click()
    await daan.getByLabel('Van', { exact: true }).fill('14:00')
    await daan.getByLabel('Tot', { exact: true }).fill('16:30')
    await daan.getByLabel('Waar?').fill('Strand Parnassia, Bloemendaal')
    // The form proposes both of his children; this time they stay at home.
    const along = daan.getByLabel('Hoeveel kinderen neem je zelf mee?')
    await expect(along).toHaveValue('2')
    await along.fill('0')
    await daan.getByLabel('Met hoeveel maximaal?').fill('4')
    await daan.getByRole('button', { name: 'Speelafspraak maken' }).click()
    await expect(daan).toHaveURL(/\/playdates/)
    await expect(toasts(daan)).toContainText('Speelafspraak gemaakt')
    await scrollTo(thijs, cardOf(thijs, title))
    for (const page of [daan, thijs]) {
      await expect(cardOf(page, title)).toContainText('14:00 – 16:30')
      await expect(cardOf(page, title)).toContainText('1 / 4')
    }
    await expect(cardOf(daan, title)).toContainText('Jouw afspraak')
    await askNobody(daan)
    await expect(cardOf(daan, title)).toBeInViewport()
  })

  await test.step('Thijs joins with a child, and Daan sees two more people', async () => {
    await thijs.getByRole('link', { name: title }).click()
    const sheet = thijs.getByRole('dialog', { name: title })
    await expect(sheet).toContainText('Neem een vlieger mee.')
    await sheet.getByRole('button', { name: 'Kies' }).click()
    await thijs.getByRole('menuitem', { name: 'Eén kind meer' }).click()
    await thijs.keyboard.press('Escape')
    await sheet.getByRole('button', { name: 'Ik doe mee met 1 kind' }).click()
    await expect(toasts(thijs)).toContainText('Je gaat mee')
    await sheet.getByTitle('Toon iedereen met naam').click()
    await expect(sheet.getByRole('listitem').filter({ hasText: 'Thijs de Nieuwe' })).toContainText('met 1 kind')
    await sheet.getByRole('button', { name: 'Sluiten' }).first().click()
    for (const page of [daan, thijs]) await expect(cardOf(page, title)).toContainText('3 / 4')
  })

  await test.step('Thijs leaves, and Daan sees his places free again', async () => {
    // It is among the father's own playdates once the list opens again; until then it stays under his finger.
    await thijs.reload()
    await expect(thijs.getByRole('region', { name: 'Van mij' }).getByRole('link', { name: title })).toBeVisible()
    await cardOf(thijs, title).getByRole('button', { name: 'Afmelden' }).click()
    await thijs.getByRole('alertdialog').getByRole('button', { name: 'Afmelden' }).click()
    await expect(toasts(thijs)).toContainText('Je bent afgemeld')
    for (const page of [daan, thijs]) await expect(cardOf(page, title)).toContainText('1 / 4')
  })

  const edited = `${title}, met thee`
  await test.step('Daan edits the title, and Thijs sees it', async () => {
    await cardOf(daan, title).getByRole('button', { name: 'Meer opties' }).click()
    await daan.getByRole('menuitem', { name: 'Bewerken' }).click()
    await expect(daan.getByRole('heading', { level: 1, name: 'Speelafspraak bewerken' })).toBeVisible()
    await expect(daan.getByLabel('Tot', { exact: true })).toHaveValue('16:30')
    await daan.getByLabel('Wat gaan we doen?').fill(edited)
    await daan.getByRole('button', { name: 'Opslaan' }).click()
    await expect(toasts(daan)).toContainText('Speelafspraak bijgewerkt')
    for (const page of [daan, thijs]) await expect(cardOf(page, edited)).toBeVisible()
  })

  await test.step('Daan deletes it, and it is gone from both lists', async () => {
    await cardOf(daan, edited).getByRole('button', { name: 'Meer opties' }).click()
    await daan.getByRole('menuitem', { name: 'Verwijderen' }).click()
    const question = daan.getByRole('alertdialog')
    await expect(question).toContainText('Weet je zeker dat je deze speelafspraak wilt verwijderen?')
    await question.getByRole('button', { name: 'Verwijderen' }).click()
    await expect(toasts(daan)).toContainText('Speelafspraak verwijderd')
    for (const page of [daan, thijs]) await expect(cardOf(page, edited)).toHaveCount(0)
  })
})
