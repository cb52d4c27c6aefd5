import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { cardOf, join, unfoldForm } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

const address = 'Merelhof 12, Utrecht'
const kept = 'Adres zichtbaar als je meedoet'

test('the address for participants appears on joining and disappears on leaving, live on every screen', {
  tag: '@both-databases',
}, async ({ father, anotherBrowser, product }) => {
  const playdate = await newPlaydate(father, {
    location: address,
    locationVisibility: 'participants',
    area: 'Tuinwijk, Utrecht',
  })
  const guest = await newFather(product.url, 'Thijs')
  const tab = await anotherBrowser({ as: guest })
  const otherScreen = await tab.context().newPage()
  for (const page of [tab, otherScreen]) {
    await page.goto('/playdates')
    await expect(cardOf(page, playdate.title)).toContainText('Tuinwijk, Utrecht')
    await expect(cardOf(page, playdate.title)).toContainText(kept)
    await expect(page.locator('body')).not.toContainText(address)
  }

  await join(cardOf(tab, playdate.title))
  for (const page of [tab, otherScreen]) {
    await expect(cardOf(page, playdate.title)).toContainText(address)
    await expect(cardOf(page, playdate.title)).not.toContainText(kept)
  }

  await cardOf(tab, playdate.title)
    .getByRole('button', { name: /Afmelden$/ })
    .click()
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Afmelden' }).click()
  for (const page of [tab, otherScreen]) {
    await expect(cardOf(page, playdate.title)).toContainText(kept)
    await expect(page.locator('body')).not.toContainText(address)
  }
})

test('a father plans a playdate at home, sees the safety note once, and finds his choice again', async ({
  page: member,
  father,
}) => {
  await signIn(member, father)
  await member.goto('/create')
  await member.getByLabel('Wat gaan we doen?').fill('Taart bij ons')
  await member.getByLabel('Waar?', { exact: true }).fill(address)
  await unfoldForm(member)
  await member.getByLabel('Alleen wie meedoet, ziet het adres').check()
  await member.getByLabel(/^Wijk of stad/).fill('T'.repeat(101))
  await member.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(member.getByText('Dit is te lang')).toBeVisible()
  await expect(member.getByLabel(/^Wijk of stad/)).toBeFocused()
  await member.getByLabel(/^Wijk of stad/).fill('Tuinwijk')

  const note = member.getByRole('region', { name: /papa’s die je nog niet kent/ })
  await expect(note.getByRole('link', { name: 'Huisregels' })).toHaveAttribute('href', '#rules')
  await note.getByRole('button').click()
  await expect(note).toBeHidden()

  await member.reload()
  await expect(member.getByLabel('Alleen wie meedoet, ziet het adres')).toBeChecked()
  await expect(member.getByLabel(/^Wijk of stad/)).toHaveValue('Tuinwijk')
  await expect(note).toBeHidden()

  await member.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(cardOf(member, 'Taart bij ons')).toContainText(address)
  const [made] = (await (await father.client.fetch('GET', '/api/users/me/playdates')).json()) as { id: number }[]
  await member.goto(`/edit-playdate/${made?.id}`)
  await expect(member.getByLabel('Alleen wie meedoet, ziet het adres')).toBeChecked()
  await expect(member.getByLabel(/^Wijk of stad/)).toHaveValue('Tuinwijk')
})
