import { createPoll } from '@papadag/contract/playdates/polls'
import { signIn } from '../../tools/father.ts'
import { acquainted } from '../support/chat.ts'
import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

test.use({ viewport: { width: 390, height: 844 } })

const hourMs = 3_600_000
const times = [2, 3, 4].map(days => {
  const start = Date.now() + 24 * hourMs * days
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + hourMs).toISOString() }
})

test('a father says from home with three taps which two days suit him, and the asker chooses with two', async ({
  page,
  product,
  anotherBrowser,
}) => {
  const { kwame, thijs } = await acquainted(product.url)
  const about = { title: 'Boomhutten', location: 'Amelisweerd', maxParticipants: 5, times }
  const poll = await thijs.client.call(createPoll, { body: { ...about, fathers: [kwame.user.id] } })
  await signIn(page, kwame)
  await page.goto('/')
  const days = page.getByRole('group', { name: 'Welke dag past jou?' })
  const counted = await countTaps(page)
  for (const at of [0, 1]) await days.getByRole('button').nth(at).click()
  await page.getByRole('button', { name: /^Stuur/ }).click()
  await expect(days).toHaveCount(0)
  expect((await counted()).taps).toBe(3)

  const asker = await anotherBrowser({ as: thijs })
  await asker.goto(`/polls/${poll.id}`)
  const alsoCounted = await countTaps(asker)
  await asker
    .getByRole('button', { name: /^Kies deze dag/ })
    .first()
    .click()
  await expect(asker.getByRole('dialog', { name: 'Boomhutten' })).toBeVisible()
  expect((await alsoCounted()).taps).toBeLessThanOrEqual(2)
})
