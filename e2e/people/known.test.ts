import { knownAsked } from '@papadag/contract/users/known'
import { oneUser } from '@papadag/contract/users/users'
import { newFather, signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { letMeet } from '../support/meetings.ts'
import { mostShift, shiftsOf, shiftsSoFar, watchShifts } from '../support/shifts.ts'
import { expectToFit, smallPhone } from '../support/small-phone.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, size } of [
  { name: 'on his phone', size: { width: 390, height: 844 } },
  { name: 'on a desktop @nightly', size: { width: 1280, height: 800 } },
])
  test(`after a first playdate a father says whom he knows ${name}, and takes it back`, async ({
    page,
    father,
    product,
  }) => {
    const [bram, thijs] = [await newFather(product.url, 'Bram'), await newFather(product.url, 'Thijs')]
    await letMeet(product, [father, bram, thijs], [1])
    await resize(page, size)
    await signIn(page, father)
    await page.goto('/')
    const due = page.getByRole('region', { name: 'Nu te doen' })
    await expect(due.getByRole('heading', { name: 'Ken je Bram nu?' })).toBeVisible()
    await expectNothing(page, 'the question whether he knows him')
    await due.getByRole('button', { name: 'Ja, ik ken hem: Bram' }).press('Enter')
    await expect(due.getByRole('heading', { name: 'Ken je Bram nu?' })).toHaveCount(0)

    await due.getByRole('button', { name: 'Liever niet: Thijs' }).click()
    await expect(due).toHaveCount(0)
    expect(await father.client.call(knownAsked)).toEqual([])

    await page.goto(`/users/${bram.user.id}`)
    await expect(page.getByText('Je hebt gezegd dat je Bram kent. Alleen jij ziet dit.')).toBeVisible()
    await expectNothing(page, 'a profile on which he can take it back')
    await page.getByRole('button', { name: 'Toch niet' }).press('Enter')
    await expect(page.getByText('Je hebt gezegd dat je Bram kent. Alleen jij ziet dit.')).toHaveCount(0)
    expect((await father.client.call(oneUser, { params: { id: bram.user.id } })).isKnown).toBeUndefined()
  })

test('the question whether he knows him fits a small phone in every language', async ({
  father,
  product,
  anotherBrowser,
}) => {
  const bram = await newFather(product.url, 'Bartholomeus')
  await letMeet(product, [father, bram], [1])
  for (const language of languagesNow) {
    const page = await anotherBrowser({ as: father, ...smallPhone(product, language) })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: /Bartholomeus/ })).toBeVisible()
    await expectToFit(page, language, 'the question whether he knows him')
  }
})

test('home keeps the place of the question whether he knows him until its code is there', async ({
  father,
  product,
  anotherBrowser,
}) => {
  const bram = await newFather(product.url, 'Bram')
  await letMeet(product, [father, bram], [1])
  const page = await anotherBrowser({ as: father, viewport: { width: 390, height: 844 } })
  await watchShifts(page)
  let send = () => {}
  const isSent = new Promise<void>(resolve => {
    send = resolve
  })
  await page.route('**/assets/rare-answer-*', async route => {
    await isSent
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Nu te doen' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welke dag is jouw papadag?' })).toBeVisible()
  const { length } = await shiftsSoFar(page)
  send()
  await expect(page.getByRole('heading', { name: 'Ken je Bram nu?' })).toBeVisible()
  const moved = (await shiftsOf(page)).slice(length)
  expect(moved.filter(({ value }) => value > mostShift)).toEqual([])
})
