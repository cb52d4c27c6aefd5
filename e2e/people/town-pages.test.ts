import { makeInvite } from '@papadag/contract/invites'
import type { Page } from '@playwright/test'
import { newPlaydate } from '../../tools/father.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const widthOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('a visitor looks around a town before he has an account, from the login screen', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Kijk eerst even rond' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wat kun je bij jou in de buurt?' })).toBeVisible()
  await expectNothing(page, 'look around')
  await page.getByLabel('Woonplaats').fill('Amsterdam')
  await page.getByRole('button', { name: 'Kijk rond' }).click()
  await expect(page).toHaveURL(/\/kijk\/amsterdam$/)
  await expect(page.getByRole('img', { name: /Tekening van waar de plekken liggen/ })).toBeVisible()
  await expect(page.getByText('Het Woeste Westen')).toBeVisible()
  await expectNothing(page, 'Amsterdam')
  await page.getByRole('link', { name: 'Maak een account' }).click()
  await expect(page).toHaveURL(/\/auth\?tab=register$/)
})

test('a town’s page fits 320 px, and needs no script', async ({ anotherBrowser }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  for (const path of ['/kijk', '/kijk/amsterdam', '/kijk/zwolle', '/kijk/nergens']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByLabel('Woonplaats')).toBeVisible()
  }
})

test('nothing on a town’s page reaches beyond a narrow screen in any language', async ({ anotherBrowser }) => {
  const page = await anotherBrowser({ viewport: { width: 320, height: 640 } })
  for (const language of languagesNow) {
    await page.goto(`/kijk/amsterdam?language=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    expect.soft(await widthOf(page), language).toBe(0)
    await expectNothingInWords(page, language)
  }
})

test('an invitation leads to the town’s page too', async ({ page, father }) => {
  const { id } = await newPlaydate(father)
  const { token } = await father.client.call(makeInvite, { params: { id }, body: {} })
  await page.goto(`/i/${token}`)
  await page.getByRole('link', { name: 'Kijk rond in je eigen buurt' }).click()
  await expect(page).toHaveURL(/\/kijk$/)
})
