import { hashSync } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'

test('a password opens what it closed, another one does not, and nobody has one', async () => {
  const stored = await hashPassword('Vrijdag is papadag 🚲')
  expect(await verifyPassword(stored, 'Vrijdag is papadag 🚲')).toBe(true)
  expect(await verifyPassword(stored, 'Vrijdag is papadag')).toBe(false)
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
})

test('a hash is argon2id as safe as today asks for, and an older one is made anew', async () => {
  const stored = await hashPassword('geheim')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(needsRehash(stored)).toBe(false)
  const older = hashSync('geheim', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  expect(needsRehash(older)).toBe(true)
  expect(await verifyPassword(older, 'geheim')).toBe(true)
})

test('many at once are all answered, each with its own hash', async () => {
  const hashes = await Promise.all(Array.from({ length: 8 }, () => hashPassword('samen')))
  expect(new Set(hashes).size).toBe(8)
  expect(await Promise.all(hashes.map(stored => verifyPassword(stored, 'samen')))).toEqual(Array(8).fill(true))
})
