import { addPlayground } from '@papadag/contract/places/places'
import { editProfile } from '@papadag/contract/users/users'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { cardOf, resize, show, toasts } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

// Elements in transition have intermediate colours, which fail contrast checks.
test.use({ contextOptions: { reducedMotion: 'reduce' }, demo: 'off', expectedComplaints: withoutNetwork })

test.describe('accessibility in either theme', () => {
  test('axe finds nothing in what visitors see', async ({ page }) => {
    await page.goto('/auth')
    await expectNothing(page, 'login')
    await page.getByRole('main').getByRole('button', { name: 'Inloggen' }).click()
    await expect(page.getByText('Vul je wachtwoord in')).toBeVisible()
    await expectNothing(page, 'login with complaints')
    await page.getByRole('button', { name: /^Taal/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNothing(page, 'language menu')

    await page.goto('/auth?tab=register')
    await page.getByLabel('Wachtwoord', { exact: true }).fill('kort')
    await page.getByRole('button', { name: 'Account maken' }).click()
    await expect(page.getByText('Minimaal 6 tekens')).toBeVisible()
    await expectNothing(page, 'register with complaints')
    for (const path of ['/simple-test', '/test-create', '/not-there']) {
      await show(page, path)
      await expectNothing(page, path)
    }
  })

  test('axe finds nothing in what members see of people', async ({ page, father, product }) => {
    const other = await newFather(product.url, 'Kwame')
    const childrenInfo = [{ name: 'Ama', age: 5 }]
    for (const { client } of [father, other]) {
      await client.call(editProfile, {
        body: { bio: 'Bouwt hutten.', city: 'Diemen', childrenInfo, favoriteLocations: ['Oosterpark'] },
      })
    }
    await signIn(page, father)
    await page.goto('/discover')
    await expect(page.getByRole('link', { name: 'Kwame de Tester' }).first()).toBeVisible()
    await expectNothing(page, 'discover')
    await show(page, '/users?q=niemand-heet-zo')
    await expect(page.getByRole('heading', { name: 'Geen papa’s gevonden' })).toBeVisible()
    await expectNothing(page, 'users, none found')
    await show(page, `/users/${other.user.id}`)
    await page.getByRole('button', { name: 'Meer opties voor Kwame de Tester' }).click()
    await page.getByRole('menuitem', { name: 'Blokkeren' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNothing(page, 'block')
    await show(page, '/profile')
    await expect(page.getByRole('heading', { name: 'Nog niets gepland' })).toBeVisible()
    await expectNothing(page, 'profile')
    await page.getByRole('tab', { name: 'Favoriete plekken' }).click()
    await expect(page.getByRole('heading', { name: 'Nog geen favoriete plekken' })).toBeVisible()
    await expectNothing(page, 'saved places')
    await page.getByRole('tab', { name: 'Instellingen' }).click()
    await expectNothing(page, 'settings')
    for (const screen of [/^Mijn dagen/, /^Meldingen/, /^Wie ziet wat/, /^Account/]) {
      await page.getByRole('navigation', { name: 'Instellingen' }).getByRole('link', { name: screen }).click()
      await expect(page.getByRole('heading', { level: 1, name: screen })).toBeFocused()
      await expectNothing(page, `settings: ${screen}`)
    }
    await expect(page.getByText('Dit apparaat', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Account verwijderen' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNothing(page, 'delete account')
    await page.goto('/profile?mode=edit')
    await page.getByLabel('Stad').fill('A')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Stad moet minimaal 2 tekens bevatten')).toBeVisible()
    await expectNothing(page, 'edit profile with complaints')
  })

  test('axe finds nothing in what members see of places', async ({ page, father }) => {
    const body = { name: 'Klimbos', latitude: 52.1, longitude: 5.1, features: ['benches' as const] }
    const { id } = await father.client.call(addPlayground, { body })
    await signIn(page, father)
    await page.goto('/places')
    await expect(page.getByRole('article', { name: 'Klimbos' })).toBeVisible()
    await expectNothing(page, 'places')
    await page.goto('/places?type=restaurant')
    await page.getByRole('button', { name: 'Restaurant toevoegen' }).click()
    await page.getByRole('button', { name: 'Toevoegen', exact: true }).click()
    await expect(page.getByText('Vul een adres in')).toBeVisible()
    await expectNothing(page, 'a new restaurant with complaints')
    await page.goto(`/places?open=${id}`)
    await page.getByRole('button', { name: 'Schrijf een beoordeling' }).click()
    await expectNothing(page, 'sheet of a place with a review')
    await page.getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Bewerken' }).click()
    await expect(page.getByRole('dialog', { name: 'Speeltuin bewerken' })).toBeVisible()
    await expectNothing(page, 'edit a playground')
    await page.getByRole('button', { name: 'Annuleren' }).last().click()
    await page.getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Geschiedenis' }).click()
    await expectNothing(page, 'history of a place')
  })

  test('axe finds nothing in what members see of playdates', async ({ page, father, product }) => {
    const mine = await newPlaydate(father)
    const host = await newFather(product.url)
    const theirs = await newPlaydate(host)
    await newPlaydate(host, { maxParticipants: 1 })
    await signIn(page, father)

    await page.goto('/')
    await expectNothing(page, 'home')
    await page.getByRole('button', { name: 'Meldingen' }).click()
    await expect(page.getByRole('dialog', { name: 'Meldingen' })).toBeVisible()
    await expectNothing(page, 'notifications')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Profielmenu/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNothing(page, 'profile menu')

    await page.goto('/playdates')
    await expect(cardOf(page, mine.title)).toBeVisible()
    await expectNothing(page, 'playdates')
    await cardOf(page, mine.title).getByRole('button', { name: 'Meer opties' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNothing(page, 'menu of a card')
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNothing(page, 'question before deleting')

    await page.goto(`/playdates?open=${theirs.id}`)
    await expect(page.getByRole('dialog', { name: theirs.title })).toBeVisible()
    await expectNothing(page, 'sheet of a playdate')
    await page.getByRole('dialog').getByRole('button', { name: 'Ik kom alleen' }).click()
    await expect(toasts(page)).toContainText('Je gaat mee')
    await expectNothing(page, 'sheet with a toast')
    const joined = page.getByRole('dialog', { name: theirs.title })
    await joined.getByTitle('Toon iedereen met naam').click()
    await joined.getByRole('button', { name: /^Meer/ }).click()
    await expect(joined.getByRole('button', { name: 'Melden' })).toBeVisible()
    await expectNothing(page, 'sheet with everything unfolded')
    await joined.getByRole('button', { name: 'Kies' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNothing(page, 'menu of the sheet')

    await page.goto('/playdates?tab=past')
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toHaveCount(2)
    await expectNothing(page, 'past playdates, none yet')

    await show(page, '/create')
    await page.getByRole('button', { name: /^Datum/ }).click()
    await expect(page.getByRole('dialog', { name: 'Kies een datum' }).getByRole('grid')).toBeVisible()
    await expectNothing(page, 'new playdate with its calendar')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
    await expect(page.getByText('Vertel wat jullie gaan doen')).toBeVisible()
    await expectNothing(page, 'new playdate with complaints')
    await show(page, `/edit-playdate/${mine.id}`)
    await expect(page.getByLabel('Wat gaan we doen?')).toHaveValue(mine.title)
    await expectNothing(page, 'edit playdate')
    for (const path of ['/places', '/simple-test', '/test-create', '/not-there']) {
      await show(page, path)
      await expectNothing(page, path)
    }
  })

  test('axe finds nothing on a phone', async ({ page, father }) => {
    await resize(page, { width: 390, height: 844 })
    const { id, title } = await newPlaydate(father)
    await page.goto('/auth')
    await expectNothing(page, 'login')
    await signIn(page, father)
    await page.goto('/')
    await expectNothing(page, 'home')
    await page.getByRole('button', { name: 'Menu openen' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectNothing(page, 'menu')
    await page.goto(`/playdates?open=${id}`)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expectNothing(page, 'sheet of a playdate')
    await show(page, '/create')
    await page.getByRole('button', { name: /^Datum/ }).click()
    await expect(page.getByRole('dialog', { name: 'Kies een datum' }).getByRole('grid')).toBeVisible()
    await expectNothing(page, 'new playdate with its calendar')
  })

  test('axe finds nothing when something went wrong', async ({ page, father }) => {
    await signIn(page, father)
    await page.routeWebSocket('**/ws', () => {})
    await page.route(/\/api\/playdates\//, route => route.fulfill({ status: 503, body: '' }))
    await page.goto('/playdates')
    await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    await expectNothing(page, 'playdates that cannot be had')
    await page.route('**/api/user', route => route.fulfill({ status: 503, body: '' }))
    await page.goto('/playdates')
    await expect(page.getByRole('heading', { level: 1, name: 'Papadag is niet bereikbaar' })).toBeVisible()
    await expectNothing(page, 'Papadag that cannot be reached')
  })
})
