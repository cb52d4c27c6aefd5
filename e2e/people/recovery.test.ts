import { makeInvite } from '@papadag/contract/invites'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { logIn, toasts } from '../../tools/screens.ts'
import { expect, test as withoutMail } from '../support/test.ts'
import { test } from '../support/with-mail.ts'

test('a father who forgot his password logs in again through a mailed link', async ({
  page,
  product: { url },
  smtp,
  anotherBrowser,
}) => {
  const { user } = await newFather(url)
  await smtp.mailTo(user.email)

  await page.goto(`${url}/auth`)
  await page.getByRole('button', { name: 'Wachtwoord vergeten?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wachtwoord vergeten?' })).toBeFocused()
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByRole('button', { name: 'Stuur me een link' }).click()
  await expect(page.getByText('Hoort dit adres bij een account')).toBeVisible()

  const { link } = await smtp.mailTo(user.email)
  const elsewhere = await anotherBrowser()
  await elsewhere.goto(link.href)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Kies een nieuw wachtwoord' })).toBeVisible()
  expect(elsewhere.url()).toBe(`${url}/auth?reset=`)
  await elsewhere.getByLabel('Nieuw wachtwoord').fill('drie natte laarzen')
  await elsewhere.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
  await expect(toasts(elsewhere)).toContainText('Wachtwoord gewijzigd')
  await logIn(elsewhere, { username: user.username, password: 'drie natte laarzen' })
  await expect(elsewhere).toHaveURL(`${url}/`)
})

test('an invitation survives a change of language and a forgotten password, and then takes one tap to join', async ({
  page,
  product: { url },
  smtp,
}) => {
  const [host, { user }] = [await newFather(url, 'Thijs'), await newFather(url, 'Jeroen')]
  const { id, title } = await newPlaydate(host)
  const { token } = await host.client.call(makeInvite, { params: { id }, body: {} })
  await smtp.mailTo(user.email)

  await page.goto(`${url}/i/${token}`)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Ich habe schon ein Konto' }).click()
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await page.getByLabel('E-Mail').fill(user.email)
  await page.getByRole('button', { name: 'Link schicken' }).click()
  const { link } = await smtp.mailTo(user.email)
  await page.goto(link.href)
  await page.getByLabel('Neues Passwort').fill('drie natte laarzen')
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByRole('tab', { name: 'Anmelden' })).toBeVisible()
  await page.getByRole('button', { name: /^Sprache/ }).click()
  await page.getByRole('menuitemradio', { name: 'Nederlands' }).click()
  await logIn(page, { username: user.username, password: 'drie natte laarzen' })
  await expect(page).toHaveURL(`${url}/i/${token}`)
  await page.getByRole('button', { name: /^Ik kom alleen/ }).click()
  await expect(page.getByText('Je gaat mee. Tot dan.')).toBeVisible()
  await page.getByRole('link', { name: 'Bekijk de speelafspraak' }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
})

test('a mailed code is typed where it was asked for and ends at the invitation; its link shows it in another browser', async ({
  page,
  product: { url },
  smtp,
  anotherBrowser,
}) => {
  const [host, { user }] = [await newFather(url, 'Thijs'), await newFather(url, 'Jeroen')]
  const { id } = await newPlaydate(host)
  const { token } = await host.client.call(makeInvite, { params: { id }, body: {} })
  await smtp.mailTo(user.email)

  await page.goto(`${url}/i/${token}`)
  await page.getByRole('link', { name: 'Ik heb al een account' }).click()
  await page.getByLabel('Gebruikersnaam').fill(user.username)
  await page.getByRole('button', { name: 'Stuur me een code' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inloggen met een code' })).toBeFocused()
  await expect(page.getByLabel('Gebruikersnaam of e-mail')).toHaveValue(user.username)
  await page.getByRole('button', { name: 'Stuur me een code' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typ je code' })).toBeFocused()

  const { link, text } = await smtp.mailTo(user.email)
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? []
  const elsewhere = await anotherBrowser()
  await elsewhere.goto(link.href)
  await expect(elsewhere.getByText(code, { exact: true })).toBeVisible()
  expect(elsewhere.url()).toBe(`${url}/auth?code=`)

  // A reload in between, as when a phone drops the app.
  await page.reload()
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/i/${token}`)
  await expect(page.getByRole('button', { name: /^Ik kom alleen/ })).toBeVisible()
})

test.describe(() => {
  // A used link is answered with 404, and an ended session with 401.
  test.use({ expectedComplaints: /40[14]/ })

  test('a new password ends the session in the browser that sets it, and a used link says so', async ({
    page,
    product: { url },
    smtp,
  }) => {
    const father = await newFather(url)
    await smtp.mailTo(father.user.email)
    await signIn(page, father)
    await father.client.fetch('POST', '/api/password-resets', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: father.user.email }),
    })
    const { link } = await smtp.mailTo(father.user.email)
    await page.goto(link.href)
    await page.getByLabel('Nieuw wachtwoord').fill('drie natte laarzen')
    await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
    await expect(page.getByRole('tab', { name: 'Inloggen' })).toBeVisible()

    await page.goto(link.href)
    await page.getByLabel('Nieuw wachtwoord').fill('vier natte laarzen')
    await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
    await expect(page.getByRole('heading', { name: 'Deze link werkt niet meer' })).toBeVisible()
  })
})

test('a member confirms his address through a mailed link, and sees so in his settings', async ({
  page,
  product: { url },
  smtp,
}) => {
  const father = await newFather(url)
  const { link } = await smtp.mailTo(father.user.email)
  await signIn(page, father)
  await page.goto(`${url}/profile?tab=settings&section=account`)
  await expect(page.getByText('Nog niet bevestigd')).toBeVisible()
  await page.getByRole('button', { name: 'Opnieuw sturen' }).click()
  await smtp.mailTo(father.user.email)

  await page.goto(link.href)
  await expect(page.getByText('Je e-mailadres is bevestigd.')).toBeVisible()
  expect(page.url()).toBe(`${url}/auth?confirm=`)
  await page.getByRole('button', { name: 'Verder naar Papadag' }).click()
  await expect(page).toHaveURL(`${url}/`)
  await page.goto(`${url}/profile?tab=settings&section=account`)
  await expect(page.getByText('Bevestigd', { exact: true })).toBeVisible()
})

withoutMail('without mail nobody is offered a link', async ({ page }) => {
  await page.goto('/auth?forgot')
  await expect(page.getByRole('tab', { name: 'Inloggen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Wachtwoord vergeten?' })).toBeHidden()
})
