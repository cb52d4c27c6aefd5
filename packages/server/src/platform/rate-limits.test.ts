import { expect, test } from 'vitest'
import { consumeOf, createRateLimiter, giveBackOf, hour, minute, type RateLimit } from './rate-limits.ts'

const limit: RateLimit = {
  name: 'calls',
  windows: [
    { times: 10, seconds: minute },
    { times: 2, seconds: hour },
  ],
}

test('every window of a limit counts, each key for itself', async () => {
  const limiter = createRateLimiter('on')
  for (const key of ['a', 'a', 'b']) await limiter.consume(limit, key)
  await expect(limiter.consume(limit, 'a')).rejects.toMatchObject({ code: 'request.tooOften' })
  await limiter.consume(limit, 'b')
})

test('a call that is reverted can be made again', async () => {
  const limiter = createRateLimiter('on')
  for (let call = 0; call < 5; call += 1) {
    await limiter.consume(limit, 'a')
    await limiter.giveBack(limit, 'a')
  }
})

test('a network has as many calls as ten addresses, and an IPv4 address has no network limit', async () => {
  const limiter = createRateLimiter('on')
  const from = (at: number) => ({ address: `2001:db8:1:${at}`, network: '2001:db8:1' })
  for (let at = 0; at < 20; at += 1) await consumeOf(limiter, limit, from(at))
  await giveBackOf(limiter, limit, from(0))
  await consumeOf(limiter, limit, from(20))
  await expect(consumeOf(limiter, limit, from(21))).rejects.toMatchObject({ code: 'request.tooOften' })
  const alone = { address: '192.0.2.7', network: '192.0.2.7' }
  for (let call = 0; call < 2; call += 1) await consumeOf(limiter, limit, alone)
  await expect(consumeOf(limiter, limit, alone)).rejects.toMatchObject({ code: 'request.tooOften' })
})
