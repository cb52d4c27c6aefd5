import type { PlaceFacts } from '@papadag/contract/places/facts'
import { expect, test } from 'vitest'
import { decide, type FactAnswer, type OpenFacts } from './decide.ts'

const day = '2026-11-20'
let networks = 0

/** Fathers of as many networks who answer about the fence. */
const say = (value: unknown, times: number, of: Partial<FactAnswer> = {}): FactAnswer[] =>
  Array.from({ length: times }, () => {
    networks += 1
    return { key: 'fence', value, network: `n${networks}`, isEstablished: true, day, ...of }
  })
const open: OpenFacts = { source: 'osm', facts: { fence: 'none' }, at: '2026-01-01' }
const isNew = { isEstablished: false }
const neighbours = { network: 'one' }

type Fence = NonNullable<PlaceFacts['fence']>
const osm: Fence = { value: 'none', source: 'osm', agreed: 0, at: '2026-01-01' }
const whole = (agreed: number): Fence => ({ value: 'whole', source: 'fathers', agreed, at: day })

test.each<[string, OpenFacts | null, FactAnswer[], Fence | undefined]>([
  ['nobody', null, [], undefined],
  ['open data alone', open, [], osm],
  ['one father alone', null, say('whole', 1), undefined],
  ['one father against open data', open, say('whole', 1), osm],
  ['two who agree', null, say('whole', 2), whole(2)],
  ['two who agree against open data', open, say('whole', 2), whole(2)],
  ['two new accounts', null, say('whole', 2, isNew), undefined],
  ['a new account and an older one', null, [...say('whole', 1), ...say('whole', 1, isNew)], whole(2)],
  ['twenty of one network', open, say('whole', 20, neighbours), osm],
  [
    'a network that changes its mind',
    null,
    [...say('none', 1, neighbours), ...say('whole', 1), ...say('whole', 1, neighbours)],
    whole(2),
  ],
  ['two who do not know', open, say(null, 2), osm],
  [
    'two against one',
    null,
    [...say('none', 1), ...say('whole', 2)],
    { ...whole(2), others: [{ value: 'none', agreed: 1 }] },
  ],
  ['one against one', null, [...say('none', 1), ...say('whole', 1)], undefined],
  [
    'two against two',
    null,
    [...say('whole', 2), ...say('none', 2)],
    { ...whole(2), others: [{ value: 'none', agreed: 2 }] },
  ],
  ['two against five new accounts', null, [...say('whole', 2), ...say('none', 5, isNew)], whole(2)],
])('what %s say is decided', (_, open, answers, fence) => {
  expect(decide(open, answers).fence).toEqual(fence)
})

test('hours that fathers or open data give have a text, and whether it is open is for whoever reads', () => {
  const hours = (text: string) => ({ text, openNow: null, opensAt: null })
  const at = { key: 'openingHours' }
  const answers = [...say({ text: '24/7' }, 2, at), ...say({ text: 'Sa' }, 1, at)]
  const facts = { openingHours: { text: 'Su' } }
  expect(decide({ ...open, facts }).openingHours?.value).toEqual(hours('Su'))
  expect(decide({ ...open, facts }, answers).openingHours).toMatchObject({
    value: hours('24/7'),
    others: [{ value: hours('Sa'), agreed: 1 }],
  })
})

test('each device is decided alone, beside those of open data', () => {
  const equipment = { key: 'equipment' }
  const answers = [...say(['slide', 'swing'], 1, equipment), ...say(['swing', 'tunnel'], 1, equipment)]
  expect(decide({ ...open, facts: { equipment: ['slide'] } }, answers).equipment).toEqual({
    ...{ value: ['slide', 'swing'], source: 'fathers', agreed: 2, at: day },
  })
})

/** Reproducible chance (mulberry32). */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test('in a month with three visitors of each playground, of whom one in ten answers at random, facts are decided and right', () => {
  const next = chance(7)
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T // lists are not empty
  const fathers = Array.from({ length: 500 }, (_, at) => ({
    network: `net${at}`,
    isEstablished: next() < 0.9,
    isRandom: next() < 0.1,
  }))
  const keys = {
    fence: ['whole', 'partly', 'none'],
    openWater: ['yes', 'no'],
    shade: ['much', 'some', 'none'],
  } as const
  let [asked, decided, right] = [0, 0, 0]
  for (let playground = 0; playground < 300; playground += 1) {
    const visitors = new Set<(typeof fathers)[number]>()
    while (visitors.size < 3) visitors.add(pick(fathers))
    for (const [key, words] of Object.entries(keys)) {
      const truth = pick<string>(words)
      const answers = [...visitors].map(({ network, isEstablished, isRandom }) => ({
        ...{ key, network, isEstablished, day },
        value: isRandom ? pick<string>(words) : truth,
      }))
      const fact = decide(null, answers)[key as keyof typeof keys]
      asked += 1
      if (!fact) continue
      decided += 1
      if (fact.value === truth) right += 1
    }
  }
  expect(decided / asked).toBeGreaterThanOrEqual(0.8)
  expect(right / decided).toBeGreaterThanOrEqual(0.97)
})
