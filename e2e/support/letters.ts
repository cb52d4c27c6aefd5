import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { makeCodes } from '../../packages/server/src/app/commands/make-codes.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { unique } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'

/** Codes of a crèche, as its letters have them. */
export async function letters({ dataDir, url }: Product, name: string, count = 2): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'letters-'))
  try {
    const { facts } = await makeCodes(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: url }), {
      ...{ name, count, path: join(folder, 'letters.html') },
    })
    return z.object({ codes: z.array(z.string()) }).parse(facts).codes
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Fills in who he is; returns his name. */
export async function fillInAccount(page: Page, { password }: { password: string | undefined }): Promise<string> {
  const name = unique('Noor')
  await page.getByLabel('Voornaam').fill(name)
  await page.getByLabel('Achternaam').fill('Bakker')
  await page.getByLabel('Gebruikersnaam').fill(name.toLowerCase())
  await page.getByLabel('E-mail').fill(`${name}@papadag.test`)
  if (password === undefined) return name
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByLabel('Nog een keer').fill(password)
  return name
}
