import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addPlayground } from '@papadag/contract/places/places'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { newFather, signIn, unique } from '../../tools/father.ts'
import { resize, unfoldForm } from '../../tools/screens.ts'
import { operatorCommand } from '../../tools/server-command.mjs'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

const run = promisify(execFile)
const toggles = {
  nl: 'Inloop: wie wil, komt langs',
  en: 'Drop-in: whoever likes comes along',
  de: 'Offener Treff: Wer mag, kommt vorbei',
  fr: 'Rencontre libre : vient qui veut',
  es: 'Encuentro abierto: viene quien quiera',
}

test('an organisation holds an open hour every week, and a father says that he is usually there', async ({
  page,
  father: library,
  product,
  anotherBrowser,
}) => {
  await run(process.execPath, [...operatorCommand, 'operator', 'host', library.user.username], {
    env: { ...process.env, DATA_DIR: product.dataDir },
  })
  const title = unique('Koffie')
  const place = await library.client.call(addPlayground, {
    body: { name: unique('Bieb'), latitude: 51.61, longitude: 5.21 },
  })
  const address = new URLSearchParams({ title, location: place.name, place: String(place.id) })
  await signIn(page, library)
  await page.goto(`/create?${address}`)
  await unfoldForm(page)
  await page.getByRole('button', { name: 'Inloop: wie wil, komt langs' }).click()
  await expect(page.getByLabel('Met hoeveel maximaal?')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Elke week' }).click()
  await expectNothing(page, 'the form of an open hour')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(page).toHaveURL(/\/playdates/)

  const dates = (await library.client.call(upcomingPlaydates)).filter(each => each.title === title)
  expect(dates.map(({ kind }) => kind)).toEqual(['open', 'open', 'open'])
  const series = { id: dates[0]?.series?.id ?? 0 }
  for (const name of ['Thijs', 'Kees']) {
    const regular = await newFather(product.url, name)
    await regular.client.call(takeStanding, { params: series, body: {} })
  }

  const visitor = await newFather(product.url, 'Jeroen')
  const other = await anotherBrowser({ as: visitor })
  await resize(other, { width: 320, height: 700 })
  await other.goto('/playdates')
  const card = other.getByRole('article').filter({ hasText: title }).first()
  await expect(card).toContainText('Inloop')
  await expect(card).not.toContainText('/ 50')
  await card.getByRole('link', { name: title }).click()
  const sheet = other.getByRole('dialog')
  await expect(sheet).toContainText('Aanmelden hoeft niet: kom gewoon langs.')
  await expect(sheet).toContainText(`Van ${library.user.firstName} ${library.user.lastName}`)
  await expect(sheet).not.toContainText('meestal.')
  await sheet.getByRole('button', { name: 'Ik ben er meestal' }).press('Enter')
  await expect(sheet.getByRole('button', { name: 'Toch niet meestal' })).toBeVisible()
  await expect(sheet).toContainText('3 papa’s zijn er meestal.')
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectNothing(other, 'the sheet of an open hour')
  // The names of those who are usually there are on no screen.
  await expect(sheet).not.toContainText('Thijs')
  // Back closes the sheet, and the card says it too.
  await other.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(card).toContainText('3 papa’s zijn er meestal')
})

test('an open hour fits a small phone in every language', async ({ father, product, anotherBrowser }) => {
  const place = await father.client.call(addPlayground, {
    body: { name: unique('Bieb'), latitude: 51.61, longitude: 5.21 },
  })
  const address = new URLSearchParams({ title: unique('Koffie'), location: place.name, place: String(place.id) })
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
    await page.goto(`/create?${address}`)
    await unfoldForm(page)
    await page.getByRole('button', { name: toggles[language] }).click()
    const { overflowing } = await contentsOf(page)
    expect(overflowing, language).toEqual([])
    await expectNothingInWords(page, `the form of an open hour in ${language}`)
  }
})
