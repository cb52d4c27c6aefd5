import { expect, test } from 'vitest'
import { startChat } from './chat.ts'
import { decideOnReport, sendReport } from './moderation.ts'
import { confirmPlace, decideOnPlace, proposeForPlace, undoRevision } from './place-edits.ts'
import { removeReview, reviewPlace } from './place-reviews.ts'
import { addPlace, addPlayground, addPlaygroundWithImage, editPlace, savePlace, unsavePlace } from './places.ts'
import {
  createPlaydate,
  createTestPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
} from './playdates.ts'
import { isTouched, type Route } from './route.ts'

/** Whether the caller reads this again. */
const makesReadAgain = ({ touches = [], touchesOwn = [] }: Route, path: string) =>
  isTouched(path, [...touches, ...touchesOwn])

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

test('after a favourite the favourites are read again, and after a new chat the list of chats', () => {
  for (const route of [savePlace, unsavePlace]) {
    expect(makesReadAgain(route, '/api/users/me/favorite-places')).toBe(true)
    expect(makesReadAgain(route, '/api/places/search?q=zand')).toBe(true)
  }
  expect(makesReadAgain(startChat, '/api/chats')).toBe(true)
})

/** Whether everybody reads this again. */
const isForAll = ({ touches = [] }: Route, path: string) => isTouched(path, touches)

test.each<[string, Route]>([
  ['is changed', editPlace],
  ['is changed back', undoRevision],
  ['is confirmed', confirmPlace],
  ['is said to be wrong', proposeForPlace],
  ['is decided on', decideOnPlace],
])('after a place %s, favourites, playdates there, moderators and the map read it again', (_, route) => {
  expect(isForAll(route, '/api/playdates/1')).toBe(true)
  expect(isForAll(route, '/api/users/me/favorite-places')).toBe(true)
  expect(isForAll(route, '/api/moderation/queue')).toBe(true)
  expect(isForAll(route, '/api/places/nearby')).toBe(true)
  expect(isForAll(route, '/api/map/14/1/2')).toBe(true)
})

test('a new place appears in the moderators’ queue at once, and a review in the favourites of everybody who saved the place', () => {
  for (const route of [addPlace, addPlayground, addPlaygroundWithImage]) {
    expect(isForAll(route, '/api/moderation/queue')).toBe(true)
  }
  for (const route of [reviewPlace, removeReview]) {
    expect(isForAll(route, '/api/users/me/favorite-places')).toBe(true)
  }
})

test.each<[string, Route]>([
  ['report, which may hide something,', sendReport],
  ['decision', decideOnReport],
])('after a %s, everybody reads the affected lists again, and the user concerned his notifications', (_, route) => {
  const reads = ['/api/places', '/api/map/14/1/2', '/api/users/me/favorite-places', '/api/playdates/upcoming']
  for (const path of [
    ...reads,
    '/api/chats/1/messages',
    '/api/users/1',
    '/api/notifications',
    '/api/moderation/queue',
  ]) {
    expect([path, isForAll(route, path)]).toEqual([path, true])
  }
})
