import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { type Father, newFather, signIn } from '../tools/father.ts'
import { toasts } from '../tools/screens.ts'
import { expect, test } from './support/test.ts'

test('/test-create shows a visitor that every call answers 401, and creates nothing', async ({ page, product }) => {
  const witness = await newFather(product.url)
  const before = (await playdatesOf(witness)).length
  await page.goto('/test-create')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('main').getByRole('button').click()
  const result = page.getByRole('log')
  await expect(result).toContainText(/XMLHttpRequest POST \/api\/playdates\s+401/)
  await expect(result).toContainText(/fetch POST \/api\/playdates\s+401/)
  await expect(result).toContainText(/fetch GET \/api\/user\s+401/)
  expect(await playdatesOf(witness)).toHaveLength(before)
})

test('/test-create makes one playdate for a member, at the first attempt', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/test-create')
  await page.getByRole('main').getByRole('button').click()
  const result = page.getByRole('log')
  await expect(result).toContainText(/fetch GET \/api\/user\s+200/)
  await expect(result).toContainText(/XMLHttpRequest POST \/api\/playdates\s+201/)
  await expect(result).not.toContainText('fetch POST')
  expect((await playdatesOf(father)).filter(isMine)).toHaveLength(1)
})

test('/simple-test shows a visitor why nothing was created', async ({ page }) => {
  await page.goto('/simple-test')
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByRole('log')).toContainText('401')
  await expect(toasts(page)).toContainText('Log eerst in.')
  await expect(page).toHaveURL('/simple-test')
})

test('/simple-test makes a playdate for a member and shows it in the list', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/simple-test')
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByRole('log')).toContainText('201')
  await expect(toasts(page)).toContainText('Speelafspraak gemaakt')
  await expect(page).toHaveURL('/playdates')
  const [made] = (await playdatesOf(father)).filter(isMine)
  await expect(page.getByRole('article').filter({ hasText: 'Jouw afspraak' })).toContainText(made?.title ?? 'nothing')
})

function playdatesOf({ client }: Father) {
  return client.call(upcomingPlaydates)
}

function isMine({ myStatus }: { myStatus: string }) {
  return myStatus === 'creator'
}
