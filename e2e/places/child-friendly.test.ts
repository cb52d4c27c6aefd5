import { addPlayground } from '@papadag/contract/places/places'
import { editProfile } from '@papadag/contract/users/users'
import { newFather, signIn, unique } from '../../tools/father.ts'
import { cardOf, toasts } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

/** A position where no other test has playgrounds. */
const deventer = { latitude: 52.2551, longitude: 6.1604 }

test('a father of a two-year-old filters, opens the sheet and plans there, reports what is broken and answers a question', async ({
  page,
  father,
  product,
}) => {
  const name = unique('De Worp')
  const other = await newFather(product.url, 'Thijs')
  await other.client.call(addPlayground, { body: { name, description: 'Twee schommels.', ...deventer } })
  await father.client.call(editProfile, { body: { childrenInfo: [{ name: 'Saar', age: 2 }] } })
  await signIn(page, father)
  await page.addInitScript(() => localStorage.setItem('location_asked', 'true'))
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation(deventer)
  const sheet = page.getByRole('dialog', { name })

  await test.step('the chip for his child leads to what nobody knows yet, and the address keeps it', async () => {
    await page.goto('/places?type=playground')
    await page.getByRole('button', { name: 'Voor Saar' }).click()
    await expect(page).toHaveURL(/facts=ages(:|%3A)2-2/)
    await expect(page.getByRole('heading', { name: 'Nog niet bekend' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Voor Saar', pressed: true })).toBeVisible()
    await expectNothing(page, 'the filtered list')
    await cardOf(page, name).getByRole('link', { name }).click()
    await expect(sheet.getByText('Saar (2): dat weten we nog niet.')).toBeVisible()
  })

  await test.step('he is there, so he is asked one thing, which he answers in one tap', async () => {
    const asked = sheet.getByRole('region', { name: `Is er een hek bij ${name}?` })
    await asked.getByRole('button', { name: 'Helemaal' }).click()
    await expect(toasts(page)).toContainText('daar heeft de volgende papa iets aan')
    await expect(sheet.getByRole('button', { name: 'Vraag me er nog een' })).toBeVisible()
  })

  await test.step('he reports a broken swing, which everybody sees, and says that it is mended', async () => {
    await sheet.getByRole('button', { name: `Meer opties voor ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Hier is iets mis' }).click()
    await sheet.getByRole('textbox', { name: /Wat heb je gezien/ }).fill('De schommel hangt aan één ketting.')
    await sheet.getByRole('button', { name: 'Versturen' }).click()
    const wrong = sheet.getByRole('region', { name: 'Wat er hier mis is' })
    await expect(wrong).toContainText('De schommel hangt aan één ketting.')
    await expectNothing(page, 'the sheet of a broken playground')
    await wrong.getByRole('button', { name: 'Hersteld' }).click()
    await expect(toasts(page)).toContainText('Goed nieuws')
  })

  await test.step('he plans there', async () => {
    await sheet.getByRole('link', { name: 'Spreek hier af' }).click()
    await expect(page).toHaveURL(/\/create\?/)
  })
})
