import { expect, onTestFinished, test, vi } from 'vitest'
import { type Redis as Server, startRedis } from '../../../../../tools/redis.ts'
import { createRateLimiter } from '../rate-limits.ts'
import { type Bus, createLocalBus } from './bus.ts'
import { createRedisBus } from './bus-redis.ts'
import { openRedis } from './redis.ts'

const quiet = { warn() {} }

async function server(): Promise<Server> {
  const redis = await startRedis()
  onTestFinished(() => redis.kill())
  return redis
}

/** A node's connection and bus. The fallback bus connects all nodes of this process. */
function node(url: string, standIn: Bus, secret = 'a secret') {
  const redis = openRedis(url, secret, quiet)
  const bus = createRedisBus(redis, standIn, quiet)
  onTestFinished(() => bus.close())
  const heard: unknown[] = []
  bus.subscribe('a', payload => heard.push(payload))
  const gap = vi.fn()
  bus.onGap(gap)
  return { redis, bus, heard, gap, ready: () => vi.waitFor(() => expect(bus.isConnected()).toBe(true)) }
}

/** If Redis acknowledges a publish too late, the fallback sends it again, so a message may arrive late or twice. */
const distinct = (messages: unknown[]) => [...new Set(messages.map(message => JSON.stringify(message)))].sort()

test('nodes receive messages only from nodes of the same Papadag', async () => {
  // A node whose own beat reaches it late believes that it has missed messages.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await server()
  const standIn = createLocalBus()
  const [here, there, other] = [node(url, standIn), node(url, standIn), node(url, standIn, 'another secret')]
  await Promise.all([here, there, other].map(({ ready }) => ready()))
  for (let n = 1; n <= 50; n += 1) await here.bus.publish('a', { n, text: 'é👨‍👧' })
  await vi.waitFor(() => expect(distinct(there.heard)).toEqual(distinct(here.heard)))
  expect(here.heard).toHaveLength(50)
  expect(there.heard.length).toBeLessThan(100)
  expect(there.heard).toContainEqual({ n: 50, text: 'é👨‍👧' })
  expect([other.heard, here.gap.mock.calls]).toEqual([[], []])
})

test('while Redis is unavailable, nodes communicate over PostgreSQL, and notice when Redis is back', async () => {
  const store = await server()
  const standIn = createLocalBus()
  const [here, there] = [node(store.url, standIn), node(store.url, standIn)]
  await Promise.all([here.ready(), there.ready()])
  await store.kill()
  await here.bus.publish('a', 'while away')
  await vi.waitFor(() => expect(there.heard).toEqual(['while away']))
  await vi.waitFor(() => expect(there.bus.isConnected()).toBe(false))
  await store.start()
  await vi.waitFor(() => expect(there.gap).toHaveBeenCalled())
  await here.ready()
  await here.bus.publish('a', 'back')
  await vi.waitFor(() => expect(distinct(there.heard)).toEqual(distinct(['while away', 'back'])))
})

test('a Redis that hangs counts as unavailable', async () => {
  const store = await server()
  const standIn = createLocalBus()
  const [here, there] = [node(store.url, standIn), node(store.url, standIn)]
  await Promise.all([here.ready(), there.ready()])
  store.freeze()
  void here.bus.publish('a', 'anybody there?')
  await vi.waitFor(() => expect(there.heard).toEqual(['anybody there?']))
  await vi.waitFor(() => expect(there.bus.isConnected()).toBe(false))
  store.thaw()
  await Promise.all([here.ready(), there.ready()])
})

test('a node that has not received its own beat for a second knows that it receives nobody’s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await server()
  const here = node(url, createLocalBus())
  await here.ready()
  vi.advanceTimersByTime(900)
  expect(here.redis.isReady()).toBe(true)
  vi.advanceTimersByTime(100)
  expect(here.redis.isReady()).toBe(false)
})

test('a node that starts without Redis connects to it later', async () => {
  const store = await server()
  await store.kill()
  const standIn = createLocalBus()
  const [here, there] = [node(store.url, standIn), node(store.url, standIn)]
  await here.bus.publish('a', 1)
  expect(there.heard).toEqual([1])
  await store.start()
  await Promise.all([here.ready(), there.ready()])
  await here.bus.publish('a', 2)
  await vi.waitFor(() => expect(distinct(there.heard)).toEqual(['1', '2']))
})

test('nodes share limits in Redis; without it each node enforces them alone', async () => {
  const store = await server()
  const standIn = createLocalBus()
  const [here, there] = [node(store.url, standIn), node(store.url, standIn)]
  await Promise.all([here.ready(), there.ready()])
  const limiters = [here, there].map(({ redis }) => createRateLimiter('on', redis))
  const limit = { name: 'a-limit', windows: [{ times: 6, seconds: 60 }] }
  /** How many of 10 calls are allowed, half of them on each node. */
  async function letThrough(key: number) {
    let count = 0
    for (let n = 0; n < 10; n += 1) {
      await limiters[n % 2]?.consume(limit, key).then(
        () => {
          count += 1
        },
        ({ code }) => expect(code).toBe('request.tooOften'),
      )
    }
    return count
  }
  // On a busy Redis some calls may fall back to each node's own count.
  let key = 1
  const shared = () =>
    vi.waitFor(async () => {
      key += 1
      expect(await letThrough(key)).toBe(6)
    })
  await shared()
  await store.kill()
  expect(await letThrough(1)).toBe(10)
  expect(await letThrough(1)).toBe(2)
  await store.start()
  await Promise.all([here.ready(), there.ready()])
  await shared()
})
