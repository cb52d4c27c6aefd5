import { type Language, languages } from '@papadag/contract/limits'
import { pagePaths } from '@papadag/contract/pages'
import type { Page } from '@playwright/test'
import { newPlaydate } from './support/father.ts'
import { look } from './support/look.ts'
import { expect, test } from './support/test.ts'
import { foreignTexts } from './support/texts.ts'

const widths = [320, 390, 768, 1280]
const forVisitors = ['/auth', '/auth?tab=register', '/test-create', '/simple-test', '/not-there']

for (const language of languages) {
  test(`every screen is complete and fits in ${language} on every width`, async ({
    product,
    father,
    anotherBrowser,
  }) => {
    const { id } = await newPlaydate(father)
    const forMembers = Object.values(pagePaths)
      .filter(path => path !== '/auth')
      .map(path => path.replace(/:id\??/, String(id)))

    const member = await anotherBrowser({ as: father, storageState: speaking(language, product.url) })
    for (const path of [...forMembers, `/playdates?open=${id}`]) await expectWhole(member, path, language)
    const visitor = await anotherBrowser({ storageState: speaking(language, product.url) })
    for (const path of forVisitors) await expectWhole(visitor, path, language)
  })
}

async function expectWhole(page: Page, path: string, language: Language) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0)
  const foreign = foreignTexts(language)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    const { lang, title, headings, texts, overflowing } = await look(page)
    const where = `${path} at ${width} px`
    expect.soft(overflowing, where).toEqual([])
    expect.soft(headings, where).toHaveLength(1)
    expect
      .soft(
        texts.filter(text => foreign.has(text)),
        where,
      )
      .toEqual([])
    expect.soft(lang, where).toBe(language)
    expect.soft(title, where).toMatch(/^.+ · Papadag$/)
  }
}

function speaking(language: Language, origin: string) {
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'language', value: language }] }] }
}
