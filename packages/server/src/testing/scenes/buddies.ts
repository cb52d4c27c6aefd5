import { type Circle, changeCircleMember, removeCircleMember } from '@papadag/contract/circles'
import { notifications } from '@papadag/contract/notifications'
import { createPlaydate, joinPlaydate, type NewPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../chat.ts'
import { aMeeting } from '../domain/meetings.ts'
import { anHourIn } from '../series.ts'
import { aPlaydate, type Father, world } from '../world.ts'

/** A circle of the host with two regulars, with one who has never come, and a guest from outside. */
export async function atTheEntrance({ meetings = 3 } = {}) {
  const all = await world({ fathers: 5 })
  const { db, host, fathers } = all
  await db.run(sql`update users set first_name = username`)
  const [sem, bram, nico, guest, friend] = fathers
  for (const father of [sem, bram, nico]) await acquainted(host, father)
  const meet = async (father: Father, times: number) => {
    for (let daysAgo = 16; daysAgo < 16 + times; daysAgo += 1) await aMeeting(db, [host, father], { daysAgo })
  }
  for (const father of [sem, bram]) await meet(father, meetings)
  const circleId = await aCircle(host, [sem, bram, nico], { name: 'Woensdag' })
  const offer = (father: Father, buddy = true): Promise<Circle> =>
    father.call(changeCircleMember, { params: { id: circleId, userId: String(father.id) }, body: { buddy } })
  const plan = async (days = 3, differences: Partial<NewPlaydate> = {}) => {
    const { id } = await host.call(createPlaydate, {
      body: aPlaydate({ ...anHourIn(days), location: 'De hei', maxParticipants: 20, circleId, ...differences }),
    })
    await db.run(sql`update playdates set opens_at = now() where id = ${id}`)
    return id
  }
  const join = (father: Father, id: number) => father.call(joinPlaydate, { params: { id }, body: {} })
  const leave = (father: Father, id: number) =>
    father.call(removeCircleMember, { params: { id, userId: String(father.id) }, body: {} })
  const read = (father: Father, id: number) => father.call(onePlaydate, { params: { id } })
  const told = async (father: Father) =>
    (await father.call(notifications))
      .filter(({ kind }) => kind === 'playdate.buddy')
      .flatMap(({ people }) => people?.map(({ id }) => id))
  const planned = async () => {
    const id = await plan()
    for (const father of [sem, bram]) await join(father, id)
    return id
  }
  return { ...all, sem, bram, nico, guest, friend, circleId, meet, offer, plan, join, leave, read, told, planned }
}

export const named = (father: Father) => ({ firstName: father.username, profileImage: null, where: 'De hei' })
