import { expect, test } from 'vitest'
import { startChat } from './chat.ts'
import { decideOnReport, sendReport } from './moderation.ts'
import {
  addPlace,
  addPlayground,
  addPlaygroundWithImage,
  confirmPlace,
  decideOnPlace,
  editPlace,
  proposeForPlace,
  removeReview,
  reviewPlace,
  savePlace,
  undoRevision,
  unsavePlace,
} from './places.ts'
import {
  createPlaydate,
  createTestPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
} from './playdates.ts'
import { isTouched, type Route } from './route.ts'

/** Whether whoever did it reads this again. */
const makesReadAgain = ({ touches = [], touchesOwn = [] }: Route, path: string) =>
  isTouched(path, [...touches, ...touchesOwn])

test.each<[string, Route]>([
  ['made', createPlaydate],
  ['made on the test page', createTestPlaydate],
  ['changed', editPlaydate],
  ['deleted', deletePlaydate],
  ['joined', joinPlaydate],
  ['left', leavePlaydate],
])('after a playdate is %s the upcoming and the past ones are read again', (_, route) => {
  expect(makesReadAgain(route, '/api/playdates/upcoming')).toBe(true)
  expect(makesReadAgain(route, '/api/playdates/past')).toBe(true)
})

test.each<[string, Route]>([
  ['restaurant is added', addPlace],
  ['playground is added', addPlayground],
  ['playground is added with a picture', addPlaygroundWithImage],
  ['place is changed', editPlace],
])('after a %s every list of places is read again, the searches among them', (_, route) => {
  expect(makesReadAgain(route, '/api/places/search?type=playground')).toBe(true)
  expect(makesReadAgain(route, '/api/places/nearby?latitude=52.37&longitude=4.9')).toBe(true)
  expect(makesReadAgain(route, '/api/places')).toBe(true)
})

test('after a heart the favourites are read again, and after a new chat the list of chats', () => {
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
])('after a place %s whoever saved it or meets there reads it again, and so do moderators and the map', (_, route) => {
  expect(isForAll(route, '/api/playdates/1')).toBe(true)
  expect(isForAll(route, '/api/users/me/favorite-places')).toBe(true)
  expect(isForAll(route, '/api/moderation/queue')).toBe(true)
  expect(isForAll(route, '/api/places/nearby')).toBe(true)
  expect(isForAll(route, '/api/map/14/1/2')).toBe(true)
})

test('a new place is in the moderators’ list at once, and a review in the list of everybody who saved the place', () => {
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
])('after a %s everybody reads again where it stood, and whoever it is of what he is told', (_, route) => {
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
