import { addPlayground } from '@papadag/contract/places/places'
import { editProfile } from '@papadag/contract/users/users'
import { newPlaydate, signIn, unique } from '../tools/father.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('Back closes the menu, a sheet, a dialog and a list of choices one at a time, and leaves the screen after that', async ({
  page,
  father,
}) => {
  const { title } = await newPlaydate(father)
  await signIn(page, father)
  await page.goto('/')
  await page.getByRole('link', { name: 'Alles bekijken' }).first().click()
  await expect(page).toHaveURL(/\/playdates/)

  await test.step('the menu of a phone', async () => {
    await page.getByRole('button', { name: 'Menu openen' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(/\/playdates$/)
  })

  await test.step('a list of choices over a sheet, then the sheet', async () => {
    await page.getByRole('link', { name: title }).click()
    const sheet = page.getByRole('dialog', { name: title })
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: 'Kies' }).click()
    const choices = page.getByRole('menu')
    await expect(choices).toBeVisible()
    await page.goBack()
    await expect(choices).toBeHidden()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: 'Kies' }).click()
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/playdates$/)
  })
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await page.goForward()
  await expect(page).toHaveURL(/\/playdates$/)
})

for (const [size, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
})) {
  test(`on a ${size} Back closes a playground on the map, then leaves the full window, then the map`, async ({
    page,
    father,
  }) => {
    const names = await Promise.all(
      [-0.012, 0].map(async west => {
        // Where no other test has playgrounds.
        const at = { latitude: 51.37 + (size === 'phone' ? 0 : 0.004), longitude: 6.17 + west }
        const body = { name: unique('Speeltuin'), description: 'Een glijbaan.', address: 'Maas 1, Venlo', features: [] }
        return (await father.client.call(addPlayground, { body: { ...body, ...at } })).name
      }),
    )
    await father.client.call(editProfile, { body: { city: 'Venlo' } })
    await page.setViewportSize(viewport)
    await signIn(page, father)
    await page.goto('/')
    await page.goto('/playground-map')
    const pin = (name = '') => page.getByRole('application').getByRole('button', { name })
    const popups = page.getByRole('dialog')
    const popup = (name = '') => page.getByRole('dialog', { name })
    const [first, second] = names

    await test.step('whichever pins were pressed, Back closes the popup, and Forward reopens it', async () => {
      await pin(first).click()
      await expect(popup(first)).toBeFocused()
      // A closed menu leaves nothing to go back through.
      await popup(first).getByRole('button', { name: 'Kies een kaarten-app' }).click()
      await page.getByRole('menuitemradio', { name: 'Apple' }).click()
      await pin(second).press('Enter')
      await expect(popup(second)).toBeFocused()
      await page.goBack()
      await expect(popups).toHaveCount(0)
      await expect(page).toHaveURL(/playground-map$/)
      await page.goForward()
      await expect(popup(second)).toBeVisible()
    })

    await test.step('after a reload too', async () => {
      await page.reload()
      await expect(popup(second)).toBeVisible()
      await page.getByRole('button', { name: 'Bankjes' }).click()
      await page.goBack()
      await expect(popups).toHaveCount(0)
      await expect(page).toHaveURL(/playground-map\?features=benches$/)
      await page.getByRole('button', { name: 'Bankjes' }).click()
    })

    await test.step('the popup first, then the full window', async () => {
      // On a phone the map always fills its screen.
      if (size === 'phone') return
      await pin(second).click()
      await page.getByRole('button', { name: 'Volledig scherm', exact: true }).click()
      await expect(page).toHaveURL(/place=\d+&view=full$/)
      await expect(popup(second)).toBeVisible()
      await page.goBack()
      await expect(popups).toHaveCount(0)
      await expect(page).toHaveURL(/\?view=full$/)
      await page.goBack()
      await expect(page).toHaveURL(/playground-map$/)
    })

    await test.step('Escape leaves no step behind', async () => {
      await pin(second).press('Enter')
      await expect(popup(second)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(popups).toHaveCount(0)
      await expect(pin(second)).toBeFocused()
      await expect(page).toHaveURL(/playground-map$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/$/)
    })
  })
}
