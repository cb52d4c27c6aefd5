import { makeCalendarFeed } from '@papadag/contract/calendars'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates'
import { methodAndPath } from '@papadag/contract/route'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import type { Client } from '../../testing/client.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const address = 'mark-address 12'

/** When a playdate of two hours started, in hours from now. */
const ages = {
  before: 3,
  during: -1,
  'six days after': -24 * 6,
  'eight days after': -24 * 8,
  'two months after': -24 * 60,
  'a year after': -24 * 366,
} as const
type Age = keyof typeof ages

const viewers = ['creator', 'participant', 'member', 'visitor'] as const
const everyAge = Object.keys(ages) as Age[]

/** When the address may be read, by the kind of location (safety S5). */
const shown: Record<'public' | 'participants', Record<(typeof viewers)[number], readonly Age[]>> = {
  public: { creator: everyAge, participant: everyAge, member: ['before', 'during'], visitor: [] },
  participants: {
    creator: everyAge,
    participant: ['before', 'during', 'six days after'],
    member: [],
    visitor: [],
  },
}

/** A playdate with a feed that may show home addresses for each father, an invitation, and a notice of a move. */
async function planned(locationVisibility: 'public' | 'participants') {
  const opened = await world({ fathers: 2 })
  const { host, visitor } = opened
  const [participant, member] = opened.fathers
  const body = aPlaydate({ location: address, locationVisibility })
  const { id } = await host.call(createPlaydate, { body })
  const params = { id }
  await participant.call(joinPlaydate, { params, body: {} })
  await host.call(editPlaydate, {
    params,
    body: { ...body, endTime: new Date(Date.parse(body.endTime) + 60_000).toISOString() },
  })
  const invitation = await host.call(makeInvite, { params, body: { showName: true } })
  const people: Record<(typeof viewers)[number], Client> = { creator: host, participant, member, visitor }
  return { ...opened, id, token: invitation.token, people }
}

/** Every address that reveals something about the playdate: each read, both forms of its calendar, and links. */
async function exitsOf({ server, id, token }: Awaited<ReturnType<typeof planned>>, feeds: readonly string[]) {
  const reads = server.served.flatMap(({ route }) => {
    const { method, path } = methodAndPath(route.at)
    return method === 'GET' ? [path.replace(/:token/, token).replace(/:\w+/g, String(id))] : []
  })
  return [...reads, `/api/playdates/${id}/calendar.ics?homeAddress=on`, `/i/${token}`, ...feeds]
}

const feedOf = async (father: Father) => {
  const { url } = await father.call(makeCalendarFeed, {
    body: { name: 'Telefoon', variant: 'full', showsHomeAddress: true },
  })
  return new URL(url).pathname
}

describe.each(['public', 'participants'] as const)('where the address is for %s', kind => {
  test.each(everyAge)('%s, only those who may read it do, in every list, file, feed, notice and export', async age => {
    const all = await planned(kind)
    const feeds = new Map<Client, string>()
    for (const father of [all.host, ...all.fathers]) feeds.set(father, await feedOf(father))
    await all.db.run(sql`
      update playdates set start_time = now() + make_interval(hours => ${ages[age]}::int),
                           end_time = now() + make_interval(hours => ${ages[age] + 2}::int)`)
    for (const viewer of viewers) {
      const client = all.people[viewer]
      const feed = feeds.get(client)
      const leaks: string[] = []
      for (const exit of await exitsOf(all, feed ? [feed] : [])) {
        const response = await client.fetch('GET', exit)
        // Calendars break long lines and escape commas.
        if ((await response.text()).replaceAll('\r\n ', '').includes(address)) leaks.push(exit)
      }
      const mayRead = shown[kind][viewer].includes(age)
      expect([viewer, leaks.length > 0, mayRead ? [] : leaks]).toEqual([viewer, mayRead, []])
    }
  })
})
