import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Series } from '@papadag/contract/playdates/series'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, me, yesterday } from '../../../testing/a-playdate.ts'
import { aSeries } from '../../../testing/a-series.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, daan, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { SeriesFact } from './series-fact.tsx'
import { SeriesSection } from './series-section.tsx'

beforeAll(() => import('./pause-dialog.tsx'))
beforeEach(() => showLanguage('en'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const weekly = { id: 3, every: 'week', until: '2027-05-26' } as const
const series: Series = { ...aSeries, ...weekly }

function open(playdate: Partial<Playdate>, of: Partial<Series> = {}, handlers: Handlers = {}, own = daan) {
  return show(
    <SeriesSection playdate={aPlaydate({ series: weekly, ...playdate })} />,
    '/playdates',
    {
      'GET /api/series/3': () => ok({ ...series, ...of }),
      ...handlers,
    },
    own,
  )
}
const words = () => document.querySelector('main')?.textContent
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

const short = { series: null, minimumFathers: 3 }
const missing = { ...short, fathersMissing: 2 }
const ofHis = { ...missing, myStatus: 'creator' as const }

test.each<[string, Partial<Playdate>, string]>([
  ['of enough fathers', short, 'Goes ahead from 3 dadsEnough dads are coming.'],
  ['of too few', missing, 'Goes ahead from 3 dads: 2 more'],
  ['of too few, to its creator', ofHis, 'Goes ahead from 3 dads: 2 moreIf that’s still so a day before, we ask you.'],
  [
    'of too few, to its creator who is asked',
    { ...ofHis, confirmation: 'due' },
    'Goes ahead from 3 dads: 2 moreSay whether it goes ahead all the same, or cancel it.',
  ],
  [
    'of too few, to its creator who has answered',
    { ...ofHis, confirmation: 'confirmed' },
    'Goes ahead from 3 dads: 2 moreYou’ve said that it goes ahead all the same.',
  ],
  ['of enough, to its creator', { ...short, myStatus: 'creator' }, 'Goes ahead from 3 dadsEnough dads are coming.'],
  ['of one that is cancelled', { ...missing, state: 'cancelled' }, ''],
  ['of one that is over', { ...missing, ...yesterday }, ''],
  ['of one that needs no number', { series: null }, ''],
])('the sheet says whether enough fathers are coming: %s', (_, playdate, said) => {
  open(playdate)
  expect(words()).toBe(said)
})

test.each<[string, Partial<Playdate>, string]>([
  ['every week', {}, 'Every week'],
  ['every other week', { series: { ...weekly, every: 'twoWeeks' } }, 'Every other week'],
  ['every month', { series: { ...weekly, every: 'monthByWeekday' } }, 'Every month'],
  ['once', { series: null }, ''],
  ['too few fathers', { series: null, minimumFathers: 3, fathersMissing: 1 }, 'Goes ahead from 3 dads: 1 more'],
  ['enough fathers', { series: null, minimumFathers: 3, fathersMissing: 0 }, ''],
  ['a cancelled one', { series: null, minimumFathers: 3, fathersMissing: 1, state: 'cancelled' }, ''],
])('the card of a playdate says how often it comes, and who is missing: %s', (_, playdate, said) => {
  show(<SeriesFact playdate={aPlaydate({ series: weekly, ...playdate })} />, '/playdates')
  expect(words()).toBe(said)
})

test.each<[string, Partial<Series>]>([
  ['Every Wednesday', {}],
  ['Every other Wednesday', { every: 'twoWeeks' }],
  ['Every first Wednesday of the month', { every: 'monthByWeekday', day: '2026-11-04' }],
  ['Every first Saturday of the month', { every: 'monthByWeekday', day: '2026-11-07' }],
  ['Every second Sunday of the month', { every: 'monthByWeekday', day: '2026-11-08' }],
  ['Every third Wednesday of the month', { every: 'monthByWeekday', day: '2026-11-18' }],
  ['Every fourth Wednesday of the month', { every: 'monthByWeekday' }],
  ['Every last Sunday of the month', { every: 'monthByWeekday', day: '2026-11-29' }],
])('a series describes itself as “%s”', async (said, of) => {
  open({}, of)
  expect(await screen.findByText(said)).toBeDefined()
})

test('a series names the same weekday and week to somebody whose clock is already a day ahead', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  open({}, { every: 'monthByWeekday', day: '2026-11-14' })
  expect(await screen.findByText('Every second Saturday of the month')).toBeDefined()
})

test.each<[string, Partial<Playdate>, Partial<Series>, RegExp | undefined, string[]]>([
  ['no standing place', {}, {}, /Here most times\?/, ['I’m usually there']],
  ['a standing place', {}, { standing: { children: 0 } }, /You have a standing place/, ['Give up my standing place']],
  ['no standing place when it has ended', {}, { hasEnded: true }, undefined, []],
  ['no standing place on a date that is cancelled', { state: 'cancelled' }, {}, undefined, []],
  ['an open hour', { kind: 'open' }, {}, /how many dads are usually there/, []],
  ['an open hour where he usually is', { kind: 'open' }, { standing: { children: 0 } }, /You’re usually there/, []],
  ['an open hour that has ended', { kind: 'open' }, { hasEnded: true }, undefined, []],
  ['an open hour that is cancelled', { kind: 'open', state: 'cancelled' }, {}, undefined, []],
])('a father with %s reads what he can do about it', async (_, playdate, of, said, offered) => {
  open(playdate, of)
  await screen.findByText('Every Wednesday')
  if (said) expect(screen.getByText(said)).toBeDefined()
  expect(buttons()).toEqual(offered)
})

const child = { name: 'Noor', age: 4, birthMonth: '2022-01' }

test.each([
  ['all his children', 5, 2, 2],
  ['as many as there can be with two fathers', 3, 2, 1],
  ['none where only fathers fit', 1, 2, 0],
])('a standing place is offered for %s', async (_, maxParticipants, ofHis, children) => {
  const taken = vi.fn()
  open(
    { maxParticipants },
    {},
    {
      'PUT /api/series/3/standing': body => {
        taken(body)
        return ok({ standing: true })
      },
    },
    { ...daan, childrenInfo: Array.from({ length: ofHis }, () => child) },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'I’m usually there' }))
  await waitFor(() => expect(taken).toHaveBeenCalledWith({ children }))
})

const dayMs = 86_400_000
const inDays = (count: number) => new Date(Date.now() + count * dayMs).toISOString().slice(0, 10)
const mine = { isMine: true }

test.each<[string, Partial<Series>, string[]]>([
  ['far from its end', { until: inDays(60), renewableUntil: '2027-05-26' }, ['Pause']],
  [
    'in its last six weeks',
    { until: inDays(41), renewableUntil: '2027-05-26' },
    ['Renew until Wednesday, 26 May', 'Pause'],
  ],
  ['six weeks and two days before its end', { until: inDays(44), renewableUntil: '2027-05-26' }, ['Pause']],
  ['that can be renewed no further', { until: inDays(5), renewableUntil: null }, ['Pause']],
  [
    'that has ended',
    { until: inDays(-5), renewableUntil: '2027-05-26', hasEnded: true },
    ['Renew until Wednesday, 26 May'],
  ],
])('the creator of a series %s can pause it, and renew it in time', async (_, of, offered) => {
  open({}, { ...mine, ...of })
  await screen.findByText('Every Wednesday')
  expect(buttons()).toEqual(offered)
})

test('the creator sees the pauses of his series, if there are any', async () => {
  const pauses = [
    { from: '2026-12-19', until: '2027-01-03' },
    { from: '2027-02-20', until: '2027-02-28' },
  ]
  const { unmount } = open({}, { ...mine, pauses })
  expect((await screen.findByText(/^Pauses:/)).textContent).toBe(
    'Pauses: Sat 19 Dec – Sun 3 Jan, Sat 20 Feb – Sun 28 Feb',
  )
  unmount()
  reads.clear()
  open({}, mine)
  await screen.findByText('Every Wednesday')
  expect(screen.queryByText(/^Pauses:/)).toBeNull()
})

test('while a series loads its section says so, after a failure it can be tried again, and a missing one shows nothing', async () => {
  const failing = open({}, {}, { 'GET /api/series/3': () => refused(403, 'user.stopped', 'No.') })
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(await screen.findByText('The series could not be loaded')).toBeDefined()
  failing.handlers['GET /api/series/3'] = () => ok(series)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Every Wednesday')).toBeDefined()
  failing.unmount()
  reads.clear()
  open({}, {}, { 'GET /api/series/3': () => refused(404, 'series.unknown', 'Gone.') })
  await waitFor(() => expect(words()).toBe(''))
})

/** The dialog of pauses on 25 November 2026, when nothing of the list of holidays but autumn is over. */
async function pausing(of: Partial<Series>, kind?: 'open', own: typeof daan = daan) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00') })
  const sent = vi.fn()
  const answered = Promise.withResolvers<Answer>()
  const note = (what: string) => (body: unknown) => {
    sent(what, body)
    return answered.promise
  }
  const { asked } = open(
    { ...(kind && { kind }), myStatus: 'creator', participants: [me] },
    { ...mine, ...of },
    {
      'PUT /api/series/3/pause': note('pause'),
      'DELETE /api/series/3/pause': note('end'),
    },
    own,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  const dialog = within(await screen.findByRole('dialog'))
  const rows = () => dialog.queryAllByRole('listitem').map(({ textContent }) => textContent)
  /** Until the answer comes, no other pause can be begun or ended. */
  const waitsAndEnds = async () => {
    const buttons = (name: RegExp) => dialog.getAllByRole<HTMLButtonElement>('button', { name })
    const areBlocked = () => buttons(/^(Pause|End pause)$/).map(({ disabled }) => disabled)
    expect(new Set(areBlocked())).toEqual(new Set([true]))
    answered.resolve(ok({}))
    await waitFor(() => expect(new Set(areBlocked())).toEqual(new Set([false])))
  }
  return { asked, sent, dialog, rows, waitsAndEnds }
}

test('a creator is offered his region’s holidays until the end of his series', async () => {
  const { dialog, rows, sent, waitsAndEnds } = await pausing({ until: '2027-03-01' })
  expect(rows()).toEqual(['Christmas holidaySat 19 Dec – Sun 3 JanPause', 'Spring holidaySat 20 Feb – Sun 28 FebPause'])
  expect(dialog.getByText(/whoever was coming is told/)).toBeDefined()
  await userEvent.click(dialog.getByRole('radio', { name: 'South' }))
  expect(rows()).toEqual(['Christmas holidaySat 19 Dec – Sun 3 JanPause', 'Spring holidaySat 13 Feb – Sun 21 FebPause'])
  await userEvent.click(dialog.getAllByRole('button', { name: 'Pause' })[1] ?? document.body)
  await waitFor(() => expect(sent).toHaveBeenCalledWith('pause', { from: '2027-02-13', until: '2027-02-21' }))
  await waitsAndEnds()
})

test('a father whose home is known starts with his holiday region', async () => {
  const home = { latitude: 51.44, longitude: 5.48, isCity: true }
  const { dialog } = await pausing({}, undefined, { ...daan, home })
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'South' }).checked).toBe(true)
})

test('without a known holiday the dialog says so, and for an open hour it says that nobody is notified', async () => {
  const { dialog, rows } = await pausing({ until: '2026-12-01' }, 'open')
  expect(rows()).toEqual([])
  expect(dialog.getByText('None is known until the end of your series.')).toBeDefined()
  expect(dialog.queryByText(/whoever was coming/)).toBeNull()
})

test('a pause over a whole holiday marks that holiday, and pauses of other days can be ended too', async () => {
  const pauses = [
    { from: '2026-12-19', until: '2027-01-03' },
    { from: '2027-02-20', until: '2027-02-27' },
    { from: '2027-04-20', until: '2027-05-10' },
  ]
  const { dialog, rows, asked, waitsAndEnds } = await pausing({ until: '2027-06-01', pauses })
  expect(rows()).toEqual([
    'Christmas holidaySat 19 Dec – Sun 3 JanEnd pause',
    'Spring holidaySat 20 Feb – Sun 28 FebPause',
    'May holidaySat 24 Apr – Sun 2 MayEnd pause',
    'PauseSat 20 Feb – Sat 27 FebEnd pause',
    'PauseTue 20 Apr – Mon 10 MayEnd pause',
  ])
  expect(dialog.queryByText(/None is known/)).toBeNull()
  await userEvent.click(dialog.getAllByRole('button', { name: 'End pause' })[0] ?? document.body)
  await waitFor(() => expect(asked).toContain('DELETE /api/series/3/pause?from=2026-12-19&until=2027-01-03'))
  await waitsAndEnds()
})

test.each([
  ['', '', false],
  ['2027-03-02', '', false],
  ['', '2027-03-02', false],
  ['2027-03-02', '2027-03-01', false],
  ['2027-03-02', '2027-03-02', true],
])('a pause of one’s own days from “%s” until “%s” can be saved: %s', async (from, until, isRight) => {
  const { dialog, sent } = await pausing({})
  const problem = 'The last day must be after the first'
  if (from) await userEvent.type(dialog.getByLabelText('From'), from)
  if (until) await userEvent.type(dialog.getByLabelText('Until and including'), until)
  expect(dialog.queryByText(problem)).toBeNull()
  expect(dialog.getByLabelText('Until and including').getAttribute('min')).toBe(from || '2026-11-25')
  await userEvent.click(dialog.getByRole('button', { name: 'Pause on these days' }))
  expect(dialog.queryByText(problem) !== null).toBe(!isRight)
  if (isRight) await waitFor(() => expect(sent).toHaveBeenCalledWith('pause', { from, until }))
  else expect(sent).not.toHaveBeenCalled()
})

const beside = (children: number) => ({ participants: [{ ...me, children }], myStatus: 'joined' as const })

test.each<[string, Partial<Playdate>, number | undefined, number]>([
  ['joined with one', beside(1), undefined, 1],
  ['joined with none', beside(0), undefined, 0],
  ['has chosen two at the foot of the sheet', beside(1), 2, 2],
  ['waits with three', { waiting: { position: 1, children: 3 } }, undefined, 3],
  ['is not on it, and has two at home', {}, undefined, 2],
])('the standing place of a father who %s takes the number he sees', async (_, playdate, bringing, children) => {
  const sent = vi.fn()
  const two = [1, 2].map(() => ({ name: 'Kind', age: 4, birthMonth: '2022-03' }))
  show(
    <SeriesSection playdate={aPlaydate({ series: weekly, maxParticipants: 9, ...playdate })} bringing={bringing} />,
    '/playdates',
    {
      'GET /api/series/3': () => ok(series),
      'PUT /api/series/3/standing': body => {
        sent(body)
        return ok({ standing: true })
      },
    },
    { ...daan, childrenInfo: two },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'I’m usually there' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ children }]]))
})

test('a regular who sees a number other than his standing place’s can take it for every date', async () => {
  const sent = vi.fn()
  open(
    beside(2),
    { standing: { children: 0 } },
    {
      'PUT /api/series/3/standing': body => {
        sent(body)
        return ok({ standing: true })
      },
    },
  )
  expect(await screen.findByText(/on your own/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '2 children each time' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ children: 2 }]]))
})
