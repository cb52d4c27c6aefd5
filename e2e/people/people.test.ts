import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { editProfile } from '@papadag/contract/users/users'
import { newFather, newPlaydate, signIn, unique } from '../../tools/father.ts'
import { picture } from '../../tools/picture.ts'
import { cardOf, toasts } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

test('a father describes himself and his children, and another finds and meets him, sees what he may, and blocks him', {
  tag: '@both-databases',
}, async ({ page: kwame, father, anotherBrowser, product }) => {
  const city = unique('Diemen')
  const visitor = await newFather(product.url, 'Thijs')
  const thijs = await anotherBrowser({ as: visitor })
  const profile = `/users/${father.user.id}`
  await signIn(kwame, father)

  await test.step('Jan fills in his profile', async () => {
    await kwame.goto('/profile')
    await kwame.getByRole('button', { name: 'Bewerken' }).click()
    await expect(kwame.getByRole('heading', { level: 1, name: 'Profiel bewerken' })).toBeFocused()
    await kwame.getByRole('button', { name: 'Opslaan' }).click()
    await expect(kwame.getByText('Stad moet minimaal 2 tekens bevatten')).toBeVisible()
    await expect(kwame.getByLabel('Stad')).toBeFocused()
    await kwame.getByLabel('Stad').fill(city)
    await kwame.getByLabel('Over jou').fill('Bouwt hutten.')
    await kwame.getByLabel('Telefoon').fill('06 12 34 56 78')
    await kwame.getByRole('button', { name: 'Kind toevoegen' }).click()
    const child = kwame.getByRole('group', { name: 'Kind 1' })
    await child.getByLabel('Naam').fill('Ama')
    await child.getByLabel('Geboren in').selectOption('01')
    await child.getByLabel('Jaar').selectOption(String(new Date().getFullYear() - 5))
    await kwame.getByRole('button', { name: 'Plek toevoegen' }).click()
    await kwame.getByLabel('Plek 1', { exact: true }).fill('Oosterpark')
    await kwame.getByLabel('Profielfoto', { exact: true }).setInputFiles(picture())
    await expect(toasts(kwame)).toContainText('Profielfoto gewijzigd')
    await kwame.getByRole('button', { name: 'Opslaan' }).click()
    await expect(kwame.getByRole('heading', { level: 1, name: 'Jan de Tester' })).toBeVisible()
    await expect(kwame.getByText('Ama, 5 jaar')).toBeVisible()
    await expect(kwame.getByRole('button', { name: 'Bewerken' })).toBeFocused()
  })

  await test.step('the form’s input survives a reload', async () => {
    await kwame.getByRole('button', { name: 'Bewerken' }).click()
    await kwame.getByLabel('Over jou').fill('Bouwt hutten en dammen.')
    await kwame.reload()
    await expect(kwame.getByLabel('Over jou')).toHaveValue('Bouwt hutten en dammen.')
    await expect(kwame.getByLabel('Geboren in')).toHaveValue('01')
    await kwame.getByRole('button', { name: 'Annuleren' }).click()
    await expect(kwame.getByText('Bouwt hutten.')).toBeVisible()
  })

  await test.step('he shows his children’s names and his phone number to fathers he meets', async () => {
    await kwame.getByRole('tab', { name: 'Instellingen' }).click()
    await expect(kwame).toHaveURL('/profile?tab=settings')
    await kwame.getByRole('link', { name: /^Wie ziet wat/ }).click()
    for (const name of ['Toon de namen van mijn kinderen', 'Toon mijn telefoonnummer']) {
      // The switch moves before the server answers.
      const saved = kwame.waitForResponse(response => response.request().method() === 'PATCH')
      await kwame.getByRole('switch', { name }).click()
      await saved
      await expect(kwame.getByRole('switch', { name })).toBeChecked()
    }
    await kwame.reload()
    await expect(kwame.getByRole('switch', { name: 'Toon mijn telefoonnummer' })).toBeChecked()
  })

  await test.step('Thijs finds him by his city, and sees nothing of his children yet', async () => {
    await thijs.goto('/users')
    await thijs.getByRole('searchbox').fill('niemand-heet-zo')
    await expect(thijs.getByRole('heading', { name: 'Geen papa’s gevonden' })).toBeVisible()
    await thijs.getByRole('searchbox').fill(city.toUpperCase())
    await expect(thijs).toHaveURL(`/users?q=${city.toUpperCase()}`)
    await thijs.getByRole('link', { name: 'Jan de Tester' }).click()
    await expect(thijs).toHaveURL(profile)
    await expect(thijs.getByRole('heading', { level: 1, name: 'Jan de Tester' })).toBeVisible()
    await expect(thijs.getByText('Oosterpark')).toBeVisible()
    await expect(thijs.getByRole('button', { name: 'Start Chat' })).toBeVisible()
    await expect(thijs.getByText('5 jaar')).toHaveCount(0)
    await expect(thijs.getByText('06 12 34 56 78')).toHaveCount(0)
  })

  await test.step('once they share a playdate, he sees them', async () => {
    const { id } = await newPlaydate(father)
    await visitor.client.call(joinPlaydate, { params: { id }, body: {} })
    await thijs.reload()
    await expect(thijs.getByText('Ama, 5 jaar')).toBeVisible()
    await expect(thijs.getByRole('link', { name: '06 12 34 56 78' })).toBeVisible()
  })

  await test.step('he blocks him without the other being told, and unblocks him', async () => {
    await thijs.getByRole('button', { name: 'Meer opties voor Jan de Tester' }).click()
    await thijs.getByRole('menuitem', { name: 'Blokkeren' }).click()
    const question = thijs.getByRole('alertdialog', { name: 'Jan de Tester blokkeren?' })
    await expect(question.getByText('Hij krijgt er geen bericht van.')).toBeVisible()
    await question.getByRole('button', { name: 'Blokkeren' }).click()
    await expect(thijs).toHaveURL('/discover')
    await expect(toasts(thijs)).toContainText('Jan de Tester is geblokkeerd')
    await thijs.goto(profile)
    await expect(thijs.getByRole('heading', { name: 'Gebruiker niet gevonden' })).toBeVisible()
    await kwame.goto(`/users/${visitor.user.id}`)
    await expect(kwame.getByRole('heading', { name: 'Gebruiker niet gevonden' })).toBeVisible()
    await thijs.goto('/profile?tab=settings&section=blocked')
    await thijs.getByRole('button', { name: 'Jan de Tester deblokkeren' }).click()
    await expect(thijs.getByText('Je hebt niemand geblokkeerd.')).toBeVisible()
    await thijs.goto(profile)
    await expect(thijs.getByRole('heading', { level: 1, name: 'Jan de Tester' })).toBeVisible()
  })
})

test('home features a father, with a button to write to him', async ({ page, father, product }) => {
  const other = await newFather(product.url, 'Youssef')
  await other.client.call(editProfile, { body: { bio: 'Zwemles-survivor.', city: 'Haarlem' } })
  await signIn(page, father)
  await page.goto('/')
  const spotlight = page.getByRole('region', { name: 'Papa in de spotlight' })
  await spotlight.scrollIntoViewIfNeeded().catch(() => page.mouse.wheel(0, 3000))
  await expect(spotlight.getByRole('link', { name: 'Meer papa’s' })).toHaveAttribute('href', '/discover')
  await spotlight.getByRole('button', { name: /^Neem contact op met/ }).click()
  await expect(page).toHaveURL(/\/chat\/\d+$/)
})

test('on his own page a father deletes playdates after the browser’s question', async ({ page, father }) => {
  const { title } = await newPlaydate(father)
  await signIn(page, father)
  await page.goto('/profile')
  const asked: string[] = []
  page.once('dialog', dialog => {
    asked.push(dialog.message())
    void dialog.accept()
  })
  await cardOf(page, title)
    .getByRole('button', { name: /Meer opties/ })
    .click()
  await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
  await expect(page.getByRole('heading', { name: 'Nog niets gepland' })).toBeVisible()
  expect(asked).toEqual(['Weet je zeker dat je deze speelafspraak wilt verwijderen?'])
})

test('a father signs another device out from his settings', async ({ page, father, anotherBrowser }) => {
  await signIn(page, father)
  const phone = await anotherBrowser()
  await phone.goto('/auth')
  await phone.getByLabel('Gebruikersnaam').fill(father.user.username)
  await phone.getByLabel('Wachtwoord', { exact: true }).fill(father.password)
  await phone.getByRole('main').getByRole('button', { name: 'Inloggen' }).click()
  await expect(phone).toHaveURL('/')
  await page.goto('/profile?tab=settings&section=devices')
  const elsewhere = page.getByRole('button', { name: /^Uitloggen: Chrome/ })
  await expect(elsewhere).toHaveCount(1)
  await elsewhere.click()
  await expect(elsewhere).toHaveCount(0)
  await expect(phone).toHaveURL(/\/auth/)
})

test('a deleted account cannot be found any more', async ({ page, father, anotherBrowser, product }) => {
  const visitor = await newFather(product.url, 'Thijs')
  await signIn(page, father)
  await page.goto('/profile?tab=settings&section=account')
  await page.getByRole('button', { name: 'Account verwijderen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Je account verwijderen?' })
  await expect(question.getByRole('button', { name: 'Annuleren' })).toBeFocused()
  await question.getByRole('button', { name: 'Account verwijderen' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Account verwijderd')
  const thijs = await anotherBrowser({ as: visitor })
  await thijs.goto(`/users/${father.user.id}`)
  await expect(thijs.getByRole('heading', { name: 'Gebruiker niet gevonden' })).toBeVisible()
})
