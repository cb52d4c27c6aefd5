import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'

beforeAll(() => import('@papadag/ui/layers/menu-list'))
beforeEach(() => showLanguage('en'))

const open = (changes: Partial<typeof daan> = {}, at = '/') => {
  const user = { ...daan, ...changes }
  const shown = show(
    <>
      <Header unread={0} />
      <BottomBar unread={0} />
    </>,
    at,
    { 'GET /api/user': () => ok(user), 'GET /api/notifications': () => ok([]) },
  )
  reads.setQueryData(['/api/user'], user)
  return shown
}

const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

test('a member has every section in the menu of a wide screen and in the bar of a phone', () => {
  open()
  expect(linksOf('Main menu').map(([, href]) => href)).toEqual([
    '/',
    '/playdates',
    '/places',
    '/playground-map',
    '/chat',
    '/discover',
  ])
  expect(linksOf('Quick menu')).toEqual([
    ['Home', '/'],
    ['Playdates', '/playdates'],
    ['Places', '/places'],
    ['Map', '/playground-map'],
    ['Discover', '/discover'],
    ['Chat', '/chat'],
  ])
  expect(screen.getByRole('link', { name: 'Papadag, home' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Language/ })).toBeTruthy()
  // The compact button of a phone.
  expect(screen.getByRole('link', { name: 'New Playdate' }).getAttribute('href')).toBe('/create')
})

test('the profile menu leads to the profile and logs out', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu of Daan' }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(expect.arrayContaining(['My profile', 'Log out']))
  await userEvent.click(screen.getByRole('menuitem', { name: 'My profile' }))
  expect(location.pathname).toBe('/profile')
})

test('the profile menu leads to the settings', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu of Daan' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  expect(location.pathname + location.search).toBe('/profile?tab=settings')
})

test('the profile menu leads to the questions about days', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu of Daan' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Which day suits everybody?' }))
  expect(location.pathname).toBe('/polls')
})

test.each([
  ['his first name and its letter', { firstName: 'Daan' }, 'Profile menu of Daan', 'D'],
  ['his username and its letter where he has no first name', { firstName: '' }, 'Profile menu of bob', 'b'],
])('the header shows a father by %s', async (_, changes, name, letter) => {
  open({ username: 'bob', ...changes })
  const button = await screen.findByRole('button', { name })
  const placeholder = button.firstElementChild
  expect(placeholder?.textContent?.toLowerCase()).toBe(letter.toLowerCase())
})

test('the header shows the user’s picture if he has one', async () => {
  open({ profileImage: '/uploads/0123.webp' })
  const button = screen.getByRole('button', { name: 'Profile menu of Daan' })
  await waitFor(() => expect(button.querySelector('img')?.getAttribute('src')).toBe('/uploads/0123.webp'))
})
