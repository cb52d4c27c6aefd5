import type { Page } from '@playwright/test'
import { type Father, newFather, unique } from '../../tools/father.ts'
import { aDayNextMonth, cardOf, dayName, tabTo, toasts } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('on a phone a father logs in, plans, joins, leaves, edits and deletes with the keyboard alone', async ({
  page: host,
  product,
  anotherBrowser,
}) => {
  const title = unique('Hutten bouwen')
  const guest = await anotherBrowser()
  await logInByKeyboard(host, await newFather(product.url, 'Kwame'))
  await logInByKeyboard(guest, await newFather(product.url, 'Ravi'))

  await test.step('plans a playdate with the calendar', async () => {
    await tabTo(host, host.getByRole('banner').getByRole('link', { name: 'Nieuwe speelafspraak' }))
    await host.keyboard.press('Enter')
    const how = host.getByRole('dialog', { name: 'Wat wil je plannen?' })
    await tabTo(host, how.getByRole('button', { name: /^Eén keer/ }))
    await host.keyboard.press('Enter')
    await expect(how).toBeHidden()
    await expect(host.getByRole('heading', { level: 1, name: 'Nieuwe speelafspraak' })).toBeFocused()
    await tabTo(host, host.getByLabel('Wat gaan we doen?'))
    await host.keyboard.type(title)

    const date = host.getByRole('button', { name: /^Datum/ })
    await tabTo(host, date)
    await host.keyboard.press('Enter')
    const sheet = host.getByRole('dialog', { name: 'Kies een datum' })
    const day = aDayNextMonth()
    const first = sheet.getByRole('button', { name: dayName(new Date(day.getFullYear(), day.getMonth(), 1, 12)) })
    const next = sheet.getByRole('button', { name: 'Volgende maand' })
    await expect(next).toBeVisible()
    // On the last days of a month the next one is shown already.
    if (!(await first.isVisible())) {
      await tabTo(host, next)
      await host.keyboard.press('Space')
    }
    await tabTo(host, first)
    for (const key of ['ArrowDown', 'ArrowDown']) await host.keyboard.press(key)
    await expect(sheet.getByRole('button', { name: dayName(day) })).toBeFocused()
    await host.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(date).toBeFocused()
    await expect(date).toContainText(dayName(day))

    await tabTo(host, host.getByLabel('Waar?'))
    await host.keyboard.type('Amsterdamse Bos')
    await tabTo(host, host.getByRole('button', { name: 'Meer opties' }))
    await host.keyboard.press('Enter')
    await tabTo(host, host.getByLabel('Met hoeveel maximaal?'))
    await host.keyboard.press('ArrowDown')
    await tabTo(host, host.getByRole('button', { name: 'Speelafspraak maken' }))
    await host.keyboard.press('Enter')
    const asking = host.getByRole('dialog', { name: 'Wie vraag je mee?' })
    await expect(asking).toBeVisible()
    await host.keyboard.press('Escape')
    await expect(asking).toBeHidden()
    await expect(cardOf(host, title)).toContainText('1 / 4')
  })

  await test.step('another joins, then opens the confirmation and leaves', async () => {
    await expect(cardOf(guest, title)).toBeVisible()
    await tabTo(guest, guest.getByRole('link', { name: title }))
    await guest.keyboard.press('Enter')
    const sheet = guest.getByRole('dialog', { name: title })
    await tabTo(guest, sheet.getByRole('button', { name: 'Kies' }))
    await guest.keyboard.press('Enter')
    await expect(guest.getByRole('menuitem', { name: 'Eén kind minder' })).toBeFocused()
    await guest.keyboard.press('ArrowRight')
    await guest.keyboard.press('Escape')
    await tabTo(guest, sheet.getByRole('button', { name: 'Ik doe mee met 1 kind' }))
    await guest.keyboard.press('Space')
    await expect(sheet.getByRole('button', { name: 'Afmelden' })).toBeVisible()
    await guest.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(guest.getByRole('link', { name: title })).toBeFocused()
    await expect(cardOf(host, title)).toContainText('3 / 4')

    const leave = cardOf(guest, title).getByRole('button', { name: 'Afmelden' })
    await tabTo(guest, leave)
    await guest.keyboard.press('Enter')
    const question = guest.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Nee, ik ga mee' })).toBeFocused()
    await guest.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(leave).toBeFocused()
    await guest.keyboard.press('Enter')
    await tabTo(guest, question.getByRole('button', { name: 'Afmelden' }))
    await guest.keyboard.press('Enter')
    await expect(toasts(guest)).toContainText('Je bent afgemeld')
    await expect(cardOf(host, title)).toContainText('1 / 4')
  })

  const edited = `${title} in de regen`
  await test.step('edits it through the menu of the card', async () => {
    await tabTo(host, cardOf(host, title).getByRole('button', { name: 'Meer opties' }))
    await host.keyboard.press('Enter')
    await expect(host.getByRole('menuitem', { name: 'Bewerken' })).toBeFocused()
    await host.keyboard.press('Enter')
    await expect(host.getByRole('heading', { level: 1, name: 'Speelafspraak bewerken' })).toBeVisible()
    await tabTo(host, host.getByLabel('Wat gaan we doen?'))
    await host.keyboard.press('End')
    await host.keyboard.type(' in de regen')
    await host.keyboard.press('Enter')
    await expect(cardOf(guest, edited)).toBeVisible()
  })

  await test.step('deletes it', async () => {
    await tabTo(host, cardOf(host, edited).getByRole('button', { name: 'Meer opties' }))
    await host.keyboard.press('Enter')
    await expect(host.getByRole('menu')).toBeVisible()
    await host.keyboard.press('End')
    await expect(host.getByRole('menuitem', { name: 'Verwijderen' })).toBeFocused()
    await host.keyboard.press('Enter')
    const question = host.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Toch niet' })).toBeFocused()
    await tabTo(host, question.getByRole('button', { name: 'Verwijderen' }))
    await host.keyboard.press('Enter')
    for (const page of [host, guest]) await expect(cardOf(page, edited)).toHaveCount(0)
  })
})

async function logInByKeyboard(page: Page, { user, password }: Father) {
  await page.goto('/playdates')
  await tabTo(page, page.getByLabel('Gebruikersnaam'))
  await page.keyboard.type(user.username)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Speelafspraken' })).toBeVisible()
}
