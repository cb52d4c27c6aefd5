import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, ok } from '../../../testing/stand-in-server.ts'
import { PlaceHistory } from './place-history.tsx'

beforeEach(() => showLanguage('en'))

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
  expect([...document.querySelectorAll('dl > div')].map(row => row.textContent)).toEqual(rows)
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
