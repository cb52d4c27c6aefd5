import { startChat } from '@papadag/contract/chat'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { startFlakyProxy } from '../../tools/flaky-proxy.ts'
import { cardOf, toasts, untilServed } from '../../tools/screens.ts'
import { acquainted, chatList, connectionLost, log, said, send } from '../support/chat.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'
import { keptAt, visit } from './kept.ts'

test.use({ ...inWholeChromium, expectedComplaints: withoutNetwork, serviceWorkers: 'allow' })

test('a father can read screens he has seen before after reloading them offline', async ({ page, father, product }) => {
  const host = await newFather(product.url, 'Piet')
  const { title } = await newPlaydate(host)
  await host.client.call(startChat, { body: { participants: [father.user.id] } })
  await signIn(page, father)
  await visit(page, '/chat')
  await visit(page, '/places')
  const place = await page.getByRole('main').getByRole('heading', { level: 3 }).first().textContent()
  await visit(page, '/playdates')
  await expect(cardOf(page, title)).toBeVisible()
  await expect.poll(() => keptAt(page)).toContainEqual(expect.stringContaining('/api/playdates/upcoming'))

  await page.context().setOffline(true)
  await page.reload()
  await expect(cardOf(page, title)).toBeVisible()
  await expect(page.getByText(/^Laatst bijgewerkt: \d\d:\d\d$/)).toBeVisible()
  await page.goto('/places')
  await expect(page.getByRole('heading', { level: 3, name: place ?? '' }).first()).toBeVisible()
  await page.goto('/chat')
  await expect(page.getByRole('link', { name: /Piet wil je schrijven/ })).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByText(/^Laatst bijgewerkt/)).toBeHidden({ timeout: 15_000 })
})

test('a call that cannot be queued says that there is no network, and input is kept', async ({ page, father }) => {
  await signIn(page, father)
  await visit(page, '/create')
  await page.getByLabel('Wat gaan we doen?').fill('Hutten bouwen')
  await page.getByLabel('Waar?').fill('Bos')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(toasts(page)).toContainText('Er is geen verbinding.')
  await expect(page.getByLabel('Wat gaan we doen?')).toHaveValue('Hutten bouwen')
})

test('after logging out, even offline, none of the user’s data is left', async ({ page, father, product }) => {
  const { title } = await newPlaydate(father)
  await signIn(page, father)
  await visit(page, '/playdates')
  await expect(cardOf(page, title)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await page.getByRole('menuitem', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(`${product.url}/auth`)
  await expect.poll(() => keptAt(page)).toEqual([])
  await page.goto('/playdates')
  await expect(page.getByText(title)).toBeHidden()
})

test('a chat never opened before says offline that it is not loaded yet, and loads with the network', async ({
  page,
  product,
}) => {
  const flakyProxy = await startFlakyProxy(product.url)
  const { kwame, thijs, id } = await acquainted(product.url)
  await signIn(page, kwame)
  await page.goto(`${flakyProxy.url}/chat`)
  await untilServed(page)
  const row = chatList(page).getByRole('link', { name: /Thijs/ })
  await expect(row).toContainText('Ha Kwame.')
  await page.waitForLoadState('networkidle')

  // Chromium keeps open connections when set offline.
  flakyProxy.lead('nowhere')
  await page.context().setOffline(true)
  await row.click()
  const notHere = log(page).getByText('Deze chat staat nog niet op dit apparaat.')
  await expect(connectionLost(page)).toBeVisible()
  await expect(notHere).toBeVisible()
  await expect(log(page).locator('[aria-busy=true]')).toHaveCount(0)
  expect(await said(page)).toEqual([])
  await expect(row).toContainText('Ha Kwame.')
  await page.reload()
  await expect(notHere).toBeVisible()
  await expect(row).toContainText('Ha Kwame.')

  await send(thijs, id, 'Ben je er?')
  flakyProxy.lead('through')
  await page.context().setOffline(false)
  await expect.poll(() => said(page)).toEqual(['Ha Thijs!', 'Ha Kwame.', 'Ben je er?'])
  await expect(notHere).toBeHidden()
  await flakyProxy.close()
})
