import { matches } from '@papadag/contract/matches'
import { createPlaydate, joinPlaydate, upcomingCount, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import {
  editProfile,
  editSettings,
  featuredUser,
  oneUser,
  sharedWith,
  suggestedUsers,
  users,
} from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { monthsAgo } from '../../testing/examples.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const bornIn = (father: Father, months: number) =>
  father.call(editProfile, { body: { childrenInfo: [{ name: 'Noor', age: 0, birthMonth: monthsAgo(months) }] } })

/** Every read that shows, orders, filters or counts people or playdates. */
async function allReads(prober: Father, target: Father) {
  const lists = []
  for (const order of [undefined, 'near'] as const) {
    for (const withinKm of [undefined, 10] as const) {
      const query = { fits: 'children', ...(order && { order }), ...(withinKm && { withinKm }) } as const
      lists.push(await prober.call(upcomingPlaydates, { query }))
    }
  }
  lists.push(await prober.call(upcomingPlaydates, {}))
  lists.push(await prober.call(upcomingCount, { query: { fits: 'children' } }))
  return [
    lists,
    await prober.call(users, {}),
    await prober.call(suggestedUsers),
    await prober.call(matches, { query: { fits: 'children' } }),
    await prober.call(featuredUser),
    await prober.call(oneUser, { params: { id: target.id } }),
    await prober.call(sharedWith, { params: { id: target.id } }),
  ]
}

test.each(['members', 'contacts', 'none'] as const)(
  'a father who tries every birth month for his own child cannot tell apart children of the same age in years, shown to %s',
  async childrenVisibility => {
    const { host: target, father: prober, other: friend, third } = await world({ fathers: 3 })
    for (const father of [target, friend, third]) await father.call(editSettings, { body: { childrenVisibility } })
    await bornIn(third, 150)
    // Neighbours are suggested whatever their children's ages, which only order them; the friend is suggested for these
    // alone.
    for (const father of [target, third, prober]) await father.call(editProfile, { body: { city: 'Utrecht' } })
    const { id } = await target.call(createPlaydate, { body: aPlaydate() })
    await third.call(createPlaydate, { body: aPlaydate() })
    // A participant who is not the creator counts for the playdate too, and the prober is a contact of one of them.
    const { id: known } = await friend.call(createPlaydate, { body: aPlaydate() })
    await target.call(joinPlaydate, { params: { id: known }, body: {} })
    await third.call(joinPlaydate, { params: { id }, body: {} })
    const answers = async (months: number) => {
      for (const father of [target, friend]) await bornIn(father, months)
      const seen = []
      for (let own = 44; own <= 68; own += 3) {
        await bornIn(prober, own)
        seen.push(await allReads(prober, target))
      }
      return seen
    }
    // Both are five, and stay five even if the month ends during the test.
    const youngest = await answers(61)
    expect(await answers(70)).toEqual(youngest)
    await prober.call(joinPlaydate, { params: { id: known }, body: {} })
    const asContact = await answers(61)
    expect(await answers(70)).toEqual(asContact)
  },
)
