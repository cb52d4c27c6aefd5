import type { Page } from '@playwright/test'
import { signIn, unique } from '../tools/father.ts'
import { picture } from '../tools/picture.ts'
import { askNobody, cardOf, logIn, planOnce, toasts } from '../tools/screens.ts'
import { expect, test } from './support/test.ts'

const megabyte = 1024 * 1024

test('the login names the first empty field, and does not reveal which users exist', async ({ page, father }) => {
  await page.goto('/auth')
  await logIn(page, { username: '', password: '' })
  await expect(page.getByLabel('Gebruikersnaam')).toBeFocused()
  await expect(page.getByLabel('Gebruikersnaam')).toHaveAccessibleDescription('Vul je gebruikersnaam in')
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toHaveAccessibleDescription('Vul je wachtwoord in')

  for (const username of [father.user.username, unique('niemand')]) {
    await logIn(page, { username, password: 'niet het goede' })
    await expect(toasts(page)).toContainText('Inloggen mislukt')
    await expect(toasts(page)).toContainText('Gebruikersnaam of wachtwoord klopt niet')
    await expect(page.getByLabel('Gebruikersnaam')).toHaveValue(username)
    await toasts(page).getByRole('button', { name: 'Sluiten' }).click()
  }
})

test('registering leads to the first wrong field each time, and keeps everything that was typed', async ({
  page,
  father,
}) => {
  await page.goto('/auth?tab=register')
  const submit = page.getByRole('button', { name: 'Account maken' })
  const username = unique('bram')
  const steps: [field: string, value: string, complaint: string][] = [
    ['Voornaam', 'Bram', 'Vul je voornaam in'],
    ['Achternaam', 'Visser', 'Vul je achternaam in'],
    ['Gebruikersnaam', father.user.username, 'Vul je gebruikersnaam in'],
    ['E-mail', 'bram@papadag', 'Voer een geldig e-mailadres in'],
  ]
  for (const [label, value, complaint] of steps) {
    await submit.click()
    await expect(page.getByLabel(label)).toBeFocused()
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(complaint)
    await page.getByLabel(label).fill(value)
  }
  await submit.click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('E-mail').fill(`${username}@papadag.test`)

  const password = page.getByLabel('Wachtwoord', { exact: true })
  await password.fill('kort')
  await submit.click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Minimaal 6 tekens')
  await password.fill('lang genoeg')
  await page.getByLabel('Nog een keer').fill('net anders')
  await submit.click()
  await expect(page.getByLabel('Nog een keer')).toBeFocused()
  await expect(page.getByLabel('Nog een keer')).toHaveAccessibleDescription('De wachtwoorden zijn niet gelijk')
  await page.getByLabel('Nog een keer').fill('lang genoeg')

  // Only the server knows whether a username is taken.
  await submit.click()
  await expect(toasts(page)).toContainText('Registreren mislukt')
  await expect(toasts(page)).toContainText('Deze gebruikersnaam is al bezet.')
  await expect(page.getByLabel('Voornaam')).toHaveValue('Bram')
  await expect(password).toHaveValue('lang genoeg')
  await page.getByLabel('Gebruikersnaam').fill(username)
  await submit.click()
  await expect(page).toHaveURL('/')
})

test('text typed in one tab is kept when switching to the other and back', async ({ page }) => {
  await page.goto('/auth?tab=register')
  await page.getByLabel('Voornaam').fill('Sem')
  await page.getByText('Foto, stad en meer').click()
  await page.getByLabel('Over jou').fill('Kan drie dieren van ballonnen maken.')
  await page.getByRole('tab', { name: 'Inloggen' }).click()
  await page.getByLabel('Gebruikersnaam').fill('sem')
  await page.getByRole('tab', { name: 'Registreren' }).click()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Sem')
  await expect(page.getByLabel('Over jou')).toHaveValue('Kan drie dieren van ballonnen maken.')
  await page.getByRole('tab', { name: 'Inloggen' }).click()
  await expect(page.getByLabel('Gebruikersnaam')).toHaveValue('sem')
})

test('a visitor can reveal the password he is typing', async ({ page }) => {
  await page.goto('/auth')
  const password = page.getByLabel('Wachtwoord', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Wachtwoord tonen' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Wachtwoord verbergen' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a file that is too large or not a picture is named in a toast and ignored', async ({ page }) => {
  await page.goto('/auth?tab=register')
  await page.getByText('Foto, stad en meer').click()
  const file = page.locator('input[type=file]')
  const preview = page.getByRole('img', { name: 'Zo zien anderen je' })

  await file.setInputFiles({ name: 'groot.png', mimeType: 'image/png', buffer: Buffer.alloc(8 * megabyte + 1) })
  await expect(toasts(page)).toContainText('Bestand te groot')
  await expect(toasts(page)).toContainText('Maximale bestandsgrootte is 8MB')
  await expect(preview).toHaveCount(0)

  await file.setInputFiles({ name: 'lijstje.txt', mimeType: 'text/plain', buffer: Buffer.from('luiers, melk') })
  await expect(toasts(page)).toContainText('Ongeldig bestandstype')
  await expect(toasts(page)).toContainText('Alleen afbeeldingsbestanden zijn toegestaan')
  await expect(preview).toHaveCount(0)

  await file.setInputFiles(picture())
  await expect(preview).toBeVisible()
  await page.getByRole('button', { name: 'Foto weghalen' }).click()
  await expect(preview).toHaveCount(0)
})

test.describe('with a file that is not really a picture', () => {
  // The specification requires the failure to be logged too.
  test.use({ expectedComplaints: /^Failed to upload profile image/ })

  test('nobody is registered, and what was typed is kept', async ({ page }) => {
    const username = unique('nep')
    const sent: string[] = []
    page.on('request', request => sent.push(new URL(request.url()).pathname))
    await page.goto('/auth?tab=register')
    await fillRegistration(page, username)
    const buffer = Buffer.from('geen afbeelding, wel de naam ervan')
    await page.locator('input[type=file]').setInputFiles({ name: 'nep.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Account maken' }).click()
    await expect(toasts(page)).toContainText('Profielfoto uploaden is niet gelukt')
    expect(sent).toContain('/api/upload/profile-image')
    expect(sent).not.toContain('/api/register')
    await expect(page.getByLabel('Gebruikersnaam')).toHaveValue(username)
  })
})

test('the form for a playdate leads to the first wrong field, and keeps everything that was typed', async ({
  page,
  father,
}) => {
  await signIn(page, father)
  await page.goto('/create')
  const submit = page.getByRole('button', { name: 'Speelafspraak maken' })
  await submit.click()
  const title = page.getByLabel('Wat gaan we doen?')
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('Vertel wat jullie gaan doen')
  await expect(page.getByLabel('Waar?')).toHaveAccessibleDescription('Vul in waar het is')

  await title.fill('Pannenkoeken')
  await page.getByLabel('Waar?').fill('Haarlem')
  await page.getByLabel('Van', { exact: true }).fill('15:00')
  await page.getByLabel('Tot', { exact: true }).fill('14:30')
  await submit.click()
  await expect(page.getByLabel('Tot', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Tot', { exact: true })).toHaveAccessibleDescription(
    'De eindtijd moet na de begintijd liggen',
  )
  await page.getByLabel('Tot', { exact: true }).fill('')
  await submit.click()
  await expect(page.getByLabel('Tot', { exact: true })).toHaveAccessibleDescription('Kies een eindtijd')
  await expect(title).toHaveValue('Pannenkoeken')
  await expect(page.getByLabel('Waar?')).toHaveValue('Haarlem')
  await expect(page.getByLabel('Van', { exact: true })).toHaveValue('15:00')
})

test('a blank title and a blank location get default names', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/create')
  await page.getByLabel('Wat gaan we doen?').fill('   ')
  await page.getByLabel('Waar?').fill('  ')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(cardOf(page, 'Nieuwe speelafspraak').filter({ hasText: 'Jouw afspraak' })).toContainText('Te bepalen')
})

test('a failed save shows the server’s sentence and keeps what was typed, and so does going back', async ({
  page,
  father,
}) => {
  const title = unique('Treinen kijken')
  await signIn(page, father)
  await page.goto('/playdates')
  await planOnce(page)
  await page.getByLabel('Wat gaan we doen?').fill(title)
  await page.getByLabel('Waar?').fill('Den Haag HS')
  await page.goBack()
  await expect(page).toHaveURL('/playdates')
  await page.goForward()
  await expect(page.getByLabel('Wat gaan we doen?')).toHaveValue(title)

  const isCreating = /\/api\/playdates\/test-create$/
  await page.route(isCreating, route => route.fulfill({ status: 500, body: '' }))
  const submit = page.getByRole('button', { name: 'Speelafspraak maken' })
  await submit.click()
  await expect(toasts(page)).toContainText('Fout bij aanmaken')
  await expect(toasts(page)).toContainText('Er is iets misgegaan bij het aanmaken van de speelafspraak.')
  await expect(page.getByLabel('Waar?')).toHaveValue('Den Haag HS')
  await page.unroute(isCreating)
  await submit.click()
  await expect(cardOf(page, title)).toBeVisible()
  await askNobody(page)

  // A submitted form leaves no draft.
  await planOnce(page)
  await expect(page.getByLabel('Wat gaan we doen?')).toHaveValue('')
})

async function fillRegistration(page: Page, username: string) {
  await page.getByLabel('Voornaam').fill('Nep')
  await page.getByLabel('Achternaam').fill('de Tester')
  await page.getByLabel('Gebruikersnaam').fill(username)
  await page.getByLabel('E-mail').fill(`${username}@papadag.test`)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('zandkasteel')
  await page.getByLabel('Nog een keer').fill('zandkasteel')
}
