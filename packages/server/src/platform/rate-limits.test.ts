import { expect, test } from 'vitest'
import { createRateLimiter, hour, minute, type RateLimit } from './rate-limits.ts'

const limit: RateLimit = {
  name: 'calls',
  windows: [
    { times: 10, seconds: minute },
    { times: 2, seconds: hour },
  ],
}

test('every window of a limit counts, for each key separately', async () => {
  const limiter = createRateLimiter('on')
  for (const key of [1, 1, 2]) await limiter.consume(limit, key)
  await expect(limiter.consume(limit, 1)).rejects.toMatchObject({ code: 'request.tooOften' })
  await limiter.consume(limit, 2)
})

test('a call that is reverted can be made again', async () => {
  const limiter = createRateLimiter('on')
  for (let call = 0; call < 5; call += 1) {
    await limiter.consume(limit, 1)
    await limiter.giveBack(limit, 1)
  }
})

test('a network may make as many calls as ten addresses, an IPv4 address has no network, and the operator has no limit', async () => {
  const limiter = createRateLimiter('on')
  const from = (at: number) => ({ address: `2001:db8:1:${at}`, network: '2001:db8:1', isLocal: false })
  for (let at = 0; at < 20; at += 1) await limiter.consume(limit, from(at))
  await limiter.giveBack(limit, from(0))
  await limiter.consume(limit, from(20))
  await expect(limiter.consume(limit, from(21))).rejects.toMatchObject({ code: 'request.tooOften' })
  const alone = { address: '192.0.2.7', network: '192.0.2.7', isLocal: false }
  for (let call = 0; call < 2; call += 1) await limiter.consume(limit, alone)
  await expect(limiter.consume(limit, alone)).rejects.toMatchObject({ code: 'request.tooOften' })
  for (let call = 0; call < 9; call += 1) await limiter.consume(limit, { ...alone, isLocal: true })
})
