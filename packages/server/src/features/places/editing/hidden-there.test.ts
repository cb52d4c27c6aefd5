import { invitation, makeInvite } from '@papadag/contract/invites'
import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { decideOnPlace, proposeForPlace } from '@papadag/contract/places/place-edits'
import { createPlaydate, editPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { choosePollTime, createPoll } from '@papadag/contract/playdates/polls'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, here } from '../../../testing/places.ts'
import { aPoll, timeAt } from '../../../testing/polls.ts'
import { aPlaydate, world } from '../../../testing/world.ts'

async function open() {
  const all = await world({ fathers: 4 })
  const { id: placeId } = await aPlayground(all.fathers[3], { name: 'De Zandkuil' })
  const moderator = all.fathers[3]
  await all.db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const decide = (decision: 'hide' | 'restore') =>
    moderator.call(decideOnPlace, { params: { id: placeId }, body: { decision, reason: 'Een tuin' } })
  return { ...all, placeId, decide, puppets: all.fathers.slice(0, 3) }
}
type Open = Awaited<ReturnType<typeof open>>

async function gone({ puppets, placeId }: Open) {
  for (const father of puppets) await father.call(proposeForPlace, { params: { id: placeId }, body: { kind: 'gone' } })
}

/** What hides a place, and whether it stays on what is planned there. */
const hidings: [string, (all: Open) => Promise<unknown>, boolean][] = [
  ['three members say that it is gone', gone, true],
  [
    'three members report it',
    async ({ puppets, placeId }) => {
      for (const father of puppets)
        await father.call(sendReport, { body: { targetType: 'place', targetId: String(placeId), reason: 'fake' } })
    },
    true,
  ],
  [
    'an import misses it',
    ({ db, placeId }) => db.run(sql`update places set hidden_at = now(), missed_imports = 2 where id = ${placeId}`),
    true,
  ],
  ['a moderator hides it', ({ decide }) => decide('hide'), false],
  [
    'a moderator says so too',
    async all => {
      await gone(all)
      await all.decide('hide')
    },
    false,
  ],
]

test.each(hidings)(
  'after %s, a playdate keeps the place as planned, and only a moderator can take it off',
  async (_, hide, stays) => {
    const all = await open()
    const { host, visitor, placeId, decide } = all
    const body = aPlaydate({ placeId })
    const { id } = await host.call(createPlaydate, { body })
    const { token } = await host.call(makeInvite, { params: { id }, body: {} })
    const poll = await host.call(createPoll, { body: aPoll({ placeId }) })
    const read = async () => {
      const { latitude, placeId } = await host.call(onePlaydate, { params: { id } })
      const { place } = await visitor.call(invitation, { params: { token } })
      return { latitude, placeId, place }
    }
    await hide(all)
    const kept = { latitude: stays ? here.latitude : null, placeId: null, place: stays ? 'De Zandkuil' : null }
    expect(await read()).toEqual(kept)

    // His screen knows of no place that could be opened, or still of the one that could.
    await host.call(editPlaydate, { params: { id }, body: { ...body, title: 'Anders', placeId: null } })
    expect(await read()).toEqual(kept)
    const again = host.call(editPlaydate, { params: { id }, body: { ...body, title: 'Weer anders' } })
    if (stays) await again
    else await expect(again).rejects.toMatchObject({ code: 'place.unknown' })
    const chosen = await host.call(choosePollTime, { params: poll, body: { timeId: timeAt(poll, 0) } })
    expect(chosen.latitude).toBe(kept.latitude)
    await expect(host.call(createPlaydate, { body })).rejects.toMatchObject({ code: 'place.unknown' })

    if (stays) {
      await decide('restore')
      expect(await read()).toEqual({ latitude: here.latitude, placeId, place: 'De Zandkuil' })
    }
    await host.call(editPlaydate, { params: { id }, body: { ...body, location: 'Elders', placeId: null } })
    expect(await read()).toEqual({ latitude: null, placeId: null, place: null })
  },
)

test('when a place that a moderator has hidden is shown again, it is back on the playdates planned there', async () => {
  const { host, placeId, decide } = await open()
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
  await decide('hide')
  await decide('restore')
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({ ...here, placeId })
})

test('the creator hears once that members have hidden the place of his playdate', async () => {
  const all = await open()
  await all.host.call(createPlaydate, { body: aPlaydate({ placeId: all.placeId }) })
  await gone(all)
  const kinds = (await all.host.call(notifications)).map(({ kind }) => kind)
  expect(kinds).toEqual(['playdate.placeChanged'])
})
