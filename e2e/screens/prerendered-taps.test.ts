import { editProfile } from '@papadag/contract/users/users'
import { type Father, newFather, signIn } from '../../tools/father.ts'
import { expect, test } from '../support/test.ts'
import { openWithoutCode } from './without-code.ts'

// What a father does with a screen that is drawn into the page counts once its code is there.

let father: Father
test.beforeEach(async ({ page, product }) => {
  father = await newFather(product.url, 'Reinier')
  await signIn(page, father)
})

test('prerendered screens keep a tap that leads to the list, and one on a tab there', async ({ page }) => {
  const showCode = await openWithoutCode(page, '/')
  await page.getByRole('link', { name: 'Alles bekijken' }).click()
  const title = page.getByRole('heading', { level: 1, name: 'Speelafspraken' })
  await expect(title).toBeFocused()
  await expect(page).toHaveURL(/\/playdates$/)
  await page.getByRole('tab', { name: 'Geweest' }).click()
  await showCode()
  await expect(page.getByRole('tab', { name: 'Geweest' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Reinier')
})

test('prerendered screens keep a tap on any link, and the last one counts', async ({ page }) => {
  const showCode = await openWithoutCode(page, '/')
  await page.getByRole('link', { name: 'Nieuwe speelafspraak' }).click()
  await page.getByRole('link', { name: 'Restaurants' }).click()
  await showCode()
  await expect(page.getByRole('heading', { level: 1, name: 'Plekken' })).toBeFocused()
  await expect(page).toHaveURL(/\/places\?type=restaurant$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Reinier')
})

test('prerendered screens cope with a second tap on the same link, one on the current screen, and Back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const showCode = await openWithoutCode(page, '/')
  const bar = page.getByRole('navigation', { name: 'Snelmenu' })
  const before = await page.evaluate(() => history.length)
  await bar.getByRole('link', { name: 'Home' }).click()
  expect(await page.evaluate(() => history.length)).toBe(before)
  await bar.getByRole('link', { name: 'Afspraken' }).click()
  await bar.getByRole('link', { name: 'Afspraken' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Speelafspraken' })).toBeVisible()
  // The page itself is still loading.
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Alles bekijken' })).toBeVisible()
  await showCode()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Reinier')
})

test('prerendered screens leave the focus on the heading of the list that a tap has opened', async ({ page }) => {
  const showCode = await openWithoutCode(page, '/')
  await page.getByRole('link', { name: 'Alles bekijken' }).click()
  const title = page.getByRole('heading', { level: 1, name: 'Speelafspraken' })
  await expect(title).toBeFocused()
  await showCode()
  await expect(title).toBeFocused()
})

test('prerendered screens hand over the focus and how far they were scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const showCode = await openWithoutCode(page, '/')
  await page.getByRole('link', { name: 'Alles bekijken' }).focus()
  await page.evaluate(() => scrollTo(0, 150))
  await showCode()
  await expect(page.getByRole('link', { name: 'Alles bekijken' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(150)
})

test('prerendered screens keep a tap on a filter whose words depend on the father', async ({ page }) => {
  await father.client.call(editProfile, { body: { childrenInfo: [{ name: 'Mees', age: 4 }] } })
  const showCode = await openWithoutCode(page, '/playdates')
  await page.getByRole('button', { name: 'Nog plek' }).click()
  await showCode()
  await expect(page.getByRole('button', { name: 'Plek voor 2' })).toHaveAttribute('aria-pressed', 'true')
})

test('prerendered screens keep a tap on a tab whatever filters are remembered', async ({ page }) => {
  await page.goto('/playdates')
  await page.getByRole('button', { name: 'Vandaag' }).click()
  await expect(page).toHaveURL(/day=today/)
  const showCode = await openWithoutCode(page, '/playdates')
  await page.getByRole('tab', { name: 'Geweest' }).click()
  await showCode()
  await expect(page.getByRole('tab', { name: 'Geweest' })).toHaveAttribute('aria-selected', 'true')
})

test('prerendered screens keep a tap on a button', async ({ page }) => {
  const showCode = await openWithoutCode(page, '/')
  await page.getByRole('button', { name: 'Meer info' }).click()
  await showCode()
  await expect(page.getByRole('dialog', { name: 'Papaweekend in het park' })).toBeVisible()
})
