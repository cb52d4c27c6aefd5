import { removeCircleMember } from '@papadag/contract/circles'
import { createPlaydate, type NewPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { aCircle, acquainted } from '../chat.ts'
import { anHourIn } from '../series.ts'
import { aPlaydate, type Father, world } from '../world.ts'

export const hourMs = 3_600_000

/** A circle of the host and a friend, another member, and a stranger to it. */
export async function together() {
  const all = await world({ fathers: 3 })
  const { host, father: friend, other: member, third: stranger } = all
  for (const father of [friend, member]) await acquainted(host, father)
  const circleId = await aCircle(host, [friend, member], { name: 'Woensdag' })
  const plan = (differences: Partial<NewPlaydate> = {}, father: Father = host) =>
    father.call(createPlaydate, {
      body: aPlaydate({ ...anHourIn(10), circleId, ...differences }),
    })
  const leave = (father: Father) =>
    father.call(removeCircleMember, { params: { id: circleId, userId: String(father.id) }, body: {} })
  const read = (father: Father, id: number) => father.call(onePlaydate, { params: { id } })
  return { ...all, friend, member, stranger, circleId, plan, leave, read }
}
