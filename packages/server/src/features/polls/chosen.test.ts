import { deletePlaydate, editPlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { choosePollTime, onePoll, pollByLink, polls } from '@papadag/contract/playdates/polls'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { answerTimes, asked, timeAt } from '../../testing/polls.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate } from '../../testing/world.ts'

const address = 'Westerkade 12'

/** A poll that has become a playdate with the guest in it; the other father has only its link. */
async function chosen() {
  const opened = await asked({ title: 'Vliegeren', location: address })
  const { host, guest, poll, params } = opened
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
  const playdate = await host.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0) } })
  return { ...opened, playdate, timeId: timeAt(poll, 0) }
}
type Chosen = Awaited<ReturnType<typeof chosen>>

const dayLater = (time: string) => new Date(Date.parse(time) + 86_400_000).toISOString()
const edit = ({ host, playdate }: Chosen, differences: object) => {
  const { startTime, endTime, title } = playdate
  return host.call(editPlaydate, {
    params: { id: playdate.id },
    body: aPlaydate({ startTime, endTime, title, location: address, ...differences }),
  })
}
const later = ({ startTime, endTime }: Playdate) => ({ startTime: dayLater(startTime), endTime: dayLater(endTime) })
const cancel = ({ host, playdate }: Chosen) => host.call(deletePlaydate, { params: { id: playdate.id }, body: {} })

/** What each viewer reads of the chosen time: what became of it, and where and when it is. */
async function seenOf({ host, guest, other, visitor, params, token, timeId, playdate }: Chosen) {
  const page = await visitor.fetch('GET', `/p/${token}`)
  const text = page.status === 200 ? await page.text() : ''
  const read = async (
    of: Promise<{ became?: unknown; location: string; times: { id: number; startTime: string }[] }>,
  ) => {
    const found = await of.catch(({ code }: { code: string }) => code)
    if (typeof found === 'string') return found
    const at = found.times.find(({ id }) => id === timeId)?.startTime
    const when = at === playdate.startTime ? 'then' : at === dayLater(playdate.startTime) ? 'a day later' : 'else'
    return [found.became, found.location, when]
  }
  return {
    host: await read(host.call(onePoll, { params })),
    guest: await read(guest.call(onePoll, { params })),
    inList: await read(guest.call(polls).then(([first]) => first ?? Promise.reject({ code: 'poll.unknown' }))),
    byLink: await read(other.call(pollByLink, { params: { token } })),
    visitor: ['Vliegeren', 'Drakenweer', address].filter(words => text.includes(words)),
  }
}

const everybody = (one: unknown) => ({ host: one, guest: one, inList: one, byLink: one })
const gone = ['gone', address, 'then']

test.each<[string, (of: Chosen) => Promise<unknown>, object]>([
  ['as it was chosen', async () => {}, { ...everybody(['planned', address, 'then']), visitor: ['Vliegeren'] }],
  [
    'moved by a day',
    of => edit(of, later(of.playdate)),
    { ...everybody(['planned', address, 'a day later']), visitor: ['Vliegeren'] },
  ],
  [
    'given another title',
    of => edit(of, { title: 'Drakenweer' }),
    { ...everybody(['planned', address, 'then']), visitor: ['Drakenweer'] },
  ],
  [
    'moved to a home',
    of => edit(of, { location: 'Tuinstraat 5', locationVisibility: 'participants', area: 'Jordaan' }),
    {
      ...everybody(['planned', 'Tuinstraat 5', 'then']),
      byLink: ['planned', 'Jordaan', 'then'],
      visitor: [],
    },
  ],
  [
    'cancelled',
    cancel,
    {
      host: gone,
      guest: ['cancelled', address, 'then'],
      inList: ['cancelled', address, 'then'],
      byLink: gone,
      visitor: [],
    },
  ],
  [
    'hidden by a moderator',
    ({ db, playdate }) => db.run(sql`update playdates set hidden_at = now() where id = ${playdate.id}`),
    {
      host: ['planned', address, 'then'],
      guest: 'poll.unknown',
      inList: 'poll.unknown',
      byLink: 'poll.unknown',
      visitor: [],
    },
  ],
  [
    'deleted',
    ({ db, playdate }) => db.run(sql`delete from playdates where id = ${playdate.id}`),
    { ...everybody(gone), visitor: [] },
  ],
])('to everybody who may read it, a poll shows that its playdate is %s', async (_state, happen, expected) => {
  const of = await chosen()
  await happen(of)
  expect(await seenOf(of)).toEqual(expected)
})

test.each(['/api/polls', '/api/polls/{id}'])(
  'a screen that shows %s is updated when the chosen playdate moves',
  async path => {
    const { host, guest, poll, params } = await asked()
    const playdate = await host.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0) } })
    const screen = await connect(guest)
    const shown = path.replace('{id}', String(poll.id))
    screen.send({ type: 'watch', paths: [shown] })
    await host.call(editPlaydate, { params: playdate, body: aPlaydate({ title: 'Anders' }) })
    const frame = await screen.until(() => screen.frames.find(({ type }) => type === 'changed'))
    expect(frame).toMatchObject({ paths: expect.arrayContaining([shown]) })
  },
)
