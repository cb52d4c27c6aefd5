import { threadOf } from '@papadag/contract/chat'
import { editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

test.use({ viewport: { width: 390, height: 844 } })

const hourMs = 3_600_000
const tomorrow = {
  startTime: new Date(Date.now() + 24 * hourMs).toISOString(),
  endTime: new Date(Date.now() + 26 * hourMs).toISOString(),
}

const anHourLater = {
  startTime: new Date(Date.now() + 25 * hourMs).toISOString(),
  endTime: new Date(Date.now() + 27 * hourMs).toISOString(),
}

for (const [where, path] of [
  ['home', '/'],
  ['the bell', '/notifications'],
] as const) {
  test(`a father confirms his standing place from ${where} with one tap`, async ({ page, product, father }) => {
    const host = await newFather(product.url, 'Thijs')
    const { id, series } = await newPlaydate(host, { title: 'Modderclub', ...tomorrow, repeats: { every: 'week' } })
    await father.client.call(takeStanding, { params: { id: series?.id ?? 0 }, body: { children: 2 } })
    await host.client.call(editPlaydate, {
      params: { id },
      query: { scope: 'one' },
      body: { title: 'Modderclub', location: 'Westerpark', maxParticipants: 8, ...anHourLater },
    })
    await signIn(page, father)
    await page.goto(path)
    const answer = page.getByRole('button', { name: /^Ik kom met 2 kinderen: Modderclub/ })
    await expect(answer.first()).toBeVisible()
    const counted = await countTaps(page)
    await answer.first().click()
    await expect(answer).toHaveCount(0)
    expect((await counted()).taps).toBe(1)
  })
}

test('a father replies in the group of his next playdate from home with three taps', async ({
  page,
  product,
  father,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const { id } = await newPlaydate(host, { title: 'Modderen', ...tomorrow })
  await father.client.call(joinPlaydate, { params: { id }, body: {} })
  await father.client.call(threadOf, { params: { id } })
  await signIn(page, father)
  await page.goto('/')
  const next = page.getByRole('region', { name: 'Jouw volgende' })
  await expect(next).toContainText('Modderen')
  const counted = await countTaps(page)
  await next.getByRole('button', { name: 'Chat' }).click()
  const field = page.getByRole('textbox', { name: /^Bericht/ })
  await field.click()
  await field.pressSequentially('Ik neem koffie mee')
  await page.getByRole('button', { name: 'Versturen' }).click()
  await expect(page.getByRole('log')).toContainText('Ik neem koffie mee')
  expect((await counted()).taps).toBe(3)
})
