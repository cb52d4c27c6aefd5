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

test('of one address only so many wait, and another one is let in between them', async () => {
  const stored = await hashPassword('geheim')
  const done: string[] = []
  const flood = Array.from({ length: 300 }, () =>
    verifyPassword(stored, 'verkeerd', '192.0.2.1').then(() => void done.push('flood')),
  )
  const honest = verifyPassword(stored, 'geheim', '192.0.2.2').then(isRight => {
    done.push('honest')
    return isRight
  })
  const outcomes = await Promise.allSettled(flood)
  expect(await honest).toBe(true)
  expect(done.indexOf('honest')).toBeLessThanOrEqual(4)
  const refused = outcomes.filter(outcome => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toHaveLength(288)
  for (const problem of refused) expect(problem).toMatchObject({ code: 'request.tooOften', detail: { retryAfterS: 2 } })
})
