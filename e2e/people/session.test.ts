import { currentUser, logOut } from '@papadag/contract/auth'
import { newPlaydate, signIn, unique } from '../../tools/father.ts'
import { logIn, toasts, unfoldForm } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

const expired = 'Je was uitgelogd. Log in en ga verder.'

test('a visitor who follows a link reaches it after logging in', async ({ page, father }) => {
  const { id, title } = await newPlaydate(father)
  const wanted = `/playdates?open=${id}`
  await page.goto(wanted)
  await expect(page).toHaveURL(`/auth?${new URLSearchParams({ next: wanted })}`)

  await logIn(page, { username: father.user.username, password: father.password })
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
})

test('what a father typed survives an expired session and a new login', async ({ page, father }) => {
  const title = unique('Hutten bouwen')
  await signIn(page, father)
  await page.goto('/create')
  await page.getByLabel('Wat gaan we doen?').fill(title)
  await unfoldForm(page)
  await page.getByLabel('Vertel iets meer').fill('Touw en zeil heb ik.')
  await page.getByLabel('Waar?').fill('Amsterdamse Bos')

  await father.client.call(logOut)
  await expect(page).toHaveURL('/auth?next=%2Fcreate')

  await logIn(page, { username: father.user.username, password: father.password })
  await expect(page).toHaveURL('/create')
  await expect(page.getByLabel('Wat gaan we doen?')).toHaveValue(title)
  await expect(page.getByLabel('Vertel iets meer')).toHaveValue('Touw en zeil heb ik.')
  await expect(page.getByLabel('Waar?')).toHaveValue('Amsterdamse Bos')

  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a session that ends on the server ends the screen at once', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/playdates')
  await expect(page.getByRole('heading', { level: 1, name: 'Speelafspraken' })).toBeVisible()
  await father.client.call(logOut)
  await expect(page).toHaveURL('/auth?next=%2Fplaydates')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleDescription(expired)

  await page.reload()
  await expect(page.getByText('Log in en kijk wie er vandaag buiten speelt.')).toBeVisible()
  await logIn(page, { username: father.user.username, password: father.password })
  await expect(page).toHaveURL('/playdates')
})

for (const path of ['/', '/playdates'])
  test(`a father whose session ended while Papadag was closed is told so when he opens ${path}, and goes on there`, async ({
    page,
    father,
  }) => {
    await signIn(page, father)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('about:blank')
    await father.client.call(logOut)
    await page.goto(path)
    await expect(page.getByText(expired)).toBeVisible()
    await logIn(page, { username: father.user.username, password: father.password })
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('button', { name: 'Profielmenu van Jan' })).toBeVisible()
  })

test('logging out in one tab logs out the others, and the server forgets the session', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/playdates')
  const other = await page.context().newPage()
  await other.goto('/create')
  await expect(other.getByRole('heading', { level: 1, name: 'Nieuwe speelafspraak' })).toBeVisible()

  await page.bringToFront()
  await page.getByRole('button', { name: 'Profielmenu van Jan' }).click()
  await page.getByRole('menuitem', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Uitgelogd')
  await expect(other).toHaveURL('/auth')
  await expect(other.getByText('Je bent in een ander tabblad uitgelogd.')).toBeVisible()
  await expect(father.client.call(currentUser)).rejects.toMatchObject({ status: 401 })
})

test('logging in in one tab logs in the others', async ({ page, father }) => {
  await page.goto('/auth')
  const other = await page.context().newPage()
  await other.goto('/auth?next=%2Fplaydates')
  await page.bringToFront()
  await logIn(page, { username: father.user.username, password: father.password })
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL('/playdates')
})
