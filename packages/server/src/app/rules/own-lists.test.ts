import { calendarFeeds, makeCalendarFeed } from '@papadag/contract/calendars'
import { chats } from '@papadag/contract/chat'
import { ownReports, sendReport } from '@papadag/contract/moderation'
import { notifications, unread } from '@papadag/contract/notifications'
import { favoritePlaces, savePlace } from '@papadag/contract/places/places'
import {
  cancelledPlaydates,
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  ownPlaydates,
  pastPlaydates,
} from '@papadag/contract/playdates/playdates'
import { createPoll, polls } from '@papadag/contract/playdates/polls'
import { proposals } from '@papadag/contract/playdates/proposals'
import { pushDevices, subscribe } from '@papadag/contract/push'
import { block, blocks, sessions } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPoll } from '../../testing/polls.ts'
import { aProposal } from '../../testing/proposals.ts'
import { pushService } from '../../testing/push.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

/** What a father's own lists contain, by name. */
async function listsOf(father: Father) {
  const { notifications: notices, messages } = await father.call(unread)
  return {
    feeds: (await father.call(calendarFeeds)).length,
    devices: (await father.call(pushDevices)).length,
    sessions: (await father.call(sessions)).length,
    blocks: (await father.call(blocks)).length,
    reports: (await father.call(ownReports)).length,
    notifications: (await father.call(notifications)).length,
    unread: notices + messages,
    chats: (await father.call(chats)).length,
    planned: (await father.call(ownPlaydates)).length,
    past: (await father.call(pastPlaydates)).length,
    cancelled: (await father.call(cancelledPlaydates)).length,
    polls: (await father.call(polls)).length,
    proposals: (await father.call(proposals)).length,
    favourites: (await father.call(favoritePlaces)).length,
  }
}

test('a father’s own lists contain what is his and nothing of anybody else’s', async () => {
  const service = await pushService()
  const { db, host, father: guest, other: stranger, third: nuisance } = await world({ fathers: 3, env: service.env })
  const empty = await listsOf(stranger)
  expect(Object.values({ ...empty, sessions: 0 })).toEqual(Object.keys(empty).map(() => 0))
  expect(empty.sessions).toBe(1)

  await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  await host.call(subscribe, { body: service.subscription('phone') })
  await host.call(block, { params: { id: nuisance.id } })
  await host.call(sendReport, { body: { targetType: 'user', targetId: nuisance.id, reason: 'other', text: 'x' } })
  const place = await aPlayground(host)
  await host.call(savePlace, { params: { id: place.id } })
  await aProposal(db, place.id, [host.id, nuisance.id])
  await acquainted(guest, host)
  await host.call(createPoll, { body: aPoll({ fathers: [guest.id] }) })
  for (const title of ['straks', 'voorbij', 'afgezegd']) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ title }) })
    await guest.call(joinPlaydate, { params: { id }, body: {} })
    if (title === 'afgezegd') await host.call(deletePlaydate, { params: { id } })
  }
  await db.run(sql`update playdates set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour'
                    where title = 'voorbij'`)

  const his = await listsOf(host)
  expect(Object.entries(his).filter(([, count]) => count === 0)).toEqual([])
  expect(his).toMatchObject({
    feeds: 1,
    devices: 1,
    sessions: 1,
    blocks: 1,
    reports: 1,
    chats: 1,
    past: 1,
    cancelled: 1,
    polls: 1,
    proposals: 1,
  })
  expect(await listsOf(stranger)).toEqual(empty)
  // These are the only things shared by fathers on the same playdate or in a chat with him.
  const guests = await listsOf(guest)
  expect({ ...guests, notifications: 0, unread: 0, chats: 0, planned: 0, past: 0, polls: 0 }).toEqual(empty)
  expect(guests).toMatchObject({ chats: 1, past: 1, polls: 1 })
})
