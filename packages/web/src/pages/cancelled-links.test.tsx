import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { noteCancelled } from '../features/playdates/cancelling/just-cancelled.ts'
import { aPlaydate, me } from '../testing/a-playdate.ts'
import { anInvitation } from '../testing/an-invitation.ts'
import { openPlaydates, preparePlaydatesPage } from '../testing/playdates-page.tsx'
import { show } from '../testing/show.tsx'
import { ok } from '../testing/stand-in-server.ts'
import { Page } from './invitation.tsx'

preparePlaydatesPage()

const cancelled = aPlaydate({
  participants: [me],
  myStatus: 'creator',
  state: 'cancelled',
  undoUntil: new Date(Date.now() + 300_000).toISOString(),
})
const link = { id: 1, by: null, showsName: false, createdAt: new Date().toISOString() }

/** Withdraws the links by the button on the screen. */
async function withdraw() {
  await userEvent.click(await screen.findByRole('button', { name: 'Alle links intrekken' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Alle links intrekken?' }))
  expect(question.getByText(/niet meer dat de speelafspraak niet doorgaat/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Intrekken' }))
}

test.each([1, 0])(
  'the creator of a cancelled playdate with %i links can withdraw them if there are any',
  async links => {
    noteCancelled()
    let left = links
    const { asked } = openPlaydates([], {
      'GET /api/playdates/cancelled': () => ok([cancelled]),
      'GET /api/playdates/7/invites': () => ok(Array(left).fill(link)),
      'DELETE /api/playdates/7/invites': () => {
        left = 0
        return { status: 204 }
      },
    })
    await screen.findByRole('list', { name: 'Door jou afgezegd' })
    await waitFor(() => expect(asked).toContain('GET /api/playdates/7/invites'))
    if (links > 0) await withdraw()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Alle links intrekken' })).toBeNull())
    expect(asked.includes('DELETE /api/playdates/7/invites')).toBe(links > 0)
  },
)

test('the focus stays on the page when the creator puts a playdate back on', async () => {
  noteCancelled()
  let isOff = true
  openPlaydates([], {
    'GET /api/playdates/cancelled': () => ok(isOff ? [cancelled] : []),
    'GET /api/playdates/7/invites': () => ok([]),
    'POST /api/playdates/7/undo-cancel': () => {
      isOff = false
      return ok({ ...cancelled, state: 'planned', undoUntil: null })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Toch door laten gaan:/ }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Door jou afgezegd' })).toBeNull())
  expect(document.activeElement?.tagName).toBe('H1')
})

const invitation = anInvitation({
  state: 'cancelled',
  startTime: cancelled.startTime,
  endTime: cancelled.endTime,
  area: null,
  title: null,
  hostName: null,
  sequence: 1,
  playdateId: 7,
  hostId: 1,
  isOwn: true,
})

test('the creator can withdraw the links later by opening one of them, and others cannot', async () => {
  const handlers = {
    'GET /api/invites/token': () => ok(invitation),
    'DELETE /api/playdates/7/invites': () => ({ status: 204 }),
  }
  const { unmount } = show(<Page />, '/i/token', handlers)
  await withdraw()
  await screen.findByRole('heading', { name: 'Deze uitnodiging werkt niet (meer)' })
  unmount()
  show(<Page />, '/i/other', { 'GET /api/invites/other': () => ok({ ...invitation, isOwn: false }) })
  await screen.findByRole('heading', { name: 'Deze speelafspraak gaat niet door' })
  expect(screen.queryByRole('button', { name: 'Alle links intrekken' })).toBeNull()
})
