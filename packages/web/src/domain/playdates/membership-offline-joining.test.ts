import '../../testing/page/indexed-db.ts'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { unsentWrites } from '../../platform/data/unsent-writes.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { onOfflineDatabase } from '../../platform/offline/offline-database.ts'
import { forgetNotices } from '../../platform/screen/notices.ts'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { daan } from '../../testing/stand-in-server.ts'
import { confirmLater, joinLater, leaveLater } from './membership-offline.ts'

const [list, own, one, other] = [
  '/api/playdates/upcoming',
  '/api/users/me/playdates',
  '/api/playdates/7',
  '/api/playdates/past',
]
const params = { id: 7 }

beforeEach(async () => {
  await showLanguage('nl')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reads.setQueryData(['/api/user'], daan)
})
afterEach(async () => {
  reads.clear()
  forgetNotices()
  unsentWrites.set([])
  await onOfflineDatabase(undefined, db => db.clear('waiting'))
})

function seed(playdate: Playdate) {
  const another = aPlaydate({ id: 8, title: 'Kites' })
  reads.setQueryData([list], [another, playdate])
  reads.setQueryData([own], [playdate])
  reads.setQueryData([one], playdate)
  reads.setQueryData([other], [another])
  return another
}
const read = (at: string) => reads.getQueryData<Playdate[]>([at])

test('joining offline shows a father with his children wherever the playdate is, and changes no other', async () => {
  const another = seed(aPlaydate())
  const before = read(other)
  await joinLater({ params, body: { children: 2 } })
  const shown = { myStatus: 'joined', placesTaken: 4, participants: [{ id: 2 }, { id: daan.id, children: 2 }] }
  expect(read(list)).toMatchObject([another, shown])
  expect(read(own)).toMatchObject([shown])
  expect(reads.getQueryData([one])).toMatchObject(shown)
  expect(read(other)).toBe(before)
  expect(unsentWrites.get()).toEqual(['/api/playdates/7/join'])
})

test('a father who joins offline without saying how many children come joins on his own', async () => {
  seed(aPlaydate())
  await joinLater({ params, body: {} })
  expect(reads.getQueryData([one])).toMatchObject({ placesTaken: 2, participants: [{ id: 2 }, { children: 0 }] })
})

test('a participant can change his number of children, and takes no place twice', async () => {
  seed(aPlaydate({ participants: [{ ...me, children: 1 }, kwame], myStatus: 'joined' }))
  await joinLater({ params, body: { children: 2 } })
  expect(reads.getQueryData([one])).toMatchObject({
    placesTaken: 4,
    participants: [{ id: 2 }, { id: daan.id, children: 2 }],
  })
})

test('leaving offline frees a father’s places at once', async () => {
  seed(aPlaydate({ participants: [kwame, { ...me, children: 2 }], myStatus: 'joined' }))
  await leaveLater({ params, body: {} })
  expect(reads.getQueryData([one])).toMatchObject({ myStatus: 'none', placesTaken: 1, participants: [{ id: 2 }] })
  expect(unsentWrites.get()).toEqual(['/api/playdates/7/join'])
})

test('leaving a playdate that he is not part of changes no places', async () => {
  seed(aPlaydate())
  await leaveLater({ params, body: {} })
  expect(reads.getQueryData([one])).toMatchObject({ myStatus: 'none', placesTaken: 1, participants: [{ id: 2 }] })
})

test('until it is known who the father is, nothing is queued', async () => {
  seed(aPlaydate())
  reads.removeQueries({ queryKey: ['/api/user'] })
  await joinLater({ params, body: { children: 2 } })
  await leaveLater({ params, body: {} })
  await confirmLater({ params, body: { coming: true } })
  expect(reads.getQueryData([one])).toMatchObject({ myStatus: 'none', placesTaken: 1 })
  expect(await onOfflineDatabase(undefined, db => db.getAll('waiting'))).toEqual([])
})
