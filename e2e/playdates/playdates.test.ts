import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { demoFather, newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { cardOf, join, logIn, scrollTo, toasts } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

test('a father watching a playdate sees its last place being taken', async ({ page, father, product }) => {
  const host = await newFather(product.url)
  const { id, title } = await newPlaydate(host, { maxParticipants: 2 })
  await signIn(page, father)
  await page.goto('/playdates')
  await expect(cardOf(page, title).getByRole('button', { name: /Ik doe mee/ })).toBeEnabled()
  const faster = await newFather(product.url)
  await faster.client.call(joinPlaydate, { params: { id }, body: {} })
  await expect(cardOf(page, title)).toContainText('Vol')
  await expect(cardOf(page, title).getByRole('button', { name: /^Zet me op de wachtlijst/ })).toBeEnabled()
})

test('a father who is a moment too late for the last place learns why', async ({ page, father, product }) => {
  const host = await newFather(product.url)
  const { id, title } = await newPlaydate(host, { maxParticipants: 2 })
  // Without the live connection his screen is out of date.
  await page.routeWebSocket('**/ws', () => {})
  await signIn(page, father)
  await page.goto('/playdates')
  await expect(cardOf(page, title).getByRole('button', { name: /Ik doe mee/ })).toBeEnabled()
  const faster = await newFather(product.url)
  await faster.client.call(joinPlaydate, { params: { id }, body: {} })
  await join(cardOf(page, title))
  await expect(toasts(page)).toContainText('Fout')
  await expect(toasts(page)).toContainText('Meedoen met de speelafspraak is niet gelukt.')
})

test('a running playdate can still be joined', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/playdates')
  const running = cardOf(page, 'Zandkasteel met slotgracht')
  await join(running)
  await expect(running.getByRole('button', { name: 'Afmelden' })).toBeVisible()
})

test('a past playdate is listed under Geweest and can be repeated', async ({ page, product }) => {
  await page.goto('/auth?next=/playdates')
  await logIn(page, await demoFather(product))
  await page.getByRole('tab', { name: 'Geweest' }).click()
  await expect(page).toHaveURL('/playdates?tab=past')
  const over = page.getByRole('article').first()
  const title = (await over.getByRole('heading').textContent()) ?? ''
  await page.getByRole('tab', { name: 'Komend' }).click()
  await expect(cardOf(page, title)).toHaveCount(0)

  await page.getByRole('tab', { name: 'Geweest' }).click()
  await expect(cardOf(page, title)).toBeVisible()
  await over.getByRole('link', { name: 'Nog een keer' }).click()
  await expect(page.getByLabel('Wat gaan we doen?')).toHaveValue(title)
  await expect(page.getByLabel('Waar?')).not.toHaveValue('')
})

test('sharing copies an invitation for participants, and a link for members for anybody else', async ({
  page,
  father,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const mine = await newPlaydate(father)
  const theirs = await newPlaydate(await newFather(product.url))
  await signIn(page, father)
  await page.goto('/playdates')
  const copied = async (title: string) => {
    await cardOf(page, title).getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Delen' }).click()
    const sheet = page.getByRole('dialog', { name: `‘${title}’ delen` })
    await sheet.getByRole('button', { name: 'Kopiëren' }).click()
    await expect(toasts(page)).toContainText('Link gekopieerd')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    return new URL(await page.evaluate(() => navigator.clipboard.readText()))
  }
  expect((await copied(mine.title)).pathname).toMatch(/^\/i\/[\w-]{22}$/)
  const { pathname, search, href } = await copied(theirs.title)
  expect(pathname + search).toBe(`/playdates?open=${theirs.id}`)
  await page.goto(href)
  await expect(page.getByRole('dialog', { name: theirs.title })).toBeVisible()
})

test('sharing opens the device’s share sheet where it has one', async ({ page, father }) => {
  await page.addInitScript(() => {
    Object.assign(Navigator.prototype, { share: async (data: unknown) => Object.assign(window, { shared: data }) })
  })
  const { id, title } = await newPlaydate(father)
  await signIn(page, father)
  await page.goto(`/playdates?open=${id}`)
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Papa’s meevragen' }).click()
  await page.getByRole('button', { name: 'Delen via…' }).click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual({
      text: expect.stringMatching(`^Speelafspraak op .+: ${title}. Doe je mee\\? Groet, Jan$`),
      url: expect.stringMatching(/\/i\/[\w-]{22}$/),
    })
})

test('the sheet of a playdate has an address, so a link opens it, Back closes it, and closing leaves no trace', async ({
  page,
  father,
}) => {
  const { id, title } = await newPlaydate(father)
  await signIn(page, father)
  await page.goto('/playdates')
  await page.getByRole('link', { name: title }).click()
  const sheet = page.getByRole('dialog', { name: title })
  await expect(sheet).toContainText('Vlieger en droge sokken mee.')
  await expect(page).toHaveURL(`/playdates?open=${id}`)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/playdates')
  await page.goForward()
  await expect(sheet).toBeVisible()

  await page.goto(`/playdates?open=${id}`)
  await sheet.getByRole('button', { name: 'Sluiten' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/playdates')
})

test('a maximum below the number of people is refused at its field', async ({ page, father, product }) => {
  const { id } = await newPlaydate(father)
  const guest = await newFather(product.url)
  await guest.client.call(joinPlaydate, { params: { id }, body: { children: 2 } })
  await signIn(page, father)
  await page.goto(`/edit-playdate/${id}`)
  const maximum = page.getByLabel('Met hoeveel maximaal?')
  await maximum.fill('3')
  await expect(page.getByText('Zo blijven er 2 plekken over')).toBeVisible()
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(maximum).toBeFocused()
  await expect(maximum).toHaveAccessibleDescription(/Er komen al meer mensen dan dat/)
  await maximum.fill('4')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page).toHaveURL(/\/playdates/)
})

test('after editing the creator returns to the card, and the other loaded cards stay', async ({
  page: his,
  father,
  product,
  anotherBrowser,
}) => {
  const host = await newFather(product.url)
  for (let planted = 0; planted < 42; planted += 1) await newPlaydate(host)
  const start = Date.now() + 30 * 86_400_000
  const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 3_600_000).toISOString() }
  const { id, title } = await newPlaydate(father, times)
  const theirs = await anotherBrowser({ as: host })
  await theirs.goto('/playdates')
  await scrollTo(theirs, cardOf(theirs, title))
  await cardOf(theirs, title).scrollIntoViewIfNeeded()

  await signIn(his, father)
  await his.goto('/playdates')
  await expect(his.getByRole('article').first()).toBeVisible()
  await his.goto(`/edit-playdate/${id}`)
  await his.getByLabel('Wat gaan we doen?').fill(`${title}, met thee`)
  await his.getByRole('button', { name: 'Opslaan' }).click()
  await expect(cardOf(his, `${title}, met thee`)).toBeInViewport()
  await expect(cardOf(theirs, `${title}, met thee`)).toBeInViewport()
})

test('a blank title and a blank location get default names', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/create')
  await page.getByLabel('Wat gaan we doen?').fill('   ')
  await page.getByLabel('Waar?').fill('  ')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(cardOf(page, 'Nieuwe speelafspraak').filter({ hasText: 'Jouw afspraak' })).toContainText('Te bepalen')
})
