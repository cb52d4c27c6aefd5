import type { PlaceDetail } from '@papadag/contract/places/places'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aDetail } from '../../../testing/a-place.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, ok } from '../../../testing/stand-in-server.ts'
import { MeetHere } from '../meet-here.tsx'
import { PlaceDetails } from './place-details.tsx'

beforeEach(() => showLanguage('en'))

const words = () => document.querySelector('main')?.textContent ?? ''

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
