import type { Invitation } from '@papadag/contract/invites'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { nextPath } from '../platform/navigation/routes.ts'
import { keepInvitation, keptInvitation } from '../platform/session/kept-invitation.ts'
import { preparePlaydatesPage } from '../testing/playdates-page.tsx'
import { show } from '../testing/show.tsx'
import { ok, refused } from '../testing/stand-in-server.ts'
import { Page } from './invitation.tsx'

preparePlaydatesPage()

const invitation: Invitation = {
  state: 'open',
  startTime: '2099-06-01T08:00:00.000Z',
  endTime: '2099-06-01T09:00:00.000Z',
  place: null,
  area: 'Jordaan',
  placesLeft: 4,
  fathers: 1,
  title: 'Hutten bouwen',
  hostName: 'Bram',
  sequence: 0,
  playdateId: null,
  hostId: 2,
  isOwn: false,
}

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
