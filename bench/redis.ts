import { execFileSync } from 'node:child_process'
import { setTimeout as after } from 'node:timers/promises'
import { openRedis } from '../packages/server/src/platform/bus/redis.ts'
import { createRateLimiter, day, minute } from '../packages/server/src/platform/rate-limits.ts'
import { startRedis } from '../tools/redis.ts'
import type { Room } from './measured-process.ts'
import type { Table } from './report.ts'

const nodes = 3
const times = 20_000
const atOnce = 50

/** What a counted call and a wake-up cost Redis, by its own processor time. */
export async function measureRedis(_room: Room): Promise<Table> {
  const server = await startRedis()
  const open = Array.from({ length: nodes }, () => openRedis(server.url, 'a secret for the bench', console))
  const cpuUs = () => {
    const info = execFileSync('redis-cli', ['-u', server.url, 'info', 'cpu'], { encoding: 'utf8' })
    const of = (name: string) => Number(new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(info)?.[1]) * 1e6
    return of('user') + of('sys')
  }
  while (!open.every(redis => redis.isReady())) await after(50)
  const [redis] = open
  if (!redis) throw new Error('there are several')
  const limiter = createRateLimiter(1_000_000, redis)
  const limit = {
    name: 'bench',
    windows: [
      { times: 20, seconds: minute },
      { times: 300, seconds: day },
    ],
  }
  async function cost(work: (at: number) => Promise<unknown>) {
    const before = cpuUs()
    for (let at = 0; at < times; at += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, next) => work(at + next)))
    }
    return (cpuUs() - before) / times
  }
  const counted = await cost(at => limiter.consume(limit, at % 1000))
  const woken = await cost(at => redis.publish(`messages ${at % 1000}`))
  for (const one of open) one.close()
  await server.kill()
  return {
    title: 'Work of Redis',
    settings: `${times.toLocaleString('en')} calls counted in two windows, and as many wake-ups received by ${nodes} nodes, ${atOnce} at once; CPU of the Redis process.`,
    columns: ['CPU µs'],
    rows: [
      ['a call counted in two windows', counted],
      [`a wake-up to ${nodes} nodes`, woken],
    ],
    aims: [],
  }
}
