import { makeCalendarFeed } from '@papadag/contract/calendars'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { get, read } from '../../testing/scenes/calendars.ts'
import { aPlaydate, world } from '../../testing/world.ts'

test.each([
  ['is asked for', '?homeAddress=on', true],
  ['is not asked for', '', false],
  ['is refused', '?homeAddress=off', false],
])('the calendar of one playdate contains a home address that %s', async (_, query, hasAddress) => {
  const { host } = await world()
  const body = aPlaydate({ location: 'Tuinstraat 5', locationVisibility: 'participants', area: 'Jordaan' })
  const { id } = await host.call(createPlaydate, { body })
  const text = await (await host.fetch('GET', `/api/playdates/${id}/calendar.ics${query}`)).text()
  expect([text.includes('Tuinstraat 5'), text.includes('Jordaan')]).toEqual([hasAddress, !hasAddress])
})

test('the calendar of one playdate contains only that one, and only those who may see it can fetch it', async () => {
  const { db, host, fathers } = await world({ fathers: 1 })
  const [other] = fathers
  const plan = (title: string) => host.call(createPlaydate, { body: aPlaydate({ title }) })
  const [{ id }] = [await plan('Hutten'), await plan('Vliegeren')]
  const seen = async (father: typeof host) => {
    const { status, text } = await get(father, `${father.origin}/api/playdates/${id}/calendar.ics`)
    return [status, status === 200 ? read(text).map(({ summary }) => summary) : []]
  }
  expect(await seen(other)).toEqual([200, ['Hutten']])
  await db.run(sql`update playdates set hidden_at = now() where id = ${id}`)
  expect(await seen(other)).toEqual([404, []])
  expect(await seen(host)).toEqual([200, ['Hutten']])
})

test.each([
  ['without PUBLIC_URL', {}, /^playdate-\d+@[0-9a-f]{16}\.papadag\.invalid$/],
  ['with PUBLIC_URL', { PUBLIC_URL: 'http://papadag.example' }, /^playdate-\d+@papadag\.example$/],
])(
  '%s, a playdate is the same event in every calendar, from whichever address it was fetched',
  async (_, env, name) => {
    const { host, visitor, newNode, at } = await world({ env: { TRUST_PROXY: '1', ...env } })
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    const feed = await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
    const { token } = await host.call(makeInvite, { params: { id }, body: {} })
    const there = await newNode()
    const names = new Set<string | undefined>()
    for (const asked of [
      'papadag.example',
      'PAPADAG.example:8443',
      'www.papadag.example',
      '192.0.2.7:3000',
      '[2001:db8::7]',
    ]) {
      const headers = { 'x-forwarded-for': '198.51.100.9', 'x-forwarded-host': asked }
      for (const client of [host, at(there, host)]) {
        names.add(read((await get(client, `http://x/api/playdates/${id}/calendar.ics`, headers)).text)[0]?.uid)
      }
      for (const url of [feed.url, `http://x/api/invites/${token}/calendar.ics`]) {
        names.add(read((await get(visitor, url, headers)).text)[0]?.uid)
      }
    }
    expect([...names]).toEqual([expect.stringMatching(name)])
  },
)
