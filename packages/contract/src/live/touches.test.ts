import { expect, test } from 'vitest'
import { startChat } from '../chat.ts'
import { decideOnReport, sendReport } from '../moderation.ts'
import { confirmPlace, decideOnPlace, proposeForPlace, undoRevision } from '../places/place-edits.ts'
import { removeReview, reviewPlace } from '../places/place-reviews.ts'
import { addPlace, addPlayground, addPlaygroundWithImage, editPlace, savePlace, unsavePlace } from '../places/places.ts'
import {
  createPlaydate,
  createTestPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
} from '../playdates/playdates.ts'
import { isTouched, type Route } from '../route.ts'
import { changes, readsOfPeople, readsTouchedBy, type Touch } from './touches.ts'

/** Whether the caller reads this again. */
const makesReadAgain = ({ touches = [], touchesOwn = [] }: Route, path: string) =>
  isTouched(path, [...readsTouchedBy(touches), ...touchesOwn])

test.each<[string, Route]>([
  ['made', createPlaydate],
  ['made on the test page', createTestPlaydate],
  ['changed', editPlaydate],
  ['deleted', deletePlaydate],
  ['joined', joinPlaydate],
  ['left', leavePlaydate],
])('after a playdate is %s, upcoming and past playdates are read again', (_, route) => {
  expect(makesReadAgain(route, '/api/playdates/upcoming')).toBe(true)
  expect(makesReadAgain(route, '/api/playdates/past')).toBe(true)
})

test.each<[string, Route]>([
  ['restaurant is added', addPlace],
  ['playground is added', addPlayground],
  ['playground is added with a picture', addPlaygroundWithImage],
  ['place is changed', editPlace],
])('after a %s, every list of places and every search is read again', (_, route) => {
  expect(makesReadAgain(route, '/api/places/search?type=playground')).toBe(true)
  expect(makesReadAgain(route, '/api/places/nearby?latitude=52.37&longitude=4.9')).toBe(true)
  expect(makesReadAgain(route, '/api/places')).toBe(true)
})

test('after saving a favourite the favourites are read again, and after starting a chat the list of chats', () => {
  for (const route of [savePlace, unsavePlace]) {
    expect(makesReadAgain(route, '/api/users/me/favorite-places')).toBe(true)
    expect(makesReadAgain(route, '/api/places/search?q=zand')).toBe(true)
  }
  expect(makesReadAgain(startChat, '/api/chats')).toBe(true)
})

/** The changes whose announcement names this read. */
const changesOf = ({ touches = [] }: Route, path: string) =>
  touches.filter(touch => isTouched(path, readsTouchedBy([touch])))

test.each<[string, Route]>([
  ['is changed', editPlace],
  ['is changed back', undoRevision],
  ['is confirmed', confirmPlace],
  ['is said to be wrong', proposeForPlace],
  ['is decided on', decideOnPlace],
])('after a place %s, favourites, playdates there, moderators and the map can learn of it', (_, route) => {
  expect(changesOf(route, '/api/playdates/1')).toContain('place')
  expect(changesOf(route, '/api/users/me/favorite-places')).toEqual(['place'])
  expect(changesOf(route, '/api/places/nearby')).toEqual(['place'])
  expect(changesOf(route, '/api/map/14/1/2')).toEqual(['place'])
  expect(changesOf(route, '/api/moderation/queue')).toEqual(['moderation'])
})

test('a new place reaches the moderators’ queue, and a review reaches everybody who shows the place', () => {
  for (const route of [addPlace, addPlayground, addPlaygroundWithImage]) {
    expect(changesOf(route, '/api/moderation/queue')).toEqual(['moderation'])
  }
  for (const route of [reviewPlace, removeReview]) {
    expect(changesOf(route, '/api/users/me/favorite-places')).toEqual(['place'])
  }
})

test.each<[string, Route]>([
  ['report, which may hide something,', sendReport],
  ['decision', decideOnReport],
])('a %s can change whatever shows the item, and the notices of the user concerned', (_, route) => {
  const reads = ['/api/places', '/api/map/14/1/2', '/api/users/me/favorite-places', '/api/playdates/upcoming']
  for (const path of [
    ...reads,
    '/api/chats/1/messages',
    '/api/users/1',
    '/api/notifications',
    '/api/moderation/queue',
  ]) {
    expect([path, changesOf(route, path).length > 0]).toEqual([path, true])
  }
})

test('the people concerned read their own data again, but not moderators’ reads or places', () => {
  const names = Object.keys(changes) as Touch[] // its own keys
  for (const name of names) {
    const people = readsOfPeople(name)
    expect([name, people.every(start => isTouched(start, changes[name]))]).toEqual([name, true])
    expect([name, isTouched('/api/moderation/queue', people)]).toEqual([name, false])
  }
  expect(readsOfPeople('notices')).toEqual(['/api/notifications', '/api/today'])
  expect(readsOfPeople('person')).toEqual(['/api/chats', '/api/today'])
  expect([readsOfPeople('place'), readsOfPeople('moderation')]).toEqual([[], []])
})
