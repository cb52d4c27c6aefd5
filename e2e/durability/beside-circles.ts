import { sendMessage, startChat } from '@papadag/contract/chat'
import { answerCircle, createCircle, endCircle, makeCircleCode } from '@papadag/contract/circles'
import { createPlaydate, deletePlaydate } from '@papadag/contract/playdates/playdates'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { aPlaydate, newFather } from './fathers.ts'
import { noSamples, type Samples, take } from './telling-apart.ts'

interface There {
  circleId: number
  playdateId: number
}

/** Numbers of a circle and a playdate that never were. */
const nowhere: There = { circleId: 2_000_000_000, playdateId: 2_000_000_000 }

/** What somebody outside asks, about a circle that is there or is not. */
const calls: readonly [what: string, ask: (outsider: Client, there: There) => Promise<Response>][] = [
  ['GET /api/playdates/upcoming beside a circle', outsider => outsider.fetch('GET', '/api/playdates/upcoming')],
  [
    'GET /api/playdates/{id} of a circle',
    (outsider, { playdateId }) => outsider.fetch('GET', `/api/playdates/${playdateId}`),
  ],
  ['GET /api/circles/{id}', (outsider, { circleId }) => outsider.fetch('GET', `/api/circles/${circleId}`)],
  [
    'POST /api/circles/enter with a wrong code',
    outsider =>
      outsider.fetch('POST', '/api/circles/enter', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: 'AAAA2222' }),
      }),
  ],
]

/** The first calls after a write read anew what was remembered. */
const unnoted = 3

/** What an outsider hears, and after how long, this many times with a circle of others and as often without one. */
export async function besideCircles(url: string, samples: number): Promise<[string, [Samples, Samples]][]> {
  const [host, friend, outsider] = [await newFather(url), await newFather(url), await newFather(url)]
  const { id: chatId } = await host.call(startChat, { body: { participants: [friend.id] } })
  for (const father of [host, friend])
    await father.call(sendMessage, { params: { id: chatId }, body: { content: 'Ha' } })
  await host.call(createPlaydate, { body: aPlaydate('Voor iedereen') })
  const noted = calls.map(([what]): [string, [Samples, Samples]] => [what, [noSamples(), noSamples()]])
  const rounds = Math.ceil(samples / 20)
  for (let round = 0; round < rounds; round += 1) {
    const first = Math.random() < 0.5
    for (const isThere of [first, !first]) {
      const there = isThere ? await make(host, friend) : nowhere
      for (let time = -unnoted; time < Math.ceil(samples / rounds); time += 1)
        for (const [at, [, ask]] of calls.entries()) {
          const [, [some, others]] = noted[at] ?? ['', [noSamples(), noSamples()]]
          await take(time < 0 ? noSamples() : isThere ? some : others, () => ask(outsider, there))
        }
      if (isThere) await end(host, there)
    }
  }
  return noted
}

/** A circle with a code, and a date on which its members are asked first. */
async function make(host: Client, friend: Client & { id: number }): Promise<There> {
  const { id: circleId } = await host.call(createCircle, { body: { name: 'Woensdag', fathers: [friend.id] } })
  const params = { id: circleId }
  await friend.call(answerCircle, { params, body: { yes: true } })
  await host.call(makeCircleCode, { params, body: { letsIn: true } })
  const { id: playdateId } = await host.call(createPlaydate, { body: { ...aPlaydate('Met de kring'), circleId } })
  return { circleId, playdateId }
}

async function end(host: Client, { circleId, playdateId }: There): Promise<void> {
  await host.call(deletePlaydate, { params: { id: playdateId }, body: {} })
  await host.call(endCircle, { params: { id: circleId } })
}
