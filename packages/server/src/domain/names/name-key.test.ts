import { logIn, register } from '@papadag/contract/auth'
import { expect, test } from 'vitest'
import { codes } from '../../testing/client.ts'
import { password, world } from '../../testing/world.ts'
import { erasedName } from '../account.ts'
import { nameKey } from './name-key.ts'

const spellings = [
  ['Dirk', 'DIRK', 'dİrk', 'dırk', 'ｄｉｒｋ', 'di\u200brk', 'd\u00adirk'],
  ['Strauß', 'STRAUSS', 'strau\u017f\u017f', 'STRAUẞ'],
  ['José', 'JOSE\u0301', 'jose\u0301'],
  ['Οδοσ', 'οδος', 'ΟΔΟΣ'],
] as const

test.each(spellings.map(all => [all[0], all]))('%s has the same key however it is written', (_name, all) => {
  expect(new Set(all.map(nameKey)).size).toBe(1)
})

test('different names have different keys', () => {
  const names = ['jose', 'josé', 'jos', 'ose', 'j ose', 'strass', 'strauß']
  expect(new Set(names.map(nameKey)).size).toBe(names.length)
})

test('the keys of plain names equal those that the migration wrote', () => {
  const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => at + 32))
  expect(nameKey(ascii)).toBe(ascii.toLowerCase())
})

const body = (username: string, email: string) => ({
  username,
  email,
  password,
  firstName: 'Dirk',
  lastName: 'de Tester',
})

test('once a name or address is taken, every spelling of it is taken', async () => {
  const { visitor } = await world()
  await visitor.call(register, { body: body('Dirk', 'dirk@papadag.test') })
  const taken = await Promise.allSettled([
    ...spellings[0].map((name, at) => visitor.call(register, { body: body(name, `${at}@papadag.test`) })),
    visitor.call(register, { body: body('iemand', 'dİrk@papadag.test') }),
  ])
  expect(codes(taken)).toEqual([...spellings[0].map(() => 'auth.usernameTaken'), 'auth.emailTaken'])
})

test('a father can log in with every spelling of his name, and all share one delay after failures', async () => {
  const { visitor } = await world({ env: { RATE_LIMIT: 'on' } })
  await visitor.call(register, { body: body('dirk', 'dirk@papadag.test') })
  expect(await visitor.call(logIn, { body: { username: 'dİrk', password } })).toMatchObject({ username: 'dirk' })

  const tries = Array.from({ length: 11 }, (_, at) => ({ username: ['dirk', 'dİrk', 'DIRK'][at % 3] ?? '' }))
  const refused = await Promise.allSettled(
    tries.map(({ username }) => visitor.call(logIn, { body: { username, password: 'verkeerd' } })),
  )
  expect(codes(refused).filter(code => code === 'request.tooOften')).toHaveLength(1)
})

test('the ledger of erased names recognises every spelling', () => {
  expect(erasedName('secret', 'dİrk')).toBe(erasedName('secret', 'DIRK'))
})
