import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../../platform/config.ts'
import { sql } from '../../platform/db/db.ts'
import { postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { makeCodes } from './make-codes.ts'
import { withDatabase } from './with-database.ts'

async function setting(also: Record<string, string> = { PUBLIC_URL: 'https://papadag.nl' }) {
  const folder = emptyFolder()
  const config = readConfig({
    DATA_DIR: folder,
    ...(postgresUrl ? { DATABASE_URL: await testDatabaseUrl() } : {}),
    ...also,
  })
  const path = join(folder, 'letters.html')
  const make = (name = 'Crèche De Zwaan', count = 3, to = path) => makeCodes(config, { name, count, path: to })
  const counted = (from: ReturnType<typeof sql>) => withDatabase(config, async open => (await open()).count(from))
  return { path, make, counted }
}

test('an operator makes codes, reads them once, and has a letter for each that only he can read', async () => {
  const { path, make, counted } = await setting()
  const { text, facts } = await make()
  const { codes } = z.object({ codes: z.array(z.string()) }).parse(facts)
  expect(codes).toHaveLength(3)
  for (const code of codes) {
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(text).toContain(`${code.slice(0, 4)} ${code.slice(4)}`)
  }
  const letters = await readFile(path, 'utf8')
  expect(letters.match(/<article>/g)).toHaveLength(3)
  for (const code of codes) expect(letters).toContain(`papadag.nl/circles?code=${code}`)
  expect(letters).not.toContain('Zwaan')
  expect((await stat(path)).mode & 0o077).toBe(0)
  expect(await counted(sql`from organisation_codes where used_at is null`)).toBe(3)
})

test.each([
  ['', {}, 'name of a circle'],
  [' \u200b ', {}, 'name of a circle'],
  ['De Zwaan\u0007', {}, 'name of a circle'],
  ['a'.repeat(61), {}, 'name of a circle'],
  ['a'.repeat(10_000), {}, 'name of a circle'],
  ['De Zwaan', { PUBLIC_URL: '' }, 'PUBLIC_URL'],
])('no codes are made for %j with %j', async (name, env, reason) => {
  const { make, counted } = await setting({ PUBLIC_URL: 'https://papadag.nl', ...env })
  await expect(make(name)).rejects.toThrow(reason)
  expect(await counted(sql`from organisations`)).toBe(0)
})

test('a letter file that cannot be written leaves no codes', async () => {
  const { make, counted } = await setting()
  await expect(make('De Zwaan', 2, '/nowhere/letters.html')).rejects.toThrow('There is no folder')
  expect(await counted(sql`from organisation_codes`)).toBe(0)
})
