import { readFile } from 'node:fs/promises'
import { settings } from '@papadag/contract/users/users'
import { newPlaydate, signIn } from '../../tools/father.ts'
import { toasts } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

test('a father saves his data as a file, even when he is about to delete his account', async ({ page, father }) => {
  const { title } = await newPlaydate(father)
  await signIn(page, father)
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Instellingen' }).click()
  await page.getByRole('link', { name: /^Account/ }).click()
  const first = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Mijn gegevens downloaden' }).click()
  const file = await first
  expect(file.suggestedFilename()).toMatch(/^papadag-export-\d{4}-\d{2}-\d{2}\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    account: { username: father.user.username },
    playdates: [{ title }],
  })
  await expect(toasts(page)).toContainText('Je gegevens zijn opgeslagen')

  await page.getByRole('button', { name: 'Account verwijderen' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('hij kan het onder ‘Verwijderd account’ lezen zolang chats bewaard worden')
  const second = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Mijn gegevens downloaden' }).click()
  expect((await second).suggestedFilename()).toMatch(/^papadag-export-/)
  await expect(question.getByRole('button', { name: 'Annuleren' })).toBeEnabled()
})

test('a language chosen in the header or in the settings is stored on the server too', async ({ page, father }) => {
  const kept = async () => (await father.client.call(settings)).language
  await signIn(page, father)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Taal: Nederlands' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect.poll(kept).toBe('de')

  await page.getByRole('tab', { name: 'Einstellungen' }).click()
  await page.getByRole('link', { name: /^Konto/ }).click()
  await page.getByRole('main').getByRole('radio', { name: 'Español' }).click()
  await expect.poll(kept).toBe('es')
})
