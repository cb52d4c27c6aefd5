import { limits } from '@papadag/contract/limits'
import type { PlaceDetail } from '@papadag/contract/places/places'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aDetail, aPlace } from '../../../testing/a-place.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { addressAmong } from '../map/adding/address-of-pin.ts'
import { MeetHere } from '../meet-here.tsx'
import { PlaceDetails } from './place-details.tsx'
import { PlaceHistory } from './place-history.tsx'
import { PlaceReviews } from './place-reviews.tsx'
import { ProposalForm } from './proposal-form.tsx'

beforeAll(() => import('@papadag/ui/layers/dialog'))
beforeEach(() => showLanguage('en'))

const words = () => document.querySelector('main')?.textContent ?? ''
const buttons = () =>
  screen.queryAllByRole('button').map(button => button.getAttribute('aria-label') ?? button.textContent)

const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean)

const review = (id: number, changes = {}) => ({
  id,
  author: { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null },
  rating: 3,
  text: `review ${id}`,
  updatedAt: '2026-11-20T10:00:00.000Z',
  isMine: false,
  ...changes,
})
const reviews = (answer: () => ReturnType<typeof ok>, more: Handlers = {}) =>
  show(<PlaceReviews place={aPlace()} />, '/places', { 'GET /api/places/7/reviews': answer, ...more })

test('a father who has not reviewed a place can do so, and sees who has', async () => {
  reviews(() => ok([review(1), review(2, { text: '' })]))
  expect(await screen.findByText('review 1')).toBeDefined()
  expect(buttons()).toEqual(['Write a review'])
  expect(screen.getAllByText('Kwame Mensah')).toHaveLength(2)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.querySelectorAll('p')).toHaveLength(3)
  expect(second?.querySelectorAll('p')).toHaveLength(2)
  const stars = [...(first?.querySelectorAll('[role=img] > svg') ?? [])].map(star =>
    star.getAttribute('class')?.includes('fill-'),
  )
  expect(stars).toEqual([true, true, true, false, false])
})

test('a father can change or remove his review, which is not shown while he changes it', async () => {
  reviews(() => ok([review(1), review(2, { isMine: true })]))
  expect(await screen.findByText('You')).toBeDefined()
  expect(buttons()).toEqual(['Edit review', 'Remove review'])
  await userEvent.click(screen.getByRole('button', { name: 'Edit review' }))
  expect(screen.queryByText('You')).toBeNull()
  expect(screen.getByText('review 1')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Edit review' })).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/How was it/).value).toBe('review 2')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('You')).toBeDefined()
  expect(document.activeElement?.tagName).toBe('H3')
})

test('five reviews are shown at first, and more on request', async () => {
  reviews(() => ok([1, 2, 3, 4, 5, 6].map(id => review(id))))
  await screen.findByText('review 5')
  expect(screen.queryByText('review 6')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'More reviews' }))
  expect(await screen.findByText('review 6')).toBeDefined()
})

test('reviews that cannot be loaded can be tried again, and nobody can write one in the meantime', async () => {
  const { handlers } = reviews(() => refused(403, 'user.stopped', 'No.'))
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(await screen.findByText('The reviews could not be loaded.')).toBeDefined()
  expect(buttons()).toEqual(['Retry'])
  handlers['GET /api/places/7/reviews'] = () => ok([])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Write a review' })).toBeDefined()
})

test('a review needs stars, and may not be too long', async () => {
  const sent = vi.fn()
  reviews(() => ok([]), {
    'PUT /api/places/7/reviews': body => {
      sent(body)
      return ok(review(1, { isMine: true }))
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  const group = screen.getByRole('radiogroup')
  expect(group.nextElementSibling?.childElementCount).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }))
  expect(group.getAttribute('aria-describedby')).not.toBeNull()
  expect(alerts()).toHaveLength(1)
  await userEvent.click(screen.getAllByRole('radio')[3] ?? document.body)
  expect(group.getAttribute('aria-describedby')).toBeNull()
  await userEvent.click(screen.getByLabelText(/How was it/))
  await userEvent.paste('a'.repeat(limits.review + 1))
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }))
  expect(sent).not.toHaveBeenCalled()
})

test('a review of exactly the greatest length is saved once, and cannot be cancelled meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const sent = vi.fn()
  reviews(() => ok([]), {
    'PUT /api/places/7/reviews': body => {
      sent(body)
      return promise
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  await userEvent.click(screen.getAllByRole('radio')[2] ?? document.body)
  const stars = [...screen.getByRole('radiogroup').querySelectorAll('svg')]
  expect(stars.map(star => star.getAttribute('class')?.includes('fill-none'))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  await userEvent.click(screen.getByLabelText(/How was it/))
  await userEvent.paste(`${'a'.repeat(limits.review)} `)
  expect(alerts()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }))
  const saving = await screen.findByRole('button', { name: 'Saving...' })
  await userEvent.click(saving)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  resolve(ok(review(1, { isMine: true })))
  expect(await screen.findByRole('button', { name: 'Write a review' })).toBeDefined()
  expect(sent).toHaveBeenCalledOnce()
})

const revision = (id: number, changes = {}) => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  isMine: false,
  isUndo: false,
  mayUndo: false,
  before: { name: 'Old' },
  after: { name: `New ${id}` },
  ...changes,
})
const history = (all: object[]) =>
  show(<PlaceHistory placeId={7} />, '/places', { 'GET /api/places/7/revisions': () => ok(all) })

test.each<[string, object, string[]]>([
  ['a name', { before: { name: 'Old' }, after: { name: 'New' } }, ['NameBefore: Old →  After: New']],
  [
    'a description that was emptied',
    { before: { description: 'Old' }, after: { description: '' } },
    ['DescriptionBefore: Old →  After: nothing'],
  ],
  [
    'an address from nothing',
    { before: { address: null }, after: { address: 'Dam 1' } },
    ['AddressBefore: nothing →  After: Dam 1'],
  ],
  [
    'a position',
    { before: { latitude: 1, longitude: 2 }, after: { latitude: 3, longitude: 4 } },
    ['CoordinatesBefore: 1, 2 →  After: 3, 4'],
  ],
  [
    'what is there',
    { before: { features: [] }, after: { features: ['benches'] } },
    ['What you will find thereBefore: nothing →  After: Benches'],
  ],
  ['a photo', { before: { hasImage: false }, after: { hasImage: true } }, ['PhotoBefore: nothing →  After: a photo']],
  [
    'a photo that was removed',
    { before: { hasImage: true }, after: { hasImage: false } },
    ['PhotoBefore: a photo →  After: nothing'],
  ],
])('the history of a place shows a change of %s', async (_, changes, rows) => {
  history([revision(1, changes)])
  await waitFor(() => expect(document.querySelector('dl')).not.toBeNull())
  expect(
    [...document.querySelectorAll('dl > div')].map(row => row.textContent?.replaceAll('Before:', 'Before:')),
  ).toEqual(rows)
})

test('the history says who made a change and whether it was undone, and offers to undo it where the father may', async () => {
  history([revision(1), revision(2, { isMine: true, mayUndo: true }), revision(3, { isUndo: true })])
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent?.replace(/^.*2026/, ''))).toHaveLength(3)
  expect(screen.getAllByText('mine')).toHaveLength(1)
  expect(screen.getAllByText('undone')).toHaveLength(1)
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('twenty changes are shown at first', async () => {
  const { unmount } = history(Array.from({ length: 20 }, (_, at) => revision(at + 1)))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(20))
  expect(screen.queryByRole('button', { name: 'Older changes' })).toBeNull()
  unmount()
  reads.clear()
  history(Array.from({ length: 21 }, (_, at) => revision(at + 1)))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(20))
  await userEvent.click(screen.getByRole('button', { name: 'Older changes' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(21))
  expect(screen.queryByRole('button', { name: 'Older changes' })).toBeNull()
})

test('a history that could not be loaded says so, and can be read again', async () => {
  let answer: Answer = { status: 500 }
  show(<PlaceHistory placeId={7} />, '/places', { 'GET /api/places/7/revisions': () => answer })
  expect(screen.queryByText('The history could not be loaded.')).toBeNull()
  expect(await screen.findByText('The history could not be loaded.')).toBeDefined()
  answer = ok([revision(1)])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
})

test('a place that nobody has changed says so', async () => {
  history([])
  expect(await screen.findByText('Nobody has changed anything yet.')).toBeDefined()
})

const proposal = (kind: 'change' | 'gone') => {
  const [sent, onDone] = [vi.fn(), vi.fn()]
  const shown = show(<ProposalForm placeId={7} kind={kind} onDone={onDone} />, '/places', {
    'POST /api/places/7/proposals': body => {
      sent(body)
      return { status: 201, body: {} }
    },
  })
  return { ...shown, sent, onDone }
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

test('a father who proposes a change must describe it, and not at too great a length', async () => {
  const { sent, onDone } = proposal('change')
  expect(alerts()).toEqual([])
  await userEvent.type(screen.getByRole('textbox'), '  ')
  await send()
  expect(alerts()).toHaveLength(1)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste('a'.repeat(limits.description + 1))
  await send()
  expect(sent).not.toHaveBeenCalled()
  await userEvent.clear(screen.getByRole('textbox'))
  await userEvent.type(screen.getByRole('textbox'), 'The slide is new')
  await send()
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ kind: 'change', text: 'The slide is new' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('a text of exactly the greatest length is sent, and the spaces around it do not count', async () => {
  const { sent } = proposal('change')
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste(`${'a'.repeat(limits.description)} `)
  expect(alerts()).toEqual([])
  await userEvent.paste('a')
  expect(alerts()).toHaveLength(1)
  await userEvent.type(screen.getByRole('textbox'), '{Backspace}')
  await send()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
})

test('saying that a place is gone needs no words, and the dialog says what it leads to', async () => {
  const { sent } = proposal('gone')
  expect(screen.getByText(/If three dads say so/)).toBeDefined()
  await send()
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ kind: 'gone', text: '' }))
})

test('a correction that a father has begun is there again when he comes back', async () => {
  const { unmount } = proposal('change')
  await userEvent.type(screen.getByRole('textbox'), 'The slide')
  unmount()
  proposal('change')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The slide')
})

const details = (changes: Partial<PlaceDetail> = {}, isRead = true) => {
  const place = aDetail(changes)
  return show(
    <PlaceDetails place={place} drawing={undefined} detail={isRead ? place : undefined} planned={<p>planned</p>} />,
    '/places',
    { 'GET /api/places/7/reviews': () => ok([]), 'GET /api/playdates/at-place/7': () => ok([]) },
  )
}

test.each<[string, Partial<PlaceDetail>, string[], string[]]>([
  [
    'with everything',
    { description: 'Big slide' },
    ['Overbrakerpad 3, Amsterdam', '650 m', 'Big slide', 'On the map'],
    ['No address', 'location missing', 'This name comes from', 'Changing table'],
  ],
  ['without an address', { address: null }, ['No address'], []],
  ['without a position', { latitude: 0, longitude: 0 }, ['location missing'], ['On the map', '650 m']],
  ['with a made-up name', { isNameDerived: true }, ['This name comes from'], []],
  ['with a changing table', { changingTable: 'everyone' }, ['dads can get to it'], ['only in the ladies']],
  ['with one for women', { changingTable: 'womenOnly' }, ['only in the ladies'], ['dads can get to it']],
  ['that is new', { status: 'new' }, ['Two other dads still have to confirm it.'], ['This is right']],
  [
    'that is new, to a visitor',
    { status: 'new', mayConfirm: true },
    ['Have you been there?', 'This is right'],
    ['Two other dads'],
  ],
])('the sheet of a place shows what is known: %s', async (_, changes, said, unsaid) => {
  details(changes)
  await screen.findByRole('button', { name: 'Write a review' })
  for (const one of said) expect(words()).toContain(one)
  for (const one of unsaid) expect(words()).not.toContain(one)
})

test('reviews wait until the planned playdates above them have loaded, so that nothing moves', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const place = aDetail()
  show(<PlaceDetails place={place} drawing={undefined} detail={place} planned={<p>planned</p>} />, '/places', {
    'GET /api/places/7/reviews': () => ok([]),
    'GET /api/playdates/at-place/7': () => promise,
  })
  const around = async () => (await screen.findByRole('button', { name: 'Write a review' })).closest('.hidden')
  expect(screen.getByText('planned')).toBeDefined()
  expect(await around()).not.toBeNull()
  resolve(ok([]))
  await waitFor(async () => expect(await around()).toBeNull())
})

test('the sheet of a place offers no action before it is known whether the father may take it', () => {
  details({ status: 'new', mayConfirm: true }, false)
  expect(words()).toContain('Two other dads still have to confirm it.')
})

test.each([
  ['with an address', 'Dam 1', 'Kites, Dam 1'],
  ['without an address', null, 'Kites'],
  ['with an unknown one', undefined, 'Kites'],
])('planning something at a place %s passes that on', (_, address, location) => {
  show(<MeetHere place={{ id: 7, name: 'Kites', ...(address !== undefined && { address }) }} />, '/places')
  const { searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link').href)
  expect(Object.fromEntries(searchParams)).toEqual({ location, place: '7' })
})

test.each<[string, { address: string | null; distance: number | null }[], string | undefined]>([
  ['nothing', [], undefined],
  [
    'the street of a place near it, without its number',
    [{ address: 'Dam 1, Amsterdam', distance: 150 }],
    'Dam, Amsterdam',
  ],
  ['the town of one further away', [{ address: 'Dam 1, Amsterdam', distance: 151 }], 'Amsterdam'],
  ['the town of one 2 km away', [{ address: 'Dam 1, Amsterdam', distance: 2000 }], 'Amsterdam'],
  ['nothing further away', [{ address: 'Dam 1, Amsterdam', distance: 2001 }], undefined],
  ['nothing where the distance is unknown', [{ address: 'Dam 1, Amsterdam', distance: null }], undefined],
  [
    'the first with a town',
    [
      { address: null, distance: 1 },
      { address: 'Dam 1', distance: 2 },
      { address: 'Plein 2, Utrecht', distance: 3 },
    ],
    'Plein, Utrecht',
  ],
  [
    'a street that begins with a number',
    [{ address: '2e Dwarsstraat 5, Utrecht', distance: 3 }],
    '2e Dwarsstraat, Utrecht',
  ],
  ['a street without a number', [{ address: 'Vondelpark, Amsterdam', distance: 3 }], 'Vondelpark, Amsterdam'],
])('a pin on the map is given the address of %s', (_, places, address) => expect(addressAmong(places)).toBe(address))
