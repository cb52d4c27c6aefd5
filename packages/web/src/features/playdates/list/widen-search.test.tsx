import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { daan } from '../../../testing/stand-in-server.ts'
import { FilterBar, FilteredOut } from './filter-bar.tsx'
import type { Filters } from './filters.ts'
import { UpcomingList } from './upcoming-list.tsx'
import { EndOfFound, NothingFound } from './widen-search.tsx'

beforeAll(() => Promise.all([import('../form/date-field.tsx'), import('@papadag/ui/layers/dialog')]))
beforeEach(() => showLanguage('en'))

const child = { name: 'Noor', age: 4, birthMonth: '2022-01' }
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const words = () => document.querySelector('main')?.textContent

test.each<[string, Filters, (string | null)[]]>([
  ['nothing', {}, []],
  ['2 km', { km: 2 }, ['Look within 5 km']],
  ['10 km', { km: 10 }, ['Look further away']],
  ['a day', { day: 'today' }, ['See what comes next']],
  ['an age', { fits: true }, ['Any age']],
  ['an age and room', { fits: true, room: true }, ['Any age']],
  ['room', { room: true }, ['Full ones too']],
  ['all', { km: 5, day: 'weekend', fits: true, room: true }, ['Look within 10 km', 'See what comes next', 'Any age']],
])('a father whose filter by %s finds nothing can look further', (_, filters, offered) => {
  show(<NothingFound filters={filters} onChange={() => {}} onSayWhere={undefined} />, '/playdates')
  expect(buttons()).toEqual(offered)
  expect(screen.getByText('Nothing matches')).toBeDefined()
})

test.each<[string, Filters, Filters]>([
  ['Look within 10 km', { km: 5, day: 'today' }, { km: 10, day: 'today' }],
  ['Look further away', { km: 10, room: true }, { km: undefined, room: true }],
  ['See what comes next', { km: 5, day: 'today' }, { km: 5, day: undefined }],
  ['Any age', { km: 5, fits: true, room: true }, { km: 5, fits: undefined, room: undefined }],
])('pressing “%s” changes only that filter', async (name, filters, to) => {
  const onChange = vi.fn()
  show(<NothingFound filters={filters} onChange={onChange} onSayWhere={undefined} />, '/playdates')
  await userEvent.click(screen.getByRole('button', { name }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(to)
})

test('planning a playdate from a filtered list starts with the chosen day', () => {
  const to = (filters: Filters) => {
    const { unmount } = show(<EndOfFound filters={filters} onChange={() => {}} isAllFull={false} />, '/playdates')
    const { href } = screen.getByRole<HTMLAnchorElement>('link')
    unmount()
    return new URL(href).search
  }
  expect(to({})).toBe('')
  expect(to({ day: 'today' })).toBe(`?date=${dateAndTimeOf(new Date()).date}`)
  expect(to({ day: '2031-05-06' })).toBe('?date=2031-05-06')
})

test('the end of the list says whether there is room in what was found', () => {
  const { unmount } = show(<EndOfFound filters={{}} onChange={() => {}} isAllFull />, '/playdates')
  expect(words()).toMatch(/^Everything you are looking for is full/)
  unmount()
  show(<EndOfFound filters={{}} onChange={() => {}} isAllFull={false} />, '/playdates')
  expect(words()).toMatch(/^That is everything you are looking for/)
})

test('a father whose home is unknown is asked where he lives rather than told that nothing is near', async () => {
  const [onChange, onSayWhere] = [vi.fn(), vi.fn()]
  show(<NothingFound filters={{ km: 5 }} onChange={onChange} onSayWhere={onSayWhere} />, '/playdates')
  expect(screen.getByText('We don’t know what is near you')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Tell where you live' }))
  expect(onSayWhere).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Show all playdates' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith({})
})

function bar(filters: Filters, { children = [child], locates = true } = {}) {
  const onChange = vi.fn()
  show(
    <FilterBar filters={filters} onChange={onChange} locate={async () => locates} />,
    '/playdates',
    {},
    { ...daan, childrenInfo: children },
  )
  return onChange
}
const chips = () =>
  [...document.querySelectorAll('button')].map(
    chip => `${chip.getAttribute('aria-pressed') === 'true' ? '✓ ' : ''}${chip.textContent}`,
  )

test('all filters are there, and the active ones come first', () => {
  bar({ km: 5, day: 'weekend', room: true })
  expect(chips()).toEqual([
    '✓ 5 kmWithin 5 km',
    '✓ This weekend',
    '✓ Room for 2',
    '10 kmWithin 10 km',
    '2 kmWithin 2 km',
    'Today',
    'Pick a day',
    'My children’s age',
  ])
})

test('a father without children is not asked about their age, and needs one place', () => {
  bar({}, { children: [] })
  expect(chips().slice(-2)).toEqual(['Pick a day', 'Places left'])
})

test('a chosen date is shown on its filter', () => {
  bar({ day: '2031-05-06' })
  expect(chips()[0]).toBe('✓ Tue 6 May')
  expect(chips().filter(chip => chip.startsWith('✓'))).toHaveLength(1)
})

test.each<[string, Filters, Filters]>([
  ['Today', { km: 5 }, { km: 5, day: 'today' }],
  ['Today', { day: 'today' }, { day: undefined }],
  ['This weekend', { day: 'today' }, { day: 'weekend' }],
  ['Room for 2', {}, { room: true }],
  ['Room for 2', { room: true }, { room: undefined }],
  ['My children’s age', {}, { fits: true }],
  ['My children’s age', { fits: true }, { fits: undefined }],
  ['Within 5 km', { km: 5 }, { km: undefined }],
  ['Within 5 km', { km: 10, fits: true }, { km: 5, fits: true }],
  ['Tue 6 May', { day: '2031-05-06' }, { day: undefined }],
])('the list is headed “%s” once a father has chosen %o', async (name, filters, to) => {
  const onChange = bar(filters)
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`${name}$`) }))
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith(to))
})

test('a father cannot choose a distance that cannot be measured', async () => {
  const onChange = bar({}, { locates: false })
  const chip = screen.getByRole('button', { name: /Within 5 km$/ })
  await userEvent.click(chip)
  await waitFor(() => expect(chips()[0]).toBe('10 kmWithin 10 km'))
  expect(onChange).not.toHaveBeenCalled()
})

test('a father picks a day in a calendar', async () => {
  const onChange = bar({ km: 5, day: 'today' })
  await userEvent.click(screen.getByRole('button', { name: 'Pick a day' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Next month' }))
  const [day] = await dialog.findAllByRole('button', { name: /\b15\b/ })
  await userEvent.click(day ?? document.body)
  expect(onChange).toHaveBeenLastCalledWith({ km: 5, day: expect.stringMatching(/^\d{4}-\d{2}-15$/) })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

type Counted = Parameters<typeof FilteredOut>[0]['counted']
const counted = (all: number, matching: number): Counted => ({ all, matching })

test.each<[string, Filters, Counted, string]>([
  ['not known', { room: true }, undefined, '…'],
  ['none', { room: true }, counted(3, 3), 'Nothing is filtered out.'],
  ['one', { room: true }, counted(3, 2), '1 is filtered out.'],
  ['two', { room: true }, counted(3, 1), '2 are filtered out.'],
  [
    'two, some of them anywhere',
    { km: 5 },
    counted(3, 1),
    '2 are filtered out, including those we can’t measure the distance to.',
  ],
  ['none by distance', { km: 5 }, counted(3, 3), 'Nothing is filtered out.'],
  ['very many', { room: true }, counted(500, 1), 'Many more are filtered out.'],
  ['nearly as many', { room: true }, counted(499, 0), '499 are filtered out.'],
  ['without filters', {}, counted(3, 3), ''],
])('the list says how many playdates its filters hide: %s', (_, filters, of, said) => {
  show(<FilteredOut filters={filters} counted={of} onClear={() => {}} />, '/playdates')
  expect(document.querySelector('main p')?.textContent).toBe(said)
  expect(document.querySelector<HTMLElement>('main > div')?.hidden).toBe(Object.keys(filters).length === 0)
})

const read = (data: Playdate[] | undefined, changes = {}) =>
  ({
    data,
    error: null,
    isFetching: false,
    refetch: vi.fn(),
    hasMore: false,
    isBehind: false,
    hasStopped: false,
    more: vi.fn(),
    ...changes,
  }) as Partial<Parameters<typeof UpcomingList>[0]['read']> as Parameters<typeof UpcomingList>[0]['read'] // what it reads

type ListProps = Parameters<typeof UpcomingList>[0]
const list = (of: ListProps['read'], changes: Partial<ListProps> = {}, own = daan) => {
  const onSayWhere = vi.fn()
  show(
    <UpcomingList
      read={of}
      others={of.data}
      toShow={undefined}
      filters={{}}
      onChange={() => {}}
      isFromHere={false}
      onSayWhere={undefined}
      {...changes}
    />,
    '/playdates',
    {},
    own,
  )
  return onSayWhere
}
const parts = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const near = aPlaydate({ id: 1, nearKm: 10 })
const far = aPlaydate({ id: 2, nearKm: null })
const home = { latitude: 52, longitude: 5, isCity: true }

test.each<[string, Playdate[], string[]]>([
  ['near and far', [near, far], ['Near you', 'Further away']],
  ['near alone', [near], ['Near you']],
  ['far alone', [far], ['Near you', 'Further away']],
  ['of which no distance is known', [aPlaydate()], []],
])('a list of playdates %s has its headings', (_, playdates, headings) => {
  list(read(playdates))
  expect(parts()).toEqual(headings)
  expect(screen.getAllByRole('article')).toHaveLength(playdates.length)
  expect(words()?.includes('Nothing is planned near you yet.')).toBe(headings.length > 0 && !playdates.includes(near))
})

test.each<[string, boolean, Partial<typeof daan>, string]>([
  ['from where he is', true, { home }, 'within 10 km'],
  ['from his town', false, { home }, 'within 10 km of Utrecht'],
  ['from his home', false, { home: { ...home, isCity: false } }, 'within 10 km of your home'],
])('the nearby part says how far it reaches, measured %s', (_, isFromHere, own, said) => {
  list(read([near]), { isFromHere }, { ...daan, ...own })
  expect(screen.getByText(said)).toBeDefined()
})

test('the list asks where he is only if that helps', async () => {
  const onSayWhere = vi.fn()
  const first = list(read([aPlaydate()]), { onSayWhere })
  await userEvent.click(screen.getByRole('button', { name: 'Show first what is near me' }))
  expect(onSayWhere).toHaveBeenCalledOnce()
  expect(first).not.toHaveBeenCalled()
})

test.each<[string, Playdate[] | undefined, Partial<ListProps>]>([
  ['when it is empty', [], { onSayWhere: () => {} }],
  ['while it loads', undefined, { onSayWhere: () => {} }],
  ['when that is known', [aPlaydate()], {}],
])('the list does not ask where a father is %s', (_, data, changes) => {
  list(read(data), changes)
  expect(screen.queryByRole('button', { name: 'Show first what is near me' })).toBeNull()
})

test.each<[string, Playdate[], Partial<ListProps>, object, RegExp | undefined]>([
  ['of a filtered list', [aPlaydate()], { filters: { room: true } }, {}, /That is everything/],
  ['of a list of full playdates', [aPlaydate({ maxParticipants: 1 })], { filters: { room: true } }, {}, /is full/],
  [
    'of a list in which some are full',
    [aPlaydate({ maxParticipants: 1 }), aPlaydate({ id: 8 })],
    { filters: { km: 5 } },
    {},
    /That is/,
  ],
  ['of a list without filters', [aPlaydate()], {}, {}, undefined],
  ['of a list that goes on', [aPlaydate()], { filters: { room: true } }, { hasMore: true }, undefined],
])('the end %s says what a father can do next', async (_, playdates, changes, more, said) => {
  list(read(playdates, more), changes)
  if (said) expect(await screen.findByText(said)).toBeDefined()
  expect(screen.queryByText(/everything you are looking for/i) !== null).toBe(said !== undefined)
})

test.each<[string, Partial<ListProps>, RegExp]>([
  ['without filters', {}, /Nothing planned yet/],
  ['with filters', { filters: { room: true } }, /Nothing matches/],
  ['with a distance from nowhere', { filters: { km: 5 }, onSayWhere: () => {} }, /We don’t know what is near you/],
  ['with another filter from nowhere', { filters: { room: true }, onSayWhere: () => {} }, /Nothing matches/],
])('an empty list %s says what a father can do', async (_, changes, said) => {
  list(read([]), changes)
  expect(await screen.findByText(said)).toBeDefined()
})

test('a list with more playdates can be continued, and says if that failed', async () => {
  const of = read([aPlaydate()], { hasMore: true, hasStopped: true })
  list(of)
  expect(screen.getByText('An error occurred while loading your playdates')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show more playdates' }))
  expect(of.more).toHaveBeenCalled()
})
