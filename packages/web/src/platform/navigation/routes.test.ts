import { describe, expect, test } from 'vitest'
import { matchRoute, nextPath, pathTo, routes, sectionOf } from './routes.ts'

describe('an address belongs to one screen', () => {
  test.each([
    ['/', { name: 'home', id: undefined }],
    ['/playdates', { name: 'playdates', id: undefined }],
    ['/playdates/', { name: 'playdates', id: undefined }],
    ['/chat', { name: 'chat', id: undefined }],
    ['/chat/12', { name: 'chat', id: 12 }],
    ['/users/3', { name: 'user', id: 3 }],
    ['/edit-playdate/7', { name: 'edit-playdate', id: 7 }],
    ['/places', { name: 'places', id: undefined }],
    ['/playground-map', { name: 'playground-map', id: undefined }],
    ['/discover', { name: 'discover', id: undefined }],
    ['/users', { name: 'users', id: undefined }],
    ['/profile', { name: 'profile', id: undefined }],
    ['/create', { name: 'create-playdate', id: undefined }],
    ['/auth', { name: 'auth', id: undefined }],
    ['/test-create', { name: 'test-create', id: undefined }],
    ['/simple-test', { name: 'simple-test', id: undefined }],
    ['/edit-playdate', undefined],
    ['/edit-playdate/seven', undefined],
    ['/edit-playdate/0', undefined],
    ['/edit-playdate/99999999999', undefined],
    ['/edit-playdate/2147483648', undefined],
    ['/playdates/5', undefined],
    ['/5', undefined],
    ['/nowhere', undefined],
  ])('the address %s opens its screen, or none if there is none', (path, match) => {
    expect(matchRoute(path)).toEqual(match)
  })
})

test('with the developer pages off, their addresses are unknown', () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'developer-pages', content: 'off' })
  document.head.append(meta)
  expect([matchRoute('/test-create'), matchRoute('/simple-test')]).toEqual([undefined, undefined])
  expect(matchRoute('/auth')).toEqual({ name: 'auth', id: undefined })
  meta.remove()
  expect(matchRoute('/test-create')).toEqual({ name: 'test-create', id: undefined })
})

test('visitors reach the sign-in page and the two test pages, and nothing else', () => {
  const open = Object.entries(routes).filter(([, { access }]) => access !== 'member')
  expect(open.map(([name]) => name)).toEqual(['auth', 'test-create', 'simple-test'])
})

test('addresses are built from the same table', () => {
  expect(pathTo('edit-playdate', { id: 7 })).toBe('/edit-playdate/7')
  expect(pathTo('chat')).toBe('/chat')
  expect(pathTo('chat', { id: 3 })).toBe('/chat/3')
  expect(pathTo('places', {}, { type: 'playground' })).toBe('/places?type=playground')
  expect(pathTo('auth', {}, { next: '/playdates?open=3' })).toBe('/auth?next=%2Fplaydates%3Fopen%3D3')
})

describe('after signing in, a father is taken only to an address on this site, or else home', () => {
  test.each([
    ['?next=%2Fplaydates%3Fopen%3D3', '/playdates?open=3'],
    ['', '/'],
    ['?next=', '/'],
    ['?next=//elsewhere.example', '/'],
    ['?next=/%5Celsewhere.example', '/'],
    ['?next=https://elsewhere.example', '/'],
    ['?next=/%09/elsewhere.example', '/'],
    ['?next=/%0D%0A/elsewhere.example', '/'],
    ['?next=playdates', '/'],
    ['?next=%2Fauth%3Fnext%3D%2Fauth', '/'],
  ])('with “%s” a father is taken to a page of this site', (search, path) => {
    expect(nextPath(search)).toBe(path)
  })
})

describe('the navigation marks the current section', () => {
  test.each([
    ['/', 'home'],
    ['/playdates', 'playdates'],
    ['/create', 'playdates'],
    ['/edit-playdate/4', 'playdates'],
    ['/places', 'places'],
    ['/somewhere/places/else', 'places'],
    ['/playground-map', 'map'],
    ['/chat/12', 'chat'],
    ['/somewhere/chat/else', 'chat'],
    ['/discover', 'discover'],
    ['/users', 'discover'],
    ['/profile', undefined],
    ['/nowhere', undefined],
  ])('on %s its section is marked, if it has one', (path, section) => {
    expect(sectionOf(path)).toBe(section)
  })
})
