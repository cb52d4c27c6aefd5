import { onePlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { unfoldForm } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

const now = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam').round('hour')
/** By day, and between 27 and 45 hours from now, when regulars have been asked and an hour later still are. */
const start = Array.from({ length: 19 }, (_, after) => now.add({ hours: 27 + after })).find(
  ({ hour }) => hour >= 8 && hour < 18,
)
if (!start) throw new Error('Every 18 hours have some by day')
const at = (hours: number) => start.add({ hours }).toInstant().toString({ smallestUnit: 'millisecond' })
const soon = { startTime: at(0), endTime: at(2) }
const anHourLater = start.add({ hours: 1 }).toPlainTime().toString({ smallestUnit: 'minute' })

test('a father plans a weekly playdate, pauses it for days he chooses, and cancels the remaining dates', async ({
  page,
  father: host,
}) => {
  await signIn(page, host)
  await page.goto('/create?how=weekly')
  await page.getByRole('textbox', { name: /Wat gaan we doen/ }).fill('Bos in')
  await page.getByRole('combobox', { name: /Waar/ }).fill('Amsterdamse Bos')
  await unfoldForm(page)
  await expect(page.getByRole('radio', { name: 'Elke week' })).toBeChecked()
  await page.getByRole('button', { name: /Gaat alleen door met genoeg papa’s/ }).click()
  await expect(page.getByRole('spinbutton', { name: /Vanaf hoeveel papa’s/ })).toHaveValue('3')
  await expectNothing(page, 'the form of a series')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  const his = page.getByRole('region', { name: 'Van mij' })
  await expect(his.getByRole('article').filter({ hasText: 'Bos in' })).toHaveCount(1)
  await expect(page.getByRole('article').filter({ hasText: 'Bos in' })).toHaveCount(1)
  const dates = await host.client.call(upcomingPlaydates)
  expect(dates.map(({ series, minimumFathers }) => [series?.every, minimumFathers])).toEqual(Array(3).fill(['week', 3]))

  await page.goto(`/playdates?open=${dates[0]?.id}`)
  const sheet = page.getByRole('dialog', { name: 'Bos in' })
  await expect(sheet).toContainText('Gaat door vanaf 3 papa’s: nog 2')
  await sheet.getByRole('button', { name: /^Meer/ }).click()
  await sheet.getByRole('button', { name: 'Pauze' }).click()
  const pause = page.getByRole('dialog', { name: 'Pauze' })
  const day = (dates[1]?.startTime ?? '').slice(0, 10)
  await pause.getByLabel('Van', { exact: true }).fill(day)
  await pause.getByLabel('Tot en met').fill(day)
  await pause.getByRole('button', { name: 'Op deze dagen pauzeren' }).click()
  await expect(pause.getByRole('button', { name: 'Pauze stoppen' })).toBeVisible()
  await expectNothing(page, 'the pauses')
  await page.goBack()
  await expect(pause).toBeHidden()
  await expect(sheet).toBeVisible()

  await sheet.getByRole('button', { name: 'Kies' }).click()
  await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
  await page.getByRole('radio', { name: 'Alle die nog komen' }).check()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(await host.client.call(upcomingPlaydates)).toEqual([])
})

test('a regular takes a standing place, confirms a date with one tap, and the creator moves only that date', async ({
  page,
  product,
  father: guest,
  anotherBrowser,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const { id } = await newPlaydate(host, { title: 'Zandkastelen', ...soon, repeats: { every: 'week' } })
  await signIn(page, guest)
  await page.goto(`/playdates?open=${id}`)
  const sheet = page.getByRole('dialog', { name: 'Zandkastelen' })
  await sheet.getByRole('button', { name: /^Meer/ }).click()
  await sheet.getByRole('button', { name: 'Ik ben er meestal' }).click()
  await expect(sheet.getByRole('button', { name: 'Mijn vaste plek opgeven' })).toBeVisible()
  await expectNothing(page, 'the sheet of a series')
  await expect
    .poll(async () => (await guest.client.call(upcomingPlaydates)).map(one => one.myStatus))
    .toEqual(Array(3).fill('joined'))

  const desktop = await anotherBrowser({ as: host, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await desktop.goto(`/edit-playdate/${id}`)
  await desktop.getByLabel('Van', { exact: true }).fill(anHourLater)
  await desktop.getByRole('button', { name: 'Opslaan' }).click()
  await expect(desktop.getByRole('radio', { name: 'Alleen deze' })).toBeChecked()
  await expectNothing(desktop, 'the question which dates')
  await desktop.getByRole('alertdialog').getByRole('button', { name: 'Opslaan' }).click()
  await expect(desktop.getByRole('article').filter({ hasText: 'Zandkastelen' })).toContainText(anHourLater)

  await page.goto('/playdates')
  await page.getByRole('button', { name: 'Ik kom: Zandkastelen' }).click()
  await expect(page.getByRole('button', { name: 'Ik kom: Zandkastelen' })).toBeHidden()
  expect((await guest.client.call(onePlaydate, { params: { id } })).confirmation).toBe('confirmed')
})

test('the screens of a series fit the narrowest phone in every language', async ({
  product,
  father: guest,
  anotherBrowser,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const { id, series } = await newPlaydate(host, { ...soon, minimumFathers: 4, repeats: { every: 'twoWeeks' } })
  await guest.client.call(takeStanding, { params: { id: series?.id ?? 0 }, body: {} })
  for (const father of [guest, host]) {
    const narrow = await anotherBrowser({
      as: father,
      viewport: { width: 320, height: 700 },
      reducedMotion: 'reduce',
    })
    for (const language of languagesNow) {
      for (const path of [`/playdates?open=${id}`, '/create']) {
        await narrow.goto(path)
        await narrow.evaluate(code => localStorage.setItem('language', code), language)
        await narrow.goto(path)
        if (path === '/create') {
          await unfoldForm(narrow)
          await narrow.getByRole('radio').nth(2).check()
        } else await expect(narrow.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible()
        await expect(narrow.getByRole('status').filter({ hasText: '…' })).toHaveCount(0)
        const { overflowing } = await contentsOf(narrow)
        expect
          .soft(overflowing, `${path} in ${language} for ${father.client === host.client ? 'the host' : 'a guest'}`)
          .toEqual([])
      }
    }
  }
})
