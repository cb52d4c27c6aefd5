import { answerCircle, changeCircleMember, createCircle } from '@papadag/contract/circles'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { type Father, newFather } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { letMeet } from './meetings.ts'

const inThreeDays = (hours: number) => new Date(Date.now() + 3 * 86_400_000 + hours * 3_600_000).toISOString()

/**
 * A circle of this father, a regular, with a keeper who plans a date on which both are and fetches nobody, and a newcomer who
 * has met the keeper.
 */
export async function aFirstDate(father: Father, product: Product) {
  const [kwame, nico] = [await newFather(product.url, 'Kwame'), await newFather(product.url, 'Nico')]
  await letMeet(product, [kwame, father], [2, 9, 16])
  await letMeet(product, [kwame, nico], [3])
  const body = { name: 'Woensdag', fathers: [father.user.id, nico.user.id] }
  const circle = await kwame.client.call(createCircle, { body })
  for (const { client } of [father, nico])
    await client.call(answerCircle, { params: { id: circle.id }, body: { yes: true } })
  const { id } = await kwame.client.call(createPlaydate, {
    body: {
      ...{ title: 'Vliegeren', location: 'De hei', startTime: inThreeDays(0), endTime: inThreeDays(2) },
      ...{ maxParticipants: 20, circleId: circle.id },
    },
  })
  await kwame.client.call(changeCircleMember, {
    params: { id: circle.id, userId: String(kwame.user.id) },
    body: { buddy: false },
  })
  await father.client.call(joinPlaydate, { params: { id }, body: {} })
  return { nico, kwame, circleId: circle.id, id }
}
