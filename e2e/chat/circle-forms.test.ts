import { answerCircle, answerSuggestion, circleSuggestions, createCircle } from '@papadag/contract/circles'
import { type Father, newFather, signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { letMeetTwice } from '../support/meetings.ts'
import { sizes, tagOfSize } from '../support/sizes.ts'
import { expectToFit, smallPhone } from '../support/small-phone.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { screen, size } of sizes)
  test(`after a second playdate a father says on a ${screen} that he wants a circle, and it is there once another does`, {
    tag: tagOfSize(screen),
  }, async ({ page, father, product }) => {
    const [bram, thijs] = [await newFather(product.url, 'Bram'), await newFather(product.url, 'Thijs')]
    await letMeetTwice(product, [father, bram, thijs])
    await resize(page, size)
    await signIn(page, father)
    await page.goto('/')
    const due = page.getByRole('region', { name: 'Nu te doen' })
    await expect(due.getByRole('heading', { name: 'Een kring maken met Bram en Thijs?' })).toBeVisible()
    await expectNothing(page, 'the question whether they make a circle')
    await due.getByRole('button', { name: 'Kring maken met Bram en Thijs' }).press('Enter')
    await expect(page.getByText('De kring is er zodra nog een papa ja zegt.', { exact: true })).toBeVisible()
    await expect(due).toHaveCount(0)

    // Nobody can tell who has answered.
    const [card] = await bram.client.call(circleSuggestions)
    expect(card?.fathers.map(({ id }) => id).sort()).toEqual([father.user.id, thijs.user.id].sort())
    await bram.client.call(answerSuggestion, { params: { id: card?.id ?? 0 }, body: { yes: true } })
    await page.goto('/notifications')
    await expect(page.getByText('Bram zit nu in de kring')).toBeVisible()
    await page.getByRole('link', { name: 'Op de hei' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Op de hei' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Bram de Tester')
    await expect(page.getByRole('main')).not.toContainText('Thijs')
  })

/** A circle that one keeps and the other is in. */
async function keeps({ client }: Father, member: Father, name: string): Promise<void> {
  const { id } = await client.call(createCircle, { body: { name, fathers: [member.user.id] } })
  await member.client.call(answerCircle, { params: { id }, body: { yes: true } })
}

for (const { screen, size } of sizes)
  test(`a father who keeps a circle lets in on a ${screen} whom he has met twice, who comes in with a yes of his own`, {
    tag: tagOfSize(screen),
  }, async ({ page, father, product }) => {
    const [bram, sem] = [await newFather(product.url, 'Bram'), await newFather(product.url, 'Sem')]
    await letMeetTwice(product, [father, bram, sem])
    await keeps(father, bram, 'Woensdag')
    await resize(page, size)
    await signIn(page, father)
    await page.goto('/')
    const due = page.getByRole('region', { name: 'Nu te doen' })
    await expect(due.getByRole('heading', { name: 'Sem ook in je kring Woensdag?' })).toBeVisible()
    await expectNothing(page, 'the question whether others may come into his circle')
    await due.getByRole('button', { name: 'Goed idee: Sem' }).press('Enter')
    await expect(page.getByText('Wie ook ja zegt, komt in je kring.', { exact: true })).toBeVisible()
    await expect(due).toHaveCount(0)

    const [card] = await sem.client.call(circleSuggestions)
    expect(card?.circle).toBeNull()
    await sem.client.call(answerSuggestion, { params: { id: card?.id ?? 0 }, body: { yes: true } })
    await page.goto('/notifications')
    await expect(page.getByText('Sem en 1 ander zitten nu in de kring')).toBeVisible()
  })

test('the question whether they make a circle, or come into one, fits a small phone in every language', async ({
  father,
  product,
  anotherBrowser,
}) => {
  const [keeper, ...others] = [
    await newFather(product.url, 'Maximiliaan'),
    await newFather(product.url, 'Bartholomeus'),
    await newFather(product.url, 'Constantijn'),
  ]
  await letMeetTwice(product, [father, keeper, ...others])
  await keeps(keeper, father, 'Bakfietsvaders van het Sarphatipark')
  for (const language of languagesNow)
    for (const as of [father, keeper]) {
      const page = await anotherBrowser({ as, ...smallPhone(product, language) })
      await page.goto('/')
      await expect(page.getByRole('heading', { name: /Bartholomeus/ })).toBeVisible()
      await expectToFit(page, language, 'the question whether they make a circle')
    }
})
