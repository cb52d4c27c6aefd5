import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { CancelReason } from '../cancelling/cancel-reason.tsx'
import { PlannedHere } from '../elsewhere/planned-here.tsx'
import { PlaydateInChat } from '../elsewhere/playdate-in-chat.tsx'
import { OwnPlaydates } from './own-playdates.tsx'
import { PlaydateCard } from './playdate-card.tsx'
import { PlaydateList } from './playdate-list.tsx'
import type { ToShow } from './playdate-to-show.ts'

beforeAll(() => Promise.all([import('../series/series-fact.tsx'), import('../open/open-hour.tsx')]))
beforeEach(() => showLanguage('en'))

const words = () => document.querySelector('main')?.textContent
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const busy = () => refused(503, 'server.unavailable', 'Not now.')

test.each<[string, Partial<Playdate>, string]>([
  ['nothing', {}, ''],
  ['one of the reasons', { cancelReasonKind: 'weather' }, 'The weather'],
  ['words of his own', { cancelReason: 'Snow' }, 'Snow'],
  ['both', { cancelReasonKind: 'weather', cancelReason: 'Snow' }, 'The weather: Snow'],
])('a cancelled playdate gives its reason, if there is one: %s', (_, changes, said) => {
  show(<CancelReason playdate={aPlaydate(changes)} />, '/playdates')
  expect(words()).toBe(said)
  expect(document.querySelector('q')?.textContent).toBe(changes.cancelReason)
})

const card = (changes: Partial<Playdate>, at = '/playdates') => show(<PlaydateCard playdate={aPlaydate(changes)} />, at)
const link = () => screen.getByRole('link', { name: 'Modderen' })

test.each<[string, string, Partial<Playdate>, string]>([
  ['the list', '/playdates', {}, '/playdates?open=7'],
  ['a filtered list', '/playdates?km=5&tab=upcoming&open=3', {}, '/playdates?km=5&open=7'],
  ['another screen', '/places?km=5', {}, '/playdates?open=7'],
  ['a filtered list, over', '/playdates?km=5', yesterday, '/playdates?tab=past&open=7'],
])('a card on %s leads to its sheet', (_, at, changes, to) => {
  card(changes, at)
  expect(link().getAttribute('href')).toBe(to)
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['planned', {}, false],
  ['cancelled', { state: 'cancelled' }, true],
])('the title of a playdate that is %s is struck through only if it was cancelled', (_, changes, isStruck) => {
  card(changes)
  expect(link().querySelector('s') !== null).toBe(isStruck)
})

const weekly = { id: 3, every: 'week', until: '2099-05-26' } as const
test.each<[string, Partial<Playdate>, string | undefined]>([
  ['comes once', {}, undefined],
  ['comes every week', { series: weekly }, 'Every week'],
  ['lacks fathers', { minimumFathers: 3, fathersMissing: 2 }, 'Goes ahead from 3 dads'],
])(
  'the card of a playdate that %s shows a line about that only where there is something to say',
  async (_, changes, said) => {
    card(changes)
    if (said) expect(await screen.findByText(new RegExp(said))).toBeDefined()
    await act(async () => {})
    expect(words()).not.toMatch(said ? /\bundefined\b|\bfalse\b/ : /Every week|Goes ahead|\bfalse\b/)
  },
)

test('a place says what is planned there', async () => {
  show(<PlannedHere placeId={3} />, '/places?open=3', {
    'GET /api/playdates/at-place/3': () => ok([aPlaydate(), aPlaydate({ id: 8, title: 'Kites' })]),
  })
  expect(screen.getByText('Loading...')).toBeDefined()
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.queryByText(/Somebody has to be the first/)).toBeNull()
  expect(screen.queryByText('Loading...')).toBeNull()
})

test.each<[string, Handlers[string], RegExp]>([
  ['nothing is planned', () => ok([]), /^Planned hereNothing yet. Somebody has to be the first.$/],
  ['it cannot be loaded', busy, /^Planned here.*An error occurred while loading your playdates/],
])('a place where %s says so', async (_, answer, said) => {
  show(<PlannedHere placeId={3} />, '/places?open=3', { 'GET /api/playdates/at-place/3': answer })
  await waitFor(() => expect(words()).toMatch(said))
  expect(screen.queryByRole('article')).toBeNull()
})

test('a playdate in a chat is a card, says that it is gone, or can be tried again', async () => {
  const { handlers, unmount } = show(<PlaydateInChat id={7} />, '/chat/5', { 'GET /api/playdates/7': busy })
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(await screen.findByText('The playdate could not be loaded')).toBeDefined()
  expect(screen.queryByText('Loading...')).toBeNull()
  handlers['GET /api/playdates/7'] = () => ok(aPlaydate())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article')).toBeDefined()
  expect(screen.queryByText('The playdate could not be loaded')).toBeNull()
  unmount()
  reads.clear()
  show(<PlaydateInChat id={7} />, '/chat/5', {
    'GET /api/playdates/7': () => refused(404, 'playdate.unknown', 'Gone.'),
  })
  expect(await screen.findByText('This playdate is no longer there')).toBeDefined()
  expect(screen.queryByRole('article')).toBeNull()
})

test.each<[string, Partial<Playdate>, string[]]>([
  ['who has not answered', {}, ['Join: Modderen', 'I can’t make it: Modderen']],
  ['who cannot come', { declined: true }, ['I can after all: Modderen']],
  ['to what is cancelled', { state: 'cancelled' }, []],
])('its card in a chat gives a father asked along %s his answers', async (_, changes, answers) => {
  const playdate = aPlaydate({ askedBy: kwame, ...changes })
  show(<PlaydateInChat id={7} />, '/chat/5', { 'GET /api/playdates/7': () => ok(playdate) })
  await screen.findByRole('article')
  const names = screen.getAllByRole('button').map(button => button.getAttribute('aria-label'))
  expect(names.filter(name => name !== 'More options for Modderen')).toEqual(answers)
})

const inDays = (days: number) => ({
  startTime: new Date(Date.now() + days * 86_400_000).toISOString(),
  endTime: new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString(),
})

test('a father’s own playdates start with what comes next, then what was last, each with his part in it', async () => {
  const joined = { participants: [kwame, me], myStatus: 'joined' as const }
  show(<OwnPlaydates />, '/profile', {
    'GET /api/users/me/playdates': () =>
      ok([
        aPlaydate({ ...joined, ...inDays(-9), id: 1, title: 'Long ago' }),
        aPlaydate({ ...joined, ...inDays(9), id: 2, title: 'Later' }),
        aPlaydate({ ...joined, ...inDays(-2), id: 3, title: 'Lately' }),
        aPlaydate({ ...inDays(2), participants: [me], myStatus: 'creator', id: 4, title: 'Soon' }),
      ]),
  })
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(screen.queryByText('Nothing planned yet')).toBeNull()
  await waitFor(() => expect(titles()).toEqual(['Soon', 'Later', 'Lately', 'Long ago']))
  const parts = screen.getAllByRole('article').map(article => {
    const of = within(article)
    return ['Your playdate', 'You were there', 'Leave'].filter(text => of.queryByText(text))
  })
  expect(parts).toEqual([['Your playdate'], ['Leave'], ['You were there'], ['You were there']])
})

type ListProps = Parameters<typeof PlaydateList>[0]
const list = (data: Playdate[] | undefined, changes: Partial<ListProps> = {}, isFetching = false) =>
  show(
    <>
      <h1>Playdates</h1>
      <PlaydateList
        read={{ data, error: null, isFetching, refetch: () => {} }}
        skeletons={2}
        empty={<p>nothing</p>}
        {...changes}
      />
    </>,
    '/playdates',
  )
const three = [1, 2, 3].map(id => aPlaydate({ id, title: `playdate ${id}` }))

test.each<[number | undefined, string[]]>([
  [undefined, ['playdate 1', 'playdate 2', 'playdate 3']],
  [2, ['playdate 1', 'playdate 2']],
])('a list of the first %s shows no more', (first, shown) => {
  list(three, first === undefined ? {} : { first })
  expect(titles()).toEqual(shown)
  expect(screen.queryByText('nothing')).toBeNull()
})

test('an empty list of playdates says so, and a failed one can be tried again', async () => {
  const { unmount } = list([])
  expect(screen.getByText('nothing')).toBeDefined()
  expect(screen.queryByRole('list')).toBeNull()
  unmount()
  const refetch = vi.fn()
  list(undefined, { read: { data: undefined, error: new Error('no'), isFetching: false, refetch } })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test.each<[string, ToShow | undefined, boolean, string[]]>([
  ['just planned', { id: 2, isNew: true }, false, ['playdate 2']],
  ['just edited', { id: 3, isNew: false }, false, ['playdate 3']],
  ['one that may still move', { id: 2, isNew: true }, true, []],
  ['no such playdate', undefined, false, []],
])(
  'the list scrolls once to a playdate just planned or edited, when nothing can move it any more: %s',
  async (_, toShow, isFetching, scrolled) => {
    const seen: (string | null | undefined)[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.querySelector('h3')?.textContent)
    })
    list(three, { toShow }, isFetching)
    // The scrolling waits for a frame.
    await act(() => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
    expect(seen).toEqual(scrolled)
    const dropping = [...document.querySelectorAll('.drop-in')].map(leaf => leaf.closest('li')?.querySelector('h3'))
    expect(dropping.map(heading => heading?.textContent)).toEqual(toShow?.isNew ? ['playdate 2'] : [])
    vi.restoreAllMocks()
  },
)
