import { expect, test } from 'vitest'
import { startChat } from './chat.ts'
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
