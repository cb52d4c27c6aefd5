import { chatMessages } from '@papadag/contract/chat'
import type { Page } from '@playwright/test'
import { type Father, signIn, unique } from '../../tools/father.ts'
import { type FlakyProxy, startFlakyProxy } from '../../tools/flaky-proxy.ts'
import { acquainted, connectionLost, field, log, said, send, sendButton, write } from '../support/chat.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { test as base, expect } from '../support/test.ts'

const test = base.extend<{ flakyProxy: FlakyProxy }>({
  flakyProxy: async ({ product }, use) => {
    const flakyProxy = await startFlakyProxy(product.url)
    await use(flakyProxy)
    await flakyProxy.close()
  },
})

test.use({ demo: 'off', expectedComplaints: withoutNetwork })

// The outbox waits this long for an answer, and the screen for a connection, before either uses HTTP.
const patienceMs = 15_000
const withoutSocketMs = 2000
// Longer than any pause between two connection attempts.
const comesBackMs = 31_000

const stored = async ({ client }: Father, id: number) =>
  (await client.call(chatMessages, { params: { id } })).map(({ content }) => content)

async function open(page: Page, father: Father, url: string) {
  await signIn(page, father)
  await page.clock.install()
  await page.goto(url)
  await expect(log(page).getByText('Ha Kwame.')).toBeVisible()
  // The messages come before the connection is open.
  await expect(page.getByText('Verbinden…')).toBeHidden()
}

test('without sockets a chat is read over HTTP, and pending messages are sent over HTTP', async ({
  page,
  product,
  flakyProxy,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  await open(page, kwame, `${flakyProxy.url}/chat/${id}`)
  await write(page, 'Nog met verbinding')
  await expect(log(page).getByText('Nog met verbinding')).toBeVisible()
  await expect(log(page).getByText('wordt verzonden')).toBeHidden()

  flakyProxy.lead('into the void')
  const text = unique('Onderweg')
  const writtenAt = await page.evaluate(() => Date.now())
  await write(page, text)
  await expect(log(page).getByText('wordt verzonden')).toBeVisible()
  flakyProxy.lead('nowhere')
  await expect(connectionLost(page)).toBeVisible()
  await field(page).fill('Voor straks')
  await expect(sendButton(page)).toBeEnabled()

  // The message is not sent by HTTP before that, since the connection may come back.
  await page.clock.pauseAt(writtenAt + patienceMs - 1000)
  await expect(log(page).getByText('wordt verzonden')).toBeVisible()
  expect(await stored(kwame, id)).not.toContain(text)
  await page.clock.resume()
  await page.clock.runFor(patienceMs)
  await expect(log(page).getByText('wordt verzonden')).toBeHidden()
  await send(thijs, id, 'Kun je dit lezen?')
  await expect(async () => {
    await page.clock.runFor(withoutSocketMs)
    await expect(log(page).getByText('Kun je dit lezen?')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(connectionLost(page)).toBeVisible()
  await expect(field(page)).toHaveValue('Voor straks')

  // Each message arrives once, even after a reconnect and a reload.
  flakyProxy.lead('through')
  await page.clock.runFor(comesBackMs)
  await expect(connectionLost(page)).toBeHidden()
  await expect(sendButton(page)).toBeEnabled()
  await field(page).press('Enter')
  await expect(log(page).getByText('Voor straks')).toBeVisible()
  await expect(log(page).getByText('wordt verzonden')).toBeHidden()
  const all = ['Ha Thijs!', 'Ha Kwame.', 'Nog met verbinding', text, 'Kun je dit lezen?', 'Voor straks']
  expect(await stored(kwame, id)).toEqual(all)
  expect(await said(page)).toEqual(all)
  await page.reload()
  await expect.poll(() => said(page)).toEqual(all)
})

test('a chat opened without sockets can be read', async ({ page, product, flakyProxy }) => {
  const { kwame, id } = await acquainted(product.url)
  flakyProxy.lead('nowhere')
  await signIn(page, kwame)
  await page.clock.install()
  await page.goto(`${flakyProxy.url}/chat/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Thijs de Tester' })).toBeVisible()
  await page.clock.runFor(withoutSocketMs)
  await expect(log(page).getByText('Ha Kwame.')).toBeVisible()
  await expect(connectionLost(page)).toBeVisible()
})

test('a message that got lost is marked as unsent after a while, and is sent once over the next connection', async ({
  page,
  product,
  flakyProxy,
}) => {
  const { kwame, id } = await acquainted(product.url)
  await open(page, kwame, `${flakyProxy.url}/chat/${id}`)
  await expect(sendButton(page)).toBeVisible()
  flakyProxy.lead('into the void')
  const text = unique('Verdwenen')
  await write(page, text)
  await expect(log(page).getByText('wordt verzonden')).toBeVisible()
  await page.clock.runFor(patienceMs)
  await expect(log(page).getByRole('alert')).toHaveText('Niet verzonden')
  // The app gives up the connection that swallowed the message.
  await expect(connectionLost(page)).toBeVisible()
  flakyProxy.lead('through')
  await page.clock.runFor(comesBackMs)
  await expect(connectionLost(page)).toBeHidden()
  await log(page).getByRole('button', { name: 'Opnieuw' }).click()
  await expect(log(page).getByRole('alert')).toBeHidden()
  await expect(log(page).getByText('wordt verzonden')).toBeHidden()
  expect(await said(page)).toEqual(['Ha Thijs!', 'Ha Kwame.', text])
  expect(await stored(kwame, id)).toEqual(['Ha Thijs!', 'Ha Kwame.', text])
})
