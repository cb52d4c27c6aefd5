import { notifications, readNotifications } from '@papadag/contract/notifications'
import { createPlaydate, editPlaydate, joinPlaydate, type NewPlaydate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import type { MovedFor } from '@papadag/contract/weather/advice'
import { expect, test } from 'vitest'
import { aPlaydate, world } from '../../testing/world.ts'

interface Edit extends Partial<NewPlaydate> {
  movedFor?: MovedFor
}

const rain: Edit = { location: 'Ballorig', movedFor: 'rain' }
const soon = { endTime: new Date(Date.now() + 172_800_000).toISOString() }

/** The notices to a guest and to a waiting father after these edits. */
async function toldAfter(edits: readonly (Edit | 'read')[]) {
  const { host, fathers } = await world({ fathers: 2 })
  const [guest, waiter] = fathers
  const body = aPlaydate({ maxParticipants: 2 })
  const params = { id: (await host.call(createPlaydate, { body })).id }
  await guest.call(joinPlaydate, { params, body: {} })
  await waiter.call(waitForPlaydate, { params, body: {} })
  for (const edit of edits) {
    if (edit === 'read') for (const father of fathers) await father.call(readNotifications, { body: {} })
    else await host.call(editPlaydate, { params, body: { ...body, ...edit } })
  }
  const last = await Promise.all(fathers.map(async father => (await father.call(notifications))[0]))
  return last.map(one => [one?.details.relation, one?.details.isElsewhere, one?.details.movedFor])
}

const told = (isElsewhere: boolean, movedFor: MovedFor | undefined) => [
  ['onIt', isElsewhere, movedFor],
  ['waiting', isElsewhere, movedFor],
]

test.each<[string, (Edit | 'read')[], boolean, MovedFor | undefined]>([
  ['for rain', [rain], true, 'rain'],
  ['for wind', [{ ...rain, movedFor: 'wind' }], true, 'wind'],
  ['for cold', [{ ...rain, movedFor: 'cold' }], true, 'cold'],
  ['for no reason', [{ location: 'Ballorig' }], true, undefined],
  ['for rain, and then in time', [rain, { location: 'Ballorig', ...soon }], true, 'rain'],
  [
    'for rain, and then in time once that was read',
    [rain, 'read', { location: 'Ballorig', ...soon }],
    false,
    undefined,
  ],
  ['for rain, and then put back', [rain, {}], true, undefined],
  ['for rain, and then for wind', [rain, { location: 'Elders', movedFor: 'wind' }], true, 'wind'],
  ['in time alone, whatever the weather', [{ ...soon, movedFor: 'rain' }], false, undefined],
])('a father who is told that a playdate was moved %s reads why', async (_, edits, isElsewhere, movedFor) => {
  expect(await toldAfter(edits)).toEqual(told(isElsewhere, movedFor))
})

test('no playdate can be moved for a kind of weather that does not exist', async () => {
  const { host } = await world()
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const body = { ...aPlaydate(), location: 'Ballorig', movedFor: 'dry' as MovedFor }
  await expect(host.call(editPlaydate, { params: { id }, body })).rejects.toMatchObject({ code: 'request.invalid' })
})
