import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { chatMessages } from './chat.ts'
import { limits, productTimeZone } from './limits.ts'
import { pageAt, wordsOf } from './pages.ts'
import { NearbyQuery, PlaceQuery } from './places/places.ts'
import { EditedPlaydate, NewPlaydate, ProposedTime, TestPlaydate, UpcomingQuery } from './playdates/playdates.ts'
import { answerPoll, NewPoll } from './playdates/polls.ts'
import { Day } from './playdates/repeats.ts'
import { endPause, pauseSeries } from './playdates/series.ts'
import { problemStatus } from './problems.ts'
import { address, successStatus } from './route.ts'
import { ChildInput, EditedUser, NotificationSettings } from './users/users.ts'

/** What a form finds wrong with a value (field and code), or nothing. */
function saidOf(schema: z.ZodMiniType, value: unknown): string[] {
  return z.safeParse(schema, value).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

const start = '2031-06-01T08:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(start) + ms).toISOString()
const dayMs = 86_400_000
const plan = { title: 'Vliegeren', location: 'Strand', startTime: start, endTime: after(3_600_000) }

test.each<[string, object, string[]]>([
  ['ends a moment after its start', { endTime: after(1) }, []],
  ['ends at its start', { endTime: start }, ['endTime playdate.endBeforeStart']],
  ['lasts two weeks', { endTime: after(14 * dayMs) }, []],
  ['lasts longer', { endTime: after(14 * dayMs + 1) }, ['endTime playdate.tooLong']],
  ['lasts a day and repeats', { endTime: after(dayMs), repeats: { every: 'week' } }, []],
  [
    'lasts longer and repeats',
    { endTime: after(dayMs + 1), repeats: { every: 'week' } },
    ['endTime series.datesTooLong'],
  ],
  ['lasts longer and does not', { endTime: after(dayMs + 1), repeats: null }, []],
  ['needs as many fathers as there is room for', { maxParticipants: 3, minimumFathers: 3 }, []],
  ['needs more', { maxParticipants: 3, minimumFathers: 4 }, ['minimumFathers playdate.minimumFathers']],
  ['needs nobody else', { maxParticipants: 3, minimumFathers: null }, []],
  ['needs one', { minimumFathers: 1 }, ['minimumFathers playdate.minimumFathers']],
  ['is an open hour at a place', { kind: 'open', placeId: 1 }, []],
  ['is an open hour at a public place', { kind: 'open', placeId: 1, locationVisibility: 'public' }, []],
  ['is an open hour nowhere', { kind: 'open' }, ['location playdate.openPlace']],
  [
    'is an open hour at home',
    { kind: 'open', placeId: 1, locationVisibility: 'participants' },
    ['location playdate.openPlace'],
  ],
  ['is at home', { kind: 'playdate', locationVisibility: 'participants' }, []],
  ['brings all children', { children: limits.childrenAlong }, []],
  ['brings too many', { children: limits.childrenAlong + 1 }, ['children playdate.childrenAlong']],
])('to a playdate that %s, the form says %j', (_, differences, said) => {
  expect(saidOf(NewPlaydate, { ...plan, ...differences })).toEqual(said)
  const timesOnly = Object.keys(differences).every(key =>
    ['endTime', 'maxParticipants', 'minimumFathers'].includes(key),
  )
  if (timesOnly) expect(saidOf(EditedPlaydate, { ...plan, ...differences })).toEqual(said)
})

test.each<[string, object]>([
  ['no times', {}],
  ['its start alone', { startTime: start }],
  ['its end alone', { endTime: start }],
])('a playdate with %s passes the form’s checks of times, even if it repeats', (_, times) => {
  for (const repeats of [null, { every: 'week' }]) {
    expect(saidOf(TestPlaydate, { title: 'Test', repeats, ...times })).toEqual([])
  }
})

test('a day must be in a year that every calendar can represent', () => {
  for (const day of ['1970-01-01', '2199-12-31']) expect(saidOf(Day, day)).toEqual([])
  for (const day of ['1969-12-31', '2200-01-01', '2031-02-30', 'morgen'])
    expect(saidOf(Day, day)).toContain(' field.invalid')
})

const about = { title: 'Vliegeren', location: 'Strand' }
const timeAt = (hour: number) => ({ startTime: after(hour * 3_600_000), endTime: after((hour + 1) * 3_600_000) })

test.each<[string, unknown[], string[]]>([
  ['one time', [timeAt(0)], ['times poll.times']],
  ['two times', [timeAt(0), timeAt(1)], []],
  ['five times', [0, 1, 2, 3, 4].map(timeAt), []],
  ['six times', [0, 1, 2, 3, 4, 5].map(timeAt), ['times poll.times']],
  ['the same time twice', [timeAt(0), timeAt(1), timeAt(0)], ['times poll.sameTime']],
  ['two that begin together', [timeAt(0), { startTime: start, endTime: after(2 * 3_600_000) }], []],
])('to a poll with %s, the form says %j', (_, times, said) => {
  expect(saidOf(NewPoll, { ...about, times })).toEqual(said)
})

test('a proposed time has to end after its start, within two weeks', () => {
  expect(saidOf(ProposedTime, { startTime: start, endTime: after(14 * dayMs) })).toEqual([])
  expect(saidOf(ProposedTime, { startTime: start, endTime: after(14 * dayMs + 1) })).toEqual([
    'endTime playdate.tooLong',
  ])
  expect(saidOf(ProposedTime, { startTime: start, endTime: start })).toEqual(['endTime playdate.endBeforeStart'])
})

test('an answer must name one to five times of a poll', () => {
  const answers = (count: number) =>
    saidOf(answerPoll.body, { answers: Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, 'yes'])) })
  expect([0, 1, 5, 6].map(answers)).toEqual([['answers field.required'], [], [], ['answers poll.unknownTime']])
  expect(saidOf(answerPoll.body, { answers: { 0: 'yes' } })).toHaveLength(1)
})

test.each<[string | undefined, string | undefined, string[]]>([
  ['2031-06-01', '2031-06-01', []],
  ['2031-06-02', '2031-06-01', ['until series.pauseEndsBefore']],
  ['2031-01-01', '2031-07-02', []],
  ['2031-01-01', '2031-07-03', ['until series.pauseTooLong']],
])('to a pause from %s until %s, the form says %j', (from, until, said) => {
  expect(saidOf(pauseSeries.body, { from, until })).toEqual(said)
})

test.each<[string | undefined, string | undefined, string[]]>([
  [undefined, undefined, []],
  ['2031-06-02', undefined, []],
  [undefined, '2031-06-01', []],
  ['2031-06-01', '2031-06-01', []],
  ['2031-06-02', '2031-06-01', ['until series.pauseEndsBefore']],
])('a form that ends the pauses from %s until %s says %j', (from, until, said) => {
  expect(saidOf(endPause.query, { from, until })).toEqual(said)
})

test('a position has both numbers or none', () => {
  for (const schema of [UpcomingQuery, PlaceQuery, NearbyQuery]) {
    expect(saidOf(schema, {})).toEqual([])
    expect(saidOf(schema, { latitude: '52', longitude: '5' })).toEqual([])
    for (const half of [{ latitude: '52' }, { longitude: '5' }])
      expect(saidOf(schema, half)).toEqual(['latitude place.position'])
  }
})

test('numbers in a query are written in digits', () => {
  expect(z.parse(UpcomingQuery, { withinKm: '10', room: '50' })).toMatchObject({ withinKm: 10, room: 50 })
  for (const room of ['0', '51', '1.5', 'x', '0001', ['5']])
    expect(saidOf(UpcomingQuery, { room })).toEqual(['room field.invalid'])
  for (const withinKm of ['3', 'ver']) expect(saidOf(UpcomingQuery, { withinKm })).toEqual(['withinKm field.invalid'])
  expect(z.parse(chatMessages.query, { afterSeq: '0', before: '2147483647' })).toEqual({
    afterSeq: 0,
    before: 2_147_483_647,
  })
  for (const before of ['2147483648', '-1', '1.5', 'x', '', '1e3', '0x1', ['5']])
    expect(saidOf(chatMessages.query, { before })).toHaveLength(1)
  expect(z.parse(NearbyQuery, { radius: '0.5' })).toEqual({ radius: 0.5 })
  for (const radius of ['0', '-1', 'ver']) expect(saidOf(NearbyQuery, { radius })).toEqual(['radius field.invalid'])
})

test('a type of place may be singular or plural, and asking for all types means no filter', () => {
  const read = (type: string) => z.safeParse(PlaceQuery, { type }).data?.type
  expect(['all', 'restaurant', 'restaurants', 'playground', 'playgrounds'].map(read)).toEqual([
    ...[undefined, 'restaurant', 'restaurant', 'playground', 'playground'],
  ])
  expect(saidOf(PlaceQuery, { type: 'toString' })).toEqual(['type field.invalid'])
})

test.each([
  ['UTC', '2026-12-31T23:30:00Z'],
  ['Pacific/Auckland', '2026-12-31T23:30:00Z'],
  ['America/Los_Angeles', '2027-01-01T00:30:00Z'],
])(
  'a child’s month of birth is accepted wherever the child lives, whatever this machine’s clock in %s says',
  (zone, now) => {
    vi.stubEnv('TZ', zone)
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllEnvs()
    })
    const said = (birthMonth: string) => saidOf(ChildInput, { name: 'Mees', age: 4, birthMonth })
    const isNewYear = now.startsWith('2027')
    // The coming month has begun somewhere; a child is one until the month in which it is eighteen.
    expect(said(isNewYear ? '2027-02' : '2027-01')).toEqual([])
    expect(said(isNewYear ? '2027-03' : '2027-02')).toHaveLength(1)
    expect(said(isNewYear ? '2009-02' : '2009-01')).toEqual([])
    expect(said(isNewYear ? '2009-01' : '2008-12')).toHaveLength(1)
  },
)

test('a city’s name has two to a hundred characters, and so does a father’s', () => {
  for (const city of ['Ee', 'x'.repeat(100)]) expect(saidOf(EditedUser, { city })).toEqual([])
  expect(saidOf(EditedUser, { city: 'E' })).toEqual(['city user.cityTooShort'])
  expect(saidOf(EditedUser, { city: 'x'.repeat(101) })).toEqual(['city text.tooLong'])
  for (const firstName of ['Bo', 'x'.repeat(100)]) expect(saidOf(EditedUser, { firstName })).toEqual([])
  expect(saidOf(EditedUser, { firstName: 'B' })).toEqual(['firstName user.firstNameTooShort'])
})

test('settings accept the world’s time zones and no others', () => {
  const said = (timeZone: string) => saidOf(z.pick(NotificationSettings, { timeZone: true }), { timeZone })
  for (const zone of ['Europe/Amsterdam', 'UTC', 'Pacific/Auckland']) expect(said(zone)).toEqual([])
  for (const zone of ['Mars/Olympus', '', 'x'.repeat(65)]) expect(said(zone)).toContain('timeZone settings.timeZone')
  expect(productTimeZone).toBe('Europe/Amsterdam')
})

test.each([
  [5, true],
  [4, false],
  [7 * 24 * 60, true],
  [7 * 24 * 60 + 1, false],
])('a reminder %i minutes before is allowed: %s', (minutes, isAllowed) => {
  const one = z.pick(NotificationSettings, { remindBeforeMin: true })
  expect(saidOf(one, { remindBeforeMin: [minutes] }).length === 0).toBe(isAllowed)
})

test('a call without a reply has no content, and an address leaves out absent parameters', () => {
  const at = 'GET /api/x/:id'
  expect(successStatus({ at, access: 'member', summary: '' })).toBe(204)
  expect(successStatus({ at, access: 'member', summary: '', reply: z.string() })).toBe(200)
  expect(successStatus({ at, access: 'member', summary: '', answers: 'picture' })).toBe(200)
  expect(successStatus({ at, access: 'member', summary: '', reply: z.string(), status: 201 })).toBe(201)
  const route = { at, access: 'member', summary: '' } as const
  expect(address(route, { params: { id: 'a/b' }, query: { a: undefined, b: null, c: 0 } })).toBe('/api/x/a%2Fb?c=0')
  expect(address(route, { params: { id: 1 }, query: { a: undefined } })).toBe('/api/x/1')
  expect(address(route, { params: { id: 1 } })).toBe('/api/x/1')
  expect([problemStatus['parentLink.notComing'], problemStatus['playdate.unknown']]).toEqual([403, 404])
})

test('home needs no texts of its own, and a page on no list needs no other page’s', () => {
  expect(wordsOf('home')).toBeUndefined()
  expect([wordsOf('auth'), wordsOf('playdates'), wordsOf('playground-map'), wordsOf('chat')]).toEqual([
    'auth',
    'playdates',
    'map',
    'chat',
  ])
  expect([wordsOf('users'), wordsOf(undefined), wordsOf(pageAt('/nergens'))]).toEqual(['others', 'others', 'others'])
})
