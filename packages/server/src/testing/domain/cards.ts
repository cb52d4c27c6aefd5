import { answerSuggestion, circleSuggestions, oneCircle } from '@papadag/contract/circles'
import { make } from '../../domain/circle-making.ts'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { type Father, world } from '../world.ts'
import { meetTwice } from './meetings.ts'

export const noCard = { status: 404, code: 'circle.noCard' }

export const ids = (people: readonly { id: number }[]) => people.map(({ id }) => id).sort((a, b) => a - b)
export const cardsOf = async (father: Father) =>
  (await father.call(circleSuggestions)).map(({ id, fathers }) => [id, ids(fathers)])
export const say = async (father: Father, id: number, yes = true) =>
  (await father.call(answerSuggestion, { params: { id }, body: { yes } })).circleId
export const membersOf = async (father: Father, id: number | null) =>
  ids((await father.call(oneCircle, { params: { id: id ?? 0 } })).members)

/** A circle that one keeps, with these members. */
export async function keeps({ db, by }: { db: Db; by: Father }, members: readonly Father[], name = 'Woensdag') {
  const id = await db.transaction(tx => make(tx, { name }, [by.id]))
  await db.run(sql`
    insert into circle_members (circle_id, user_id) select ${id}::int, m from unnest(${ids(members)}::int[]) m`)
  return id
}

/** Four fathers who have met twice, with the playdate of their card. */
export async function metTwice() {
  const bus = createLocalBus()
  const all = await world({ fathers: 4, openBus: () => bus })
  const { db, host, father: one, other: two, third: three, fourth: outsider } = all
  const card = await meetTwice(db, [host, one, two, three])
  return { ...all, bus, one, two, three, outsider, card }
}
