import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { readConfig } from '../config.ts'

test('a secret can be read from a file, without the line break at its end', () => {
  const secret = 'a secret that is long enough for every session'
  expect(readConfig({ SESSION_SECRET_FILE: fileWith(`${secret}\n`) }).sessionSecret).toBe(secret)
  const url = 'postgres://papadag:geheim@db/papadag'
  expect(readConfig({ DATABASE_URL_FILE: fileWith(url) }).databaseUrl).toBe(url)
})

test('a file that is missing or empty, and a secret named twice, stop the start with a sentence', () => {
  expect(() => readConfig({ SESSION_SECRET_FILE: '/nowhere/at-all' })).toThrow(/^SESSION_SECRET_FILE must be/)
  expect(() => readConfig({ REDIS_URL_FILE: fileWith('\n') })).toThrow(/^REDIS_URL_FILE must be/)
  const both = { DATABASE_URL: 'postgres://db/papadag', DATABASE_URL_FILE: fileWith('postgres://db/papadag') }
  expect(() => readConfig(both)).toThrow(/^DATABASE_URL_FILE must be left out/)
})

function fileWith(text: string): string {
  const folder = emptyFolder()
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  return file
}
