import { addPlayground } from '@papadag/contract/places/places'
import { answerProposal, proposals } from '@papadag/contract/playdates/proposals'
import { settings } from '@papadag/contract/users/users'
import { type Father, newFather, signIn } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { middle, propose, test } from '../support/proposals.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Fathers of one neighbourhood who are asked for the same meeting. */
async function asked(product: Product, father: Father, names: readonly string[]) {
  const others: Father[] = []
  for (const name of names) others.push(await newFather(product.url, name))
  await father.client.call(addPlayground, { body: { name: 'De Zandkuil', ...middle } })
  await propose(product, [father, ...others])
  await expect.poll(async () => (await father.client.call(proposals)).length).toBe(1)
  const [proposal] = await father.client.call(proposals)
  return { others, params: { id: proposal?.id ?? 0 } }
}

test('the app proposes a meeting, three fathers accept on a phone, by a call and on a desktop, and it becomes the first one’s playdate', async ({
  page,
  father,
  product,
  anotherBrowser,
}) => {
  const { others, params } = await asked(product, father, ['Thijs', 'Bram'])
  const [thijs, bram] = others
  if (!thijs || !bram) throw new Error('two fathers are missing')
  await resize(page, { width: 390, height: 844 })
  await signIn(page, father)
  await page.goto('/notifications')
  await expect(page.getByText('Papadag stelt een speelafspraak bij jou in de buurt voor. Kun je?')).toBeVisible()
  await page.getByRole('link', { name: /, De Zandkuil$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Papadag stelt voor' })).toBeVisible()
  await expect(page.getByText('Er heeft nog niemand ja gezegd.')).toBeVisible()
  await expectNothing(page, 'a proposal')
  await page.getByRole('button', { name: 'Ik kan' }).press('Enter')
  await expect(page.getByText('Jij zei ja. Tot nu toe zei 1 papa ja.')).toBeVisible()
  // The others' answers arrive by themselves, without a name.
  await thijs.client.call(answerProposal, { params, body: { coming: true, children: 1 } })
  await expect(page.getByText('Tot nu toe zeiden 2 papa’s ja.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Thijs')

  const desktop = await anotherBrowser({ as: bram, viewport: { width: 1280, height: 800 } })
  await desktop.goto('/proposals')
  await expect(desktop.getByText('Tot nu toe zeiden 2 papa’s ja.')).toBeVisible()
  await desktop.getByRole('button', { name: 'Dit keer niet' }).click()
  await expect(desktop.getByText(/Jij zei nee\./)).toBeVisible()
  await desktop.getByRole('button', { name: 'Ik kan' }).click()
  await expect(desktop.getByText('Hij gaat door')).toBeVisible()
  await expectNothing(desktop, 'a proposal that goes ahead')

  await expect(page.getByText('Hij gaat door')).toBeVisible()
  await page.getByRole('link', { name: 'Bekijk de speelafspraak' }).click()
  const sheet = page.getByRole('dialog', { name: 'Samen naar de speeltuin' })
  for (const name of ['Thijs', 'Bram']) await expect(sheet.getByText(name)).toBeVisible()
  await sheet.getByTitle('Toon iedereen met naam').click()
  await expect(sheet.getByText('Had het idee')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Papadag stelt voor' })).toBeVisible()
})

test('a father switches proposals off with one tap, on their screen or in the settings', async ({
  page,
  father,
  product,
}) => {
  await asked(product, father, ['Kees', 'Job'])
  await resize(page, { width: 320, height: 700 })
  await signIn(page, father)
  await page.goto('/proposals')
  await page.getByRole('switch', { name: 'Laat Papadag speelafspraken voorstellen' }).click()
  await expect.poll(async () => (await father.client.call(settings)).proposals).toBe(false)
  await page.goto('/profile?tab=settings&section=papa-days')
  const its = page.getByRole('switch', { name: 'Laat Papadag speelafspraken voorstellen' })
  await expect(its).not.toBeChecked()
  await expectNothing(page, 'the settings of papa days with proposals')
  await its.click()
  await expect.poll(async () => (await father.client.call(settings)).proposals).toBe(true)
  await page.getByRole('link', { name: 'Bekijk de voorstellen' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('a proposal fits a small phone in every language', async ({ father, product, anotherBrowser }) => {
  await asked(product, father, ['Luuk', 'Daniël'])
  for (const language of languagesNow) {
    const page = await anotherBrowser({
      as: father,
      viewport: { width: 320, height: 700 },
      reducedMotion: 'reduce',
      storageState: {
        cookies: [],
        origins: [{ origin: product.url, localStorage: [{ name: 'language', value: language }] }],
      },
    })
    await page.goto('/proposals')
    await expect(page.getByRole('switch')).toBeVisible()
    await expect(page.getByRole('spinbutton')).toBeVisible()
    const { overflowing, lang } = await contentsOf(page)
    expect([lang, overflowing]).toEqual([language, []])
    await expectNothingInWords(page, `a proposal in ${language}`)
  }
})
