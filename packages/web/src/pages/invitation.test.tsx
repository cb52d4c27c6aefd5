import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { nextPath } from '../platform/navigation/routes.ts'
import { keepInvitation, keptInvitation } from '../platform/session/kept-invitation.ts'
import { anInvitation } from '../testing/an-invitation.ts'
import { preparePlaydatesPage } from '../testing/playdates-page.tsx'
import { show } from '../testing/show.tsx'
import { ok, refused } from '../testing/stand-in-server.ts'
import { Page } from './invitation.tsx'

preparePlaydatesPage()

const invitation = anInvitation({ title: 'Hutten bouwen' })

test('an invitation that a member has seen does not return at his next login, whatever it said', async () => {
  for (const answer of [ok(invitation), ok({ ...invitation, state: 'full' }), refused(404, 'invite.unknown', 'Weg.')]) {
    keepInvitation('/i/token')
    expect(nextPath('')).toBe('/i/token')
    const { unmount } = show(<Page />, '/i/token', { 'GET /api/invites/token': () => answer })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(keptInvitation()).toBeUndefined())
    expect(nextPath('')).toBe('/')
    unmount()
  }
})

test('an invitation to a place on the map has room for its picture, and claims none until it is drawn', async () => {
  const map = {
    version: '0123456789abcdef',
    minZoom: 0,
    maxZoom: 14,
    bounds: { west: 5, south: 52, east: 5.2, north: 52.2 },
    latitude: 52.09,
    longitude: 5.12,
  }
  const { unmount } = show(<Page />, '/i/token', {
    'GET /api/invites/token': () => ok({ ...invitation, place: 'De Wip', map }),
  })
  await waitFor(() => expect(document.querySelector('figure canvas')).toBeTruthy())
  expect(screen.queryByRole('img', { name: /Kaart/ })).toBeNull()
  expect(screen.queryByText('© OpenStreetMap')?.closest('figcaption')?.hidden).toBe(true)
  unmount()
  show(<Page />, '/i/other', { 'GET /api/invites/other': () => ok({ ...invitation, place: 'De Wip' }) })
  await screen.findByText('De Wip')
  expect(document.querySelector('figure')).toBeNull()
})

test('a full invitation offers its waiting list, then shows the position, and never says that the father is coming', async () => {
  const waiting = { position: 3, children: 0 }
  const { handlers } = show(<Page />, '/i/token', {
    'GET /api/invites/token': () => ok({ ...invitation, state: 'full', placesLeft: 0 }),
    'POST /api/invites/token/wait': () => {
      handlers['GET /api/invites/token'] = () =>
        ok({ ...invitation, state: 'full', placesLeft: 0, playdateId: 7, waiting })
      return ok({ id: 7, waiting })
    },
    'DELETE /api/playdates/7/wait': () => {
      handlers['GET /api/invites/token'] = () => ok({ ...invitation, state: 'full', placesLeft: 0 })
      return { status: 204 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Wacht in mijn eentje' }))
  expect(await screen.findByText('Nummer 3 op de wachtlijst')).toBeTruthy()
  expect(screen.queryByText(/Je gaat al mee/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Toch niet' }))
  expect(await screen.findByRole('button', { name: 'Wacht in mijn eentje' })).toBeTruthy()
})
