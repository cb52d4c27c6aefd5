import { invitation, makeInvite } from '@papadag/contract/invites'
import { createPlaydate, deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground } from '../../testing/places.ts'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../testing/world.ts'
import { leaf } from './picture.ts'

async function invited(differences: Parameters<typeof aPlaydate>[0] = {}) {
  const opened = await world({ fathers: 2 })
  const place = await aPlayground(opened.host, { name: 'Het Woeste Westen' })
  const body = aPlaydate({ title: 'Hutten', area: 'Westerpark', placeId: place.id, maxParticipants: 4, ...differences })
  const params = { id: (await opened.host.call(createPlaydate, { body })).id }
  const { token } = await opened.host.call(makeInvite, { params, body: {} })
  const see = () => opened.visitor.call(invitation, { params: { token } })
  const page = async () => (await opened.visitor.fetch('GET', `/i/${token}`)).text()
  const calendar = async () => (await opened.visitor.fetch('GET', `/api/invites/${token}/calendar.ics`)).text()
  return { ...opened, body, params, place, token, see, page, calendar }
}

test('the page says how many are coming and how much room is left, in singular and plural', async () => {
  const { fathers, params, page } = await invited()
  expect(await page()).toContain('1 papa gaat al mee, nog 3 plekken vrij')
  await fathers[0].call(joinPlaydate, { params, body: { children: 1 } })
  expect(await page()).toContain('2 papa’s gaan al mee, nog 1 plek vrij')
  await fathers[1].call(joinPlaydate, { params, body: {} })
  const full = await page()
  expect(full).toContain('3 papa’s gaan al mee, vol')
  expect(full).toContain('Alle plekken zijn bezet')
})

test('an invitation to a series says how often it repeats and until when, and one to a single or cancelled date does not', async () => {
  const { host, params, see, page } = await invited({ repeats: { every: 'week', until: '2027-05-26' } })
  expect((await see()).series).toEqual({ every: 'week', until: expect.stringMatching(/^2027-05-2\d$/) })
  expect(await page()).toMatch(/Elke \w+, tot en met \w+ \d+ mei/)
  expect(await page()).toMatch(/property="og:description" content="Elke \w+\. /)
  await host.call(deletePlaydate, { params, query: { scope: 'one' }, body: {} })
  expect((await see()).series).toBeNull()
  expect(await page()).not.toContain('Elke ')
  expect((await (await invited()).see()).series).toBeNull()
})

test('the page names the place, or else the neighbourhood, or else says who will learn where it is', async () => {
  const { db, page, see, calendar } = await invited()
  expect(await page()).toContain('Het Woeste Westen')
  expect(await calendar()).toContain('LOCATION:Het Woeste Westen')
  await db.run(sql`update places set hidden_at = now(), taken_down_at = now()`)
  expect(await see()).toMatchObject({ place: null })
  expect(await page()).toContain('In de buurt van Westerpark')
  expect(await calendar()).toContain('LOCATION:Westerpark')
  await db.run(sql`update playdates set area = null`)
  expect(await page()).toContain('Waar precies, zie je als je meedoet')
  expect(await calendar()).not.toContain('LOCATION')
})

test('an invitation to a home does not name its place, whichever place that is', async () => {
  const { see, page } = await invited({ locationVisibility: 'participants' })
  expect(await see()).toMatchObject({ place: null, area: 'Westerpark', title: null, hostName: null })
  const html = await page()
  expect(html).not.toContain('Het Woeste Westen')
  expect(html).toContain('Je bent uitgenodigd')
})

test('a title shown without a name precedes the time, and a link says when both are hidden', async () => {
  const { db, host, params, page } = await invited()
  const heading = async () => /property="og:title" content="([^"]*)"/.exec(await page())?.[1] ?? ''
  expect(await heading()).toMatch(/^Vader 1 nodigt je uit: Hutten, /)
  await db.run(sql`update users set first_name = 'www.evil.example' where id = ${host.id}`)
  expect(await heading()).toMatch(/^Hutten, /)
  await host.call(makeInvite, { params, body: { showName: false } })
  expect(await heading()).toMatch(/^Speelafspraak op /)
})

test('a calendar file made from an invitation says whether the playdate takes place, and links to its page', async () => {
  const { host, params, token, calendar } = await invited()
  const planned = await calendar()
  expect(planned).toContain('SUMMARY:Speelafspraak')
  expect(planned).toContain('STATUS:CONFIRMED')
  expect(planned.replaceAll('\r\n ', '')).toContain(`/i/${token}`)
  await host.call(deletePlaydate, { params })
  const cancelled = await calendar()
  expect(cancelled).toContain('SUMMARY:Gaat niet door: speelafspraak')
  expect(cancelled).toContain('STATUS:CANCELLED')
})

test('an invitation is not found while its creator is hidden, but a cancellation shows even while he is suspended', async () => {
  const { db, host, params, see } = await invited()
  await db.run(sql`update users set hidden_at = now() where id = ${host.id}`)
  await expect(see()).rejects.toMatchObject({ status: 404 })
  await db.run(sql`update users set hidden_at = null`)
  await host.call(deletePlaydate, { params })
  await db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`)
  expect(await see()).toMatchObject({ state: 'cancelled' })
})

test('a link made with another secret is replaced by one that works', async () => {
  const { db, host, visitor, params, token } = await invited()
  await db.run(sql`update invitations set token_hash = sha256('another')`)
  const ask = () =>
    host.fetch('POST', `/api/playdates/${params.id}/invites`, {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  const response = await ask()
  const next = (await response.json()) as { token: string } // as the contract says
  expect([response.status, next.token === token, (await ask()).status]).toEqual([201, false, 200])
  expect(await visitor.call(invitation, { params: { token: next.token } })).toMatchObject({ state: 'open' })
})

test.each<
  [string, (opened: Awaited<ReturnType<typeof invited>>, guest: Father) => Promise<unknown>, string | undefined]
>([
  ['is to come', async () => {}, undefined],
  ['is cancelled', ({ host, params }) => host.call(deletePlaydate, { params }), 'playdate.cancelled'],
  ['is over', ({ db, params }) => endPlaydate(db, params.id), 'playdate.over'],
  [
    'has moved to a home',
    ({ host, params, body }) =>
      host.call(editPlaydate, { params, body: { ...body, locationVisibility: 'participants' } }),
    'invite.notPossible',
  ],
  [
    'is one that he has left',
    ({ db }, guest) => db.run(sql`delete from participants where user_id = ${guest.id}`),
    'invite.notPossible',
  ],
  ['is an open hour', ({ db }) => db.run(sql`update playdates set kind = 'open'`), 'invite.notPossible'],
])('a participant of a playdate that %s may invite or is told why not', async (_, change, code) => {
  const opened = await invited()
  const [guest] = opened.fathers
  await guest.call(joinPlaydate, { params: opened.params, body: {} })
  await change(opened, guest)
  const asked = guest.call(makeInvite, { params: opened.params, body: {} })
  if (code) await expect(asked).rejects.toMatchObject({ code })
  else expect((await asked).token).toHaveLength(22)
})

test('an hour that comes twice in one night is drawn once on the invitation’s leaf', async () => {
  // Half past two comes twice in that night, and is drawn once.
  const at = (startTime: string) => ({ startTime, timeZone: 'Europe/Amsterdam' })
  const twice = [at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')] as const
  expect(await leaf(twice[0], 'nl', false)).toBe(await leaf(twice[1], 'nl', false))
  const { info } = await sharp(await leaf(twice[0], 'nl', false)).toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 630])
})

test('invitations and calendars can be made and read only so often an hour', async () => {
  const { server } = await world()
  expect(limitsOf(server, /invites|calendar/)).toEqual({
    'POST /api/playdates/:id/invites': ['60 in 3600 s'],
    'GET /api/invites/:token': ['120 in 60 s'],
    'GET /api/invites/:token/calendar.ics': ['120 in 60 s'],
    'POST /api/invites/:token/join': ['60 in 60 s'],
    'POST /api/invites/:token/wait': ['60 in 60 s'],
    'POST /api/users/me/calendar-feeds': ['20 in 3600 s'],
    'GET /api/calendar/:secret.ics': ['120 in 60 s'],
  })
})
