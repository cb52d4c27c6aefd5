import { addPlayground } from '@papadag/contract/places/places'
import { onePlaydate, pastPlaydates } from '@papadag/contract/playdates/playdates'
import { newFather, signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { letMeetTwice } from '../support/meetings.ts'
import { middle } from '../support/proposals.ts'
import { sizes, tagOfSize } from '../support/sizes.ts'
import { expectToFit, smallPhone } from '../support/small-phone.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { screen, size } of sizes)
  test(`a father says with two taps that he is out now, one whom he has met comes too, and a stranger hears nothing, on a ${screen}`, {
    tag: tagOfSize(screen),
  }, async ({ page, father, product, anotherBrowser }) => {
    const [bram, stranger] = [await newFather(product.url, 'Bram'), await newFather(product.url, 'Vreemd')]
    await letMeetTwice(product, [father, bram])
    await father.client.call(addPlayground, { body: { name: 'De Zandkuil', ...middle } })
    const his = await anotherBrowser({ as: bram, viewport: size })
    await his.goto('/')
    await resize(page, size)
    await signIn(page, father)
    const [at, where] = screen === 'phone' ? (['/', 'banner'] as const) : (['/playdates', 'main'] as const)
    await page.goto(at)
    await page.getByRole(where).getByRole('link', { name: 'Nieuwe speelafspraak' }).click()
    await page
      .getByRole('dialog', { name: 'Wat wil je plannen?' })
      .getByRole('button', { name: /^Ik ben nu buiten/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ik ben nu buiten' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Zoek een plek' }).fill('Zandkuil')
    const place = page.getByRole('button', { name: /De Zandkuil/ }).first()
    await expect(place).toBeVisible()
    await expectNothing(page, 'being out now')
    await place.press('Enter')
    await expect(page.getByText('Je bent buiten', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'De Zandkuil' })).toBeVisible()

    // It appears by itself.
    const due = his.getByRole('region', { name: 'Nu te doen' })
    await expect(due.getByText('Jan is nu buiten')).toBeVisible()
    await due.getByRole('button', { name: /^Ik kom/ }).click()
    await expect(due.getByText('Jan is nu buiten')).toHaveCount(0)
    const id = Number(new URL(page.url()).searchParams.get('open'))
    expect((await bram.client.call(onePlaydate, { params: { id } })).myStatus).toBe('joined')
    await expect(stranger.client.call(onePlaydate, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect(await bram.client.call(pastPlaydates)).toHaveLength(2)
  })

test('being out now fits a small phone in every language', async ({ father, product, anotherBrowser }) => {
  await father.client.call(addPlayground, { body: { name: 'De Zandkuil', ...middle } })
  for (const language of languagesNow) {
    const page = await anotherBrowser({ as: father, ...smallPhone(product, language) })
    await page.goto('/create?how=now')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expectToFit(page, language, 'being out now')
  }
})
