import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { newFather, signIn } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { operatorCommand } from '../../tools/server-command.mjs'
import { expectNothing } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const run = promisify(execFile)

test('an operator named by command sees the state of the installation, and for others the page does not exist', async ({
  page,
  product,
  anotherBrowser,
}) => {
  const [operator, member] = [await newFather(product.url, 'Thijs'), await newFather(product.url, 'Kwame')]
  const command = (...args: string[]) =>
    run(process.execPath, [...operatorCommand, 'operator', ...args], {
      env: { ...process.env, DATA_DIR: product.dataDir },
    })
  await command('add', operator.user.username)
  await signIn(page, operator)

  await test.step('his menu contains it, reachable by keyboard', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Profielmenu/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Beheer' }).press('Enter')
    await expect(page).toHaveURL(/\/beheer$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Beheer' })).toBeFocused()
  })

  await test.step('findings that need action come first', async () => {
    await expect(page.getByRole('status').getByText(/vraagt een blik|vragen een blik/)).toBeVisible()
    await expect(page.getByText('BACKUP_DIR is niet ingesteld: niemand maakt er een')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'In orde' })).toBeVisible()
    await expect(page.getByText('Laatste back-up')).toBeVisible()
    await expect(page.getByText('Zag dezelfde papa binnen 14 dagen weer')).toBeVisible()
    await expectNothing(page, 'operations')
  })

  await test.step('it fits a phone, and is in the menu', async () => {
    await resize(page, { width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Menu openen' }).click()
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Beheer' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.keyboard.press('Escape')
    await expectNothing(page, 'operations on a phone')
  })

  await test.step('when it fails to refresh, the previous state stays', async () => {
    await page.route('**/api/operations', route => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('button', { name: 'Kijk opnieuw' }).click()
    await expect(page.getByRole('alert')).toContainText('kon niet worden geladen')
    await expect(page.getByRole('heading', { name: 'In orde' })).toBeVisible()
    await page.unroute('**/api/operations')
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('a member finds nothing there', async () => {
    const other = await anotherBrowser({ as: member })
    await other.goto('/beheer')
    await expect(other.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
    expect((await other.request.get('/api/operations')).status()).toBe(404)
  })

  await test.step('once the role is removed, the page no longer exists', async () => {
    await command('remove', operator.user.username)
    await page.getByRole('button', { name: 'Kijk opnieuw' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
  })
})
