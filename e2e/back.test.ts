import { newPlaydate, signIn } from '../tools/father.ts'
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
    await sheet.getByRole('button', { name: `Meer opties voor ${title}` }).click()
    const choices = page.getByRole('menu')
    await expect(choices).toBeVisible()
    await page.goBack()
    await expect(choices).toBeHidden()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: `Meer opties voor ${title}` }).click()
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
