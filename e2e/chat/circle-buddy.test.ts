import { joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { aFirstDate } from '../support/buddies.ts'
import { languagesNow } from '../support/languages.ts'
import { expectToFit, smallPhone } from '../support/small-phone.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, size } of [
  { name: 'on a phone', size: { width: 390, height: 844 } },
  { name: 'on a desktop @nightly', size: { width: 1280, height: 800 } },
])
  test(`a regular fetches newcomers until he says no, and one reads ${name} who meets him at the entrance`, async ({
    page,
    father,
    product,
    anotherBrowser,
  }) => {
    const { nico, circleId, id } = await aFirstDate(father, product)
    await resize(page, size)
    await signIn(page, father)
    await page.goto(`/circles/${circleId}`)
    const mayBeAsked = page.getByRole('switch', { name: 'Nieuwe papa’s ophalen bij de ingang' })
    await expect(mayBeAsked).toBeChecked()
    for (const isOn of [false, true]) {
      await mayBeAsked.press('Space')
      await expect(mayBeAsked).toBeChecked({ checked: isOn })
    }
    await expectNothing(page, 'a circle whose newcomers he fetches')

    await nico.client.call(joinPlaydate, { params: { id }, body: {} })
    await page.goto('/notifications')
    await expect(page.getByText('Nico komt voor het eerst. Jij haalt hem op bij de ingang.')).toBeVisible()
    const his = await anotherBrowser({ as: nico, viewport: size, reducedMotion: 'reduce' })
    await his.goto(`/playdates?open=${id}`)
    const sheet = his.getByRole('dialog', { name: 'Vliegeren' })
    await expect(sheet.getByText('Jan haalt je op bij de ingang')).toBeVisible()
    await expectNothing(his, 'who meets him at the entrance')

    await page.goto(`/playdates?open=${id}`)
    await page.getByRole('button', { name: 'Dit keer niet', exact: true }).press('Enter')
    await expect(page.getByText('Jij haalt Nico op bij de ingang')).toHaveCount(0)
    // It goes by itself.
    await expect(sheet.getByText('Jan haalt je op bij de ingang')).toHaveCount(0)
    expect((await nico.client.call(onePlaydate, { params: { id } })).buddy).toBeNull()
  })

test('who meets him at the entrance fits a small phone in every language', async ({
  father,
  product,
  anotherBrowser,
}) => {
  const { nico, id } = await aFirstDate(father, product)
  await nico.client.call(joinPlaydate, { params: { id }, body: {} })
  for (const language of languagesNow) {
    const his = await anotherBrowser({ as: nico, ...smallPhone(product, language) })
    await his.goto(`/playdates?open=${id}`)
    const sheet = his.getByRole('dialog', { name: 'Vliegeren' })
    await expect(sheet.getByText(/^Jan /)).toBeVisible()
    await expectToFit(his, language, 'who meets him at the entrance')
  }
})
