import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Page as Places } from '../../pages/places/places.tsx'
import { Page as Playdates } from '../../pages/playdates/playdates.tsx'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlace } from '../../testing/a-place.ts'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok } from '../../testing/stand-in-server.ts'
import { Toasts } from './toasts.tsx'

beforeAll(async () => {
  // Lazy modules are loaded first, so that no test waits for a slow disk.
  await Promise.all([
    import('@papadag/ui/layers/menu-list'),
    import('@papadag/ui/layers/dialog'),
    import('@papadag/ui/layers/toast'),
  ])
})
beforeEach(() => showLanguage('en'))

const said = async (words: string) =>
  waitFor(() => expect(screen.getByRole('region', { name: 'Notification' }).textContent).toContain(words))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const answer = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

function openPlaydates(playdate: ReturnType<typeof aPlaydate>, handlers: Handlers) {
  return show(
    <>
      <Playdates />
      <Toasts />
    </>,
    '/playdates',
    { 'GET /api/playdates/upcoming': () => ok([playdate]), 'GET /api/playdates/past': () => ok([]), ...handlers },
  )
}

const joined = aPlaydate({ participants: [kwame, me], myStatus: 'joined' })
const own = aPlaydate({ participants: [me], myStatus: 'creator' })

test('joining a playdate shows a toast', async () => {
  openPlaydates(aPlaydate(), { 'POST /api/playdates/7/join': () => ok(joined) })
  await screen.findByRole('article')
  await press(/^Join/)
  await userEvent.click(await screen.findByRole('button', { name: 'Join on my own' }))
  await said('Joined playdate')
})

test('leaving a playdate shows a toast', async () => {
  openPlaydates(joined, { 'DELETE /api/playdates/7/join': () => ({ status: 204 }) })
  await screen.findByRole('article')
  await press(/Leave/)
  await answer('Leave')
  await said('Left playdate')
})

test('deleting a playdate shows a toast', async () => {
  openPlaydates(own, { 'DELETE /api/playdates/7': () => ({ status: 204 }) })
  await screen.findByRole('article')
  await press(/^More options/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await answer('Delete')
  await said('Playdate deleted')
})

test('saving and unsaving a place each show a toast', async () => {
  const list = 'GET /api/places/search?latitude=52.368&longitude=4.904&limit=25'
  const { handlers } = show(
    <>
      <Places />
      <Toasts />
    </>,
    '/places',
    {
      [list]: () => ok([aPlace()]),
      'POST /api/places/7/favorite': () => {
        handlers[list] = () => ok([aPlace({ isSaved: true })])
        return { status: 204 }
      },
      'DELETE /api/places/7/favorite': () => ({ status: 204 }),
    },
  )
  const heart = await screen.findByRole('button', { name: 'Save Het Woeste Westen' })
  await userEvent.click(heart)
  await said('Added to favorites')
  await waitFor(() => expect(heart.getAttribute('aria-disabled')).toBe('false'))
  await userEvent.click(heart)
  await said('Removed from favorites')
})
