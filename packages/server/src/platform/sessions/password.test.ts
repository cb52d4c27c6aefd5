import { setImmediate as nextRound } from 'node:timers/promises'
import { hashSync } from '@node-rs/argon2'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'

test('a password fits only its own hash, and never a missing one', async () => {
  const stored = await hashPassword('Vrijdag is papadag 🚲')
  expect(await verifyPassword(stored, 'Vrijdag is papadag 🚲')).toBe(true)
  expect(await verifyPassword(stored, 'Vrijdag is papadag')).toBe(false)
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
})

test('hashes are argon2id with current parameters, and older ones are renewed', async () => {
  const stored = await hashPassword('geheim')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(needsRehash(stored)).toBe(false)
  const older = hashSync('geheim', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  expect(needsRehash(older)).toBe(true)
  expect(await verifyPassword(older, 'geheim')).toBe(true)
})

test('many concurrent hashes are all computed, each for its own password', async () => {
  const hashes = await Promise.all(Array.from({ length: 8 }, () => hashPassword('samen')))
  expect(new Set(hashes).size).toBe(8)
  expect(await Promise.all(hashes.map(stored => verifyPassword(stored, 'samen')))).toEqual(Array(8).fill(true))
})

test('an address can queue only so many passwords, and other addresses are served in between', async () => {
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
  // Ten wait while one or two run, depending on the cores.
  expect([288, 289]).toContain(refused.length)
  for (const problem of refused) expect(problem).toMatchObject({ code: 'request.tooOften', detail: { retryAfterS: 2 } })
})

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 2],
])('on a machine with %i cores, hashing takes at most %i', async (cores, most) => {
  let running = 0
  let mostRunning = 0
  vi.resetModules()
  vi.doMock('node:os', () => ({ availableParallelism: () => cores }))
  vi.doMock('@node-rs/argon2', () => ({
    async hash() {
      running += 1
      mostRunning = Math.max(mostRunning, running)
      await nextRound()
      running -= 1
    },
  }))
  onTestFinished(() => {
    vi.doUnmock('node:os')
    vi.doUnmock('@node-rs/argon2')
    vi.resetModules()
  })
  const { hashPassword: hashOnThese } = await import('./password.ts')
  await Promise.all(Array.from({ length: 8 }, (_, n) => hashOnThese('samen', `192.0.2.${n}`)))
  expect(mostRunning).toBe(most)
})

test('a hash waits ten seconds for its turn, and is then refused for the moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  vi.doMock('@node-rs/argon2', () => ({ hash: () => new Promise(() => {}) }))
  onTestFinished(() => {
    vi.doUnmock('@node-rs/argon2')
    vi.resetModules()
    vi.useRealTimers()
  })
  const { hashPassword: hashOnThese } = await import('./password.ts')
  const refused: unknown[] = []
  for (let n = 0; n < 3; n += 1)
    void hashOnThese('samen', `192.0.2.${n}`).catch(({ code, detail }) => refused.push([code, detail.retryAfterS]))
  await vi.advanceTimersByTimeAsync(9999)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toEqual(['server.unavailable', 5])
})

const [composed, decomposed] = ['Zoë’s café', 'Zoë’s café'].map((text, at) => text.normalize(at === 0 ? 'NFC' : 'NFD'))
const mixed = `${composed?.slice(0, 4)}${decomposed?.slice(5)}`

test.each([
  ['composed', composed],
  ['decomposed', decomposed],
  ['partly decomposed', mixed],
])('a password that was typed %s fits however it is typed next time', async (_, typed = '') => {
  const stored = await hashPassword(typed)
  // As it was stored before passwords were composed.
  const older = hashSync(typed, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  for (const next of [composed, decomposed, typed]) {
    expect(await verifyPassword(stored, next ?? '')).toBe(true)
    expect(await verifyPassword(older, next ?? '')).toBe(next === typed || typed !== mixed)
    expect(await verifyPassword(stored, `${next} `)).toBe(false)
  }
  expect(await verifyPassword(stored, 'Zoes cafe')).toBe(false)
})
