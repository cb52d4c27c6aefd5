import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { circles } from '@papadag/contract/circles'
import * as z from 'zod/mini'
import { makeCodes } from '../../packages/server/src/app/commands/make-codes.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { newFather } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { resize } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off' })

/** Letters for a crèche: their codes, and the file to print. */
async function letters({ dataDir, url }: Product, folder: string) {
  const { facts } = await makeCodes(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: url }), {
    ...{ name: 'Crèche De Zwaan', count: 2, path: join(folder, 'letters.html') },
  })
  return z.object({ codes: z.array(z.string()), file: z.string() }).parse(facts)
}

test('a father with a letter from the crèche registers and is in its circle, and another enters it with his own', async ({
  page,
  product,
  anotherBrowser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'letters-'))
  const { codes } = await letters(product, folder).finally(() => rm(folder, { recursive: true }))
  await resize(page, { width: 390, height: 844 })
  await page.goto(`/circles?code=${codes[0]}`)
  await page.getByRole('tab', { name: 'Registreren' }).click()
  for (const [label, value] of [
    ['Voornaam', 'Noor'],
    ['Achternaam', 'Bakker'],
    ['Gebruikersnaam', 'noor'],
    ['E-mail', 'noor@papadag.test'],
    ['Wachtwoord', 'zandkasteel'],
    ['Nog een keer', 'zandkasteel'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Account maken' }).click()
  await page.getByRole('button', { name: 'Naar binnen' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Crèche De Zwaan' })).toBeVisible()

  const other = await newFather(product.url, 'Otto')
  const his = await anotherBrowser({ as: other })
  await his.goto(`/circles?code=${codes[0]}`)
  await his.getByRole('button', { name: 'Naar binnen' }).click()
  await expect(his.getByText('Je bent niet in de kring')).toBeVisible()
  await his.getByRole('textbox', { name: 'Code' }).fill((codes[1] ?? '').toLowerCase())
  await his.getByRole('button', { name: 'Naar binnen' }).click()
  await expect(his.getByRole('heading', { level: 1, name: 'Crèche De Zwaan' })).toBeVisible()
  expect((await other.client.call(circles))[0]?.members).toHaveLength(2)
})
