import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { show } from '../../../testing/show.tsx'
import { daan, ok } from '../../../testing/stand-in-server.ts'
import { AddressChoice } from './address-choice.tsx'
import {
  emptyFields,
  minutesOf,
  type PlaydateFields,
  passesMidnight,
  problemsIn,
  readFields,
  toFields,
  toPlaydate,
} from './form-fields.ts'
import { PlaceField } from './place-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { Room } from './room-for-others.tsx'
import { TypedDay } from './typed-day.tsx'

beforeAll(() => Promise.all([import('../open/open-choice.tsx'), import('./room-for-others.tsx')]))
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 9, 30), toFake: ['Date'] })
  await showLanguage('en')
})
afterEach(() => vi.useRealTimers())

const words = () => document.querySelector('main')?.textContent

test.each([
  ['enough for others', 5, 1, 'Room for 5: the two of you and 3 more.'],
  ['two for others', 4, 1, 'With you and your children that leaves 2 places for others.Make it 5'],
  ['one for others', 2, 0, 'That leaves 1 place for others.Make it 4'],
  ['none for others', 3, 2, 'With you and your children that leaves no places for others.Make it 6'],
  ['fewer than he needs', 3, 4, 'With you and your children that leaves no places for others.Make it 8'],
  ['as many as there can be', 50, 48, 'Room for 50: the 49 of you and 1 more.'],
  ['no number', Number.NaN, 0, ''],
  ['half a place', 2.5, 0, ''],
  ['himself alone', 1, 0, 'That leaves no places for others.Make it 4'],
  ['nobody', 0, 0, ''],
])('the form tells a creator how many places are left for others: %s', (_, max, ofHis, said) => {
  show(<Room max={max} ofHis={ofHis} onRaise={() => {}} />, '/create')
  expect(words()).toBe(said)
})

test('a creator gets more places with one tap', async () => {
  const onRaise = vi.fn()
  show(<Room max={4} ofHis={1} onRaise={onRaise} />, '/create')
  await userEvent.click(screen.getByRole('button', { name: 'Make it 5' }))
  expect(onRaise).toHaveBeenCalledExactlyOnceWith(5)
})

const filled = (changes: Partial<PlaydateFields> = {}): PlaydateFields => ({
  ...emptyFields(),
  title: 'Modderen',
  location: 'Westerpark',
  ...changes,
})

const places = 'playdate.maxParticipants'
test.each<[string, Partial<PlaydateFields>, object]>([
  ['the fewest places', { maxParticipants: 1 }, {}],
  ['one fewer', { maxParticipants: 0 }, { maxParticipants: places }],
  ['a place of 200 letters', { location: 'm'.repeat(200) }, {}],
  ['too long a place', { location: 'm'.repeat(201) }, { location: 'text.tooLong' }],
  ['a story of 2000 letters', { description: 'm'.repeat(2000) }, {}],
  ['too long a neighbourhood', { area: 'm'.repeat(101) }, { area: 'text.tooLong' }],
  ['an open hour at a public place', { kind: 'open', placeId: 3 }, {}],
  ['an open hour anywhere', { kind: 'open' }, { location: 'playdate.openPlace' }],
  [
    'an open hour at a home',
    { kind: 'open', placeId: 3, locationVisibility: 'participants' },
    { location: 'playdate.openPlace' },
  ],
  ['an open hour nowhere', { kind: 'open', location: '' }, { location: 'playdate.locationRequired' }],
  ['a minimum of two', { minimumFathers: 2 }, {}],
  ['a minimum of one', { minimumFathers: 1 }, { minimumFathers: 'playdate.minimumFathers' }],
  ['a minimum of all places', { minimumFathers: 5 }, {}],
  ['a minimum of more', { minimumFathers: 6 }, { minimumFathers: 'playdate.minimumFathers' }],
  ['a minimum that is no number', { minimumFathers: Number.NaN }, { minimumFathers: 'playdate.minimumFathers' }],
  ['half a father', { minimumFathers: 2.5 }, { minimumFathers: 'playdate.minimumFathers' }],
  [
    'no times',
    { startTime: '', endTime: '' },
    { startTime: 'playdate.startRequired', endTime: 'playdate.endRequired' },
  ],
])('a playdate’s form with %s is accepted or told why not', (_, changes, problems) =>
  expect(problemsIn(filled(changes))).toEqual(problems),
)

test.each([
  ['10:00', '11:30', 90],
  ['23:30', '00:15', 45],
  ['10:00', '10:00', 0],
  ['', '10:00', undefined],
  ['10:00', '', undefined],
])('the time from %s until %s takes %s minutes', (startTime, endTime, minutes) =>
  expect(minutesOf({ startTime, endTime })).toBe(minutes),
)

test('only times that end on another day count as past midnight', () => {
  const times = (day: number, hour: number) => ({
    startTime: new Date(2026, 11, 4, 22).toISOString(),
    endTime: new Date(2026, 11, day, hour).toISOString(),
  })
  expect([passesMidnight(times(4, 23)), passesMidnight(times(5, 0))]).toEqual([false, true])
})

test('the request contains only what the form does', () => {
  const body = toPlaydate(filled({ placeId: 0, minimumFathers: 0, children: 2 }))
  expect(body).toMatchObject({ placeId: null, minimumFathers: null, children: 2 })
  expect(body).not.toHaveProperty('repeats')
  expect(body).not.toHaveProperty('kind')
  const open = toPlaydate(
    filled({ kind: 'open', every: 'week', placeId: 3, minimumFathers: 3, maxParticipants: 2, children: 4 }),
  )
  expect(open).toMatchObject({ kind: 'open', repeats: { every: 'week' }, placeId: 3, minimumFathers: 3, children: 1 })
  const kept = { startTime: new Date(2026, 11, 4, 10).toISOString(), endTime: new Date(2026, 11, 4, 11).toISOString() }
  const edited = toPlaydate(filled({ every: 'week', kind: 'open' }), kept)
  for (const name of ['children', 'repeats', 'kind']) expect(edited).not.toHaveProperty(name)
})

test('missing values of a playdate are empty in the form', () => {
  const times = { startTime: new Date(2026, 11, 4, 10).toISOString(), endTime: new Date(2026, 11, 4, 11).toISOString() }
  const stored = { title: 'a', location: 'b', locationVisibility: undefined, maxParticipants: 5, ...times }
  expect(toFields(stored)).toMatchObject({
    placeId: 0,
    area: '',
    children: 0,
    minimumFathers: 0,
    kind: 'playdate',
    locationVisibility: 'public',
    description: '',
    every: '',
  })
})

test('a draft whose numbers were cleared keeps them so, and one without numbers does not count as a draft', () => {
  const draft = JSON.parse(JSON.stringify(filled({ minimumFathers: Number.NaN, maxParticipants: Number.NaN })))
  expect(readFields(draft)).toMatchObject({ minimumFathers: Number.NaN, maxParticipants: Number.NaN })
  const { minimumFathers: _, ...without } = draft
  expect(readFields(without)).toBeUndefined()
  expect(readFields('text')).toBeUndefined()
})

function Repeating({
  fields,
  isNew = true,
  problem,
}: {
  fields: Partial<PlaydateFields>
  isNew?: boolean
  problem?: string
}) {
  const form = useForm<PlaydateFields>({ defaultValues: filled(fields) })
  const typed = form.watch()
  return (
    <RepeatFields
      form={{ ...form, keepLength() {}, moveEnd() {} }}
      typed={typed}
      errorOf={name => (name === 'every' ? problem : undefined)}
      isNew={isNew}
    />
  )
}

test.each<[string, Partial<PlaydateFields>, RegExp | undefined]>([
  ['once', { every: '' }, undefined],
  ['every week', { every: 'week', date: '2026-12-02' }, /^Every Wednesday\. The next three/],
  ['on a day that is not chosen', { every: 'week', date: '' }, undefined],
])('the form explains what it means to repeat %s', (_, fields, said) => {
  show(<Repeating fields={fields} />, '/create')
  const status = screen.getByRole('status').textContent ?? ''
  if (said) expect(status).toMatch(said)
  else expect(status).toBe('')
})

test('editing a playdate keeps its rhythm, and a problem with a new one is shown', () => {
  const { unmount } = show(<Repeating fields={{}} isNew={false} />, '/create')
  expect(screen.queryByText('Does it repeat?')).toBeNull()
  unmount()
  show(<Repeating fields={{}} problem="Not that often." />, '/create')
  expect(screen.getByRole('alert').textContent).toBe('Not that often.')
})

test('an open hour needs no minimum', () => {
  show(<Repeating fields={{ kind: 'open' }} />, '/create')
  expect(screen.queryByRole('button', { name: /with enough dads/ })).toBeNull()
})

test.each([
  ['many places', 10, '3'],
  ['three places', 3, '3'],
  ['two places', 2, '2'],
  ['no number of places', Number.NaN, '2'],
])('with %s the minimum starts at %s', async (_, maxParticipants, value) => {
  show(<Repeating fields={{ maxParticipants: maxParticipants as number }} />, '/create')
  const chip = screen.getByRole('button', { name: /with enough dads/ })
  expect(screen.queryByLabelText('From how many dads?')).toBeNull()
  await userEvent.click(chip)
  expect((await screen.findByLabelText<HTMLInputElement>('From how many dads?')).value).toBe(value)
  await userEvent.click(chip)
  await waitFor(() => expect(screen.queryByLabelText('From how many dads?')).toBeNull())
})

function choosing(city: string | null, value: 'public' | 'participants' = 'public') {
  const [onChange, suggest] = [vi.fn(), vi.fn()]
  show(
    <AddressChoice
      value={value}
      onChange={onChange}
      area={{ error: undefined, onChange: () => {} }}
      suggest={suggest}
    />,
    '/create',
    {},
    { ...daan, city },
  )
  return { onChange, suggest }
}

test('when participants alone see the address, the form suggests the creator’s town for the others, if it is known', async () => {
  const { onChange, suggest } = choosing('Utrecht')
  expect(screen.queryByLabelText(/Neighbourhood or city/)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /Only those who join/ }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('participants')
  expect(suggest).toHaveBeenCalledExactlyOnceWith('Utrecht')
})

test('without a town the form suggests nothing, and marks the choice', async () => {
  const { suggest } = choosing(null)
  await userEvent.click(screen.getByRole('radio', { name: /Only those who join/ }))
  expect(suggest).not.toHaveBeenCalled()
})

test('a private address makes the form ask what others see, and can be made public', async () => {
  const { onChange } = choosing('Utrecht', 'participants')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Only those who join/ }).checked).toBe(true)
  expect(screen.getByLabelText(/Neighbourhood or city/)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: /Everybody sees/ }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('public')
})

const searched = (value: string, placeId = 0, found = [aPlace()]) => {
  const onChange = vi.fn()
  const { asked } = show(
    <PlaceField value={value} placeId={placeId} onChange={onChange} onBlur={() => {}} error={undefined} ref={null} />,
    '/create',
    { 'GET /api/places/search': () => ok(found) },
  )
  return { asked, onChange, searches: () => asked.filter(call => call.includes('/places/search')) }
}

test.each([
  ['two letters', 'He', 0, 1],
  ['one letter', 'H', 0, 0],
  ['spaces around one letter', ' H ', 0, 0],
  ['a place that was chosen', 'Het Woeste Westen', 7, 0],
])('the form looks for places with %s only if that can find any', async (_, value, placeId, count) => {
  const { searches } = searched(value, placeId)
  await userEvent.click(screen.getByRole('combobox'))
  await waitFor(() => expect(searches()).toHaveLength(count))
  expect(screen.queryByText(/A place on our map/) !== null).toBe(placeId !== 0)
})

test.each<[string, string | null, string]>([
  ['its name and address', 'Overbrakerpad 3, Amsterdam', 'Het Woeste Westen, Overbrakerpad 3, Amsterdam'],
  ['its name once', 'Het Woeste Westen, Amsterdam', 'Het Woeste Westen'],
  ['its name alone', null, 'Het Woeste Westen'],
])('a chosen place is written with %s', async (_, address, location) => {
  const { onChange } = searched('Woeste', 0, [aPlace({ address })])
  await userEvent.type(screen.getByRole('combobox'), 'n')
  await userEvent.click(await screen.findByRole('option'))
  expect(onChange).toHaveBeenLastCalledWith(location, 7)
})

test.each([
  ['a coming day', '2026-11-22', '2026-11-22', false],
  ['today', '2026-11-21', '2026-11-21', false],
  ['a day that is over', '2026-11-20', undefined, true],
])('a creator who types %s sees whether it can be chosen', async (_, typed, taken, isPast) => {
  const [onChange, onEnter] = [vi.fn(), vi.fn()]
  show(<TypedDay value="2026-11-25" onChange={onChange} onEnter={onEnter} />, '/create')
  const field = screen.getByLabelText('Or type the date')
  await userEvent.clear(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await userEvent.type(field, typed)
  expect(onChange.mock.calls).toEqual(taken ? [[taken]] : [])
  expect(field.getAttribute('aria-invalid') === 'true').toBe(isPast)
  await userEvent.keyboard('{Enter}')
  expect(onEnter).toHaveBeenCalledOnce()
})
