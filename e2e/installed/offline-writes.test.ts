import { circles, oneCircle } from '@papadag/contract/circles'
import { joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { knownAsked } from '@papadag/contract/users/known'
import { oneUser } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { cardOf, join, toasts } from '../../tools/screens.ts'
import { aFirstDate } from '../support/buddies.ts'
import { leave } from '../support/circles.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'
import { keptAt, visit } from './kept.ts'

test.use({ ...inWholeChromium, expectedComplaints: withoutNetwork, serviceWorkers: 'allow' })

test('a father who joins offline is signed up when the network returns, even after a reload', async ({
  page,
  father,
  product,
}) => {
  const host = await newFather(product.url, 'Piet')
  const { id, title } = await newPlaydate(host)
  await signIn(page, father)
  await visit(page, '/playdates')
  await expect(cardOf(page, title).getByRole('button', { name: /^Ik doe mee/ })).toBeVisible()
  const other = await page.context().newPage()
  await visit(other, '/playdates')

  await page.context().setOffline(true)
  await page.bringToFront()
  await join(cardOf(page, title))
  await expect(toasts(page)).toContainText('Bewaard voor straks')
  const leave = cardOf(page, title).getByRole('button', { name: /^Je gaat mee/ })
  await expect(leave).toBeVisible()
  await expect(cardOf(page, title)).toContainText('Wordt verstuurd zodra je weer online bent')
  await page.reload()
  await expect(leave).toBeVisible()
  await expect(cardOf(page, title)).toContainText('Wordt verstuurd zodra je weer online bent')

  const sent: string[] = []
  page.context().on('request', request => {
    if (request.url().endsWith(`/playdates/${id}/join`)) sent.push(request.method())
  })
  await page.context().setOffline(false)
  await expect(cardOf(page, title)).not.toContainText('Wordt verstuurd')
  await expect(leave).toBeVisible()
  const { participants } = await host.client.call(onePlaydate, { params: { id } })
  expect(participants.map(person => person.id)).toContain(father.user.id)
  expect(sent).toEqual(['POST'])
})

test('a father who joins offline and closes the app is signed up when the network returns', async ({
  page,
  father,
  product,
}) => {
  const host = await newFather(product.url, 'Piet')
  const { id, title } = await newPlaydate(host)
  await signIn(page, father)
  await visit(page, '/playdates')
  await page.context().setOffline(true)
  await join(cardOf(page, title))
  await expect(cardOf(page, title)).toContainText('Wordt verstuurd zodra je weer online bent')
  const participants = async () => {
    const playdate = await host.client.call(onePlaydate, { params: { id } })
    return playdate.participants.map(person => person.id)
  }

  const other = await page.context().newPage()
  // A browser that has not noted yet that something waits sends nothing once its page is closed.
  await expect.poll(() => noted(page)).toContain('papadag-queue')
  await page.close()
  expect(await participants()).not.toContain(father.user.id)
  await page.context().setOffline(false)
  await expect.poll(participants).toContain(father.user.id)

  await other.goto('/playdates')
  await expect(cardOf(other, title).getByRole('button', { name: /^Je gaat mee/ })).toBeVisible()
  await expect(cardOf(other, title)).not.toContainText('Wordt verstuurd')
})

test('when somebody else took the last place meanwhile, the father is told and the screen is corrected', async ({
  page,
  father,
  product,
}) => {
  const host = await newFather(product.url, 'Piet')
  const { id, title } = await newPlaydate(host, { maxParticipants: 2 })
  await signIn(page, father)
  await visit(page, '/playdates')
  await expect(cardOf(page, title).getByRole('button', { name: /^Ik doe mee/ })).toBeVisible()
  await page.context().setOffline(true)
  await join(cardOf(page, title))
  await expect(cardOf(page, title).getByRole('button', { name: /^Je gaat mee/ })).toBeVisible()
  const faster = await newFather(product.url, 'Kees')
  await faster.client.call(joinPlaydate, { params: { id }, body: {} })

  await page.context().setOffline(false)
  await expect(toasts(page)).toContainText(`Meedoen is niet gelukt: ${title}`)
  await expect(cardOf(page, title)).toContainText('Vol')
})

test('a father who changes the number of his children offline keeps his place', async ({ page, father, product }) => {
  const host = await newFather(product.url, 'Piet')
  const { id, title } = await newPlaydate(host)
  await father.client.call(joinPlaydate, { params: { id }, body: {} })
  await signIn(page, father)
  await visit(page, '/playdates')
  await page.goto(`/playdates?open=${id}`)
  const sheet = page.getByRole('dialog', { name: title })
  await expect(sheet.getByRole('button', { name: /^Meer/ })).toBeVisible()
  await page.context().setOffline(true)
  await sheet.getByRole('button', { name: 'Kies' }).click()
  await page.getByRole('menuitem', { name: 'Eén kind meer' }).click()
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: 'Ik kom met 1 kind' }).click()
  await expect(sheet).toContainText('Wordt verstuurd zodra je weer online bent')
  await expect(sheet.getByRole('button', { name: /^Je gaat mee met 1 kind/ })).toBeFocused()
})

test('what a father answers offline about whom he knows, and about who would meet him, is sent once he is online', async ({
  page,
  father,
  product,
}) => {
  const { nico, id, kwame } = await aFirstDate(father, product)
  await signIn(page, nico)
  await nico.client.call(joinPlaydate, { params: { id }, body: {} })
  await visit(page, '/playdates')
  await page.goto(`/playdates?open=${id}`)
  const sheet = page.getByRole('dialog', { name: 'Vliegeren' })
  await expect(sheet.getByText('Jan haalt je op bij de ingang')).toBeVisible()
  await page.context().setOffline(true)
  await sheet.getByRole('button', { name: 'Niet nodig' }).click()
  await expect(toasts(page).getByText('Bewaard voor straks').first()).toBeVisible()
  expect((await nico.client.call(onePlaydate, { params: { id } })).buddy).not.toBeNull()
  await page.context().setOffline(false)
  await expect.poll(async () => (await nico.client.call(onePlaydate, { params: { id } })).buddy).toBeNull()

  await page.goto('/')
  const due = page.getByRole('region', { name: 'Nu te doen' })
  await expect(due.getByRole('heading', { name: 'Ken je Kwame nu?' })).toBeVisible()
  await page.context().setOffline(true)
  await due.getByRole('button', { name: 'Ja, ik ken hem: Kwame' }).click()
  await expect(due.getByText('Wordt verstuurd zodra je weer online bent')).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => nico.client.call(knownAsked)).toEqual([])
  expect((await nico.client.call(oneUser, { params: { id: kwame.user.id } })).isKnown).toBe(true)
})

test('a father who leaves a circle offline is out of it once he is online', async ({ page, father, product }) => {
  const { kwame, circleId } = await aFirstDate(father, product)
  const members = async () =>
    (await kwame.client.call(oneCircle, { params: { id: circleId } })).members.map(({ id }) => id)
  await signIn(page, father)
  await visit(page, '/')
  await page.goto(`/circles/${circleId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Woensdag' })).toBeVisible()
  await expect.poll(() => keptAt(page)).toContainEqual(`/api/circles/${circleId}`)
  await page.context().setOffline(true)
  // He finds it as he left it, and so is what he does about it.
  await page.reload()
  await leave(page)
  await expect(toasts(page).getByText('Bewaard voor straks').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByText('Wordt verstuurd zodra je weer online bent')).toBeVisible()
  expect(await members()).toContain(father.user.id)
  await page.context().setOffline(false)
  await expect.poll(members).not.toContain(father.user.id)
  await expect(page.getByRole('heading', { level: 1, name: 'Deze kring bestaat niet meer' })).toBeVisible()
  expect(await father.client.call(circles)).toEqual([])
})

/** What the browser will wake the service worker for when it has a network. */
function noted(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync: { getTags(): Promise<string[]> } // missing from the types
    }
    return sync.getTags()
  })
}
