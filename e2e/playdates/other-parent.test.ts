import { makeParentLink, setParentLinks } from '@papadag/contract/parent-links'
import { deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'
import { foreignTexts } from '../support/texts.ts'

test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

const home = { locationVisibility: 'participants', location: 'Kerkstraat 5', area: 'De Pijp' } as const

test('a guest gives the other parent a link, which says no more than the host allows and ends when he leaves', async ({
  page,
  product,
  father: guest,
  anotherBrowser,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const playdate = await newPlaydate(host, home)
  const params = { id: playdate.id }
  await guest.client.call(joinPlaydate, { params, body: {} })

  await signIn(page, guest)
  await page.goto(`/playdates?open=${playdate.id}`)
  await page.getByRole('dialog').getByRole('button', { name: /^Meer/ }).click()
  await page.getByRole('button', { name: /^Stuur het thuisfront/ }).click()
  const link = page.getByRole('dialog', { name: 'Stuur het thuisfront' }).getByRole('textbox', { name: 'Link' })
  await expect(link).toHaveValue(/\/m\//)
  const url = await link.inputValue()
  await expectNothing(page, 'the sheet with the link')

  const parent = await anotherBrowser()
  await parent.goto(url)
  await expect(parent.getByRole('heading', { level: 1 })).toHaveText('Een speelafspraak van Thijs')
  await expect(parent.getByRole('main')).toContainText('In de buurt van De Pijp')
  await expect(parent.getByRole('main')).toContainText('Papa gaat mee.')
  await expect(parent.getByRole('main')).not.toContainText('Kerkstraat')

  await host.client.call(setParentLinks, { params, body: { showsAddress: true } })
  await parent.reload()
  await expect(parent.getByRole('main')).toContainText('Kerkstraat 5')

  await guest.client.call(leavePlaydate, { params, body: {} })
  await parent.reload()
  await expect(parent.getByRole('heading', { level: 1 })).toHaveText('Deze link werkt niet meer')
})

test('the page for the other parent fits the narrowest phone in every language and theme', async ({
  product,
  father: host,
  anotherBrowser,
}) => {
  const [coming, cancelled] = [await newPlaydate(host, home), await newPlaydate(host)]
  const guest = await newFather(product.url, 'Jeroen')
  const paths: Record<string, string> = { unknown: `/m/${'A'.repeat(27)}` }
  for (const [state, { id }] of Object.entries({ coming, cancelled })) {
    await guest.client.call(joinPlaydate, { params: { id }, body: {} })
    paths[state] = new URL((await guest.client.call(makeParentLink, { params: { id } })).url).pathname
  }
  await host.client.call(deletePlaydate, { params: { id: cancelled.id }, body: {} })
  const narrow = await anotherBrowser({ viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' })
  for (const language of languagesNow) {
    for (const [state, path] of Object.entries(paths)) {
      const screen = `${state} in ${language}`
      await narrow.goto(`${path}?language=${language}`)
      await expect(narrow.getByRole('heading', { level: 1 }), screen).toBeVisible()
      const { lang, texts, overflowing } = await contentsOf(narrow)
      expect.soft(overflowing, screen).toEqual([])
      expect.soft(lang, screen).toBe(language)
      const foreign = foreignTexts(language)
      expect
        .soft(
          texts.filter(text => foreign.has(text)),
          screen,
        )
        .toEqual([])
      await (language === 'nl' ? expectNothing(narrow, screen) : expectNothingInWords(narrow, screen))
    }
  }
})
