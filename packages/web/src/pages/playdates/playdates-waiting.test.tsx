import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { aPlaydate, kwame, me, youssef } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { card, openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { daan, ok, refused } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()

const full = { maxParticipants: 4, placesTaken: 4 }
const withChildren = (count: number) => {
  const childrenInfo = Array.from({ length: count }, () => ({ name: 'Noor', age: 4, birthMonth: '2022-05' }))
  reads.setQueryData(['/api/user'], { ...daan, childrenInfo })
}

test('a full playdate says so, and waiting asks how many children would come, all by default', async () => {
  const sent = vi.fn()
  openPlaydates([aPlaydate(full)], {
    'POST /api/playdates/7/wait': body => {
      sent(body)
      return ok(aPlaydate({ ...full, waiting: { position: 2, children: 2 } }))
    },
  })
  withChildren(2)
  expect(await within(await card()).findByText('Vol')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /^Zet me op de wachtlijst/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Wacht met 2 kinderen' }))
  expect(await within(await card()).findByText('Nummer 2 op de wachtlijst')).toBeTruthy()
  expect(sent.mock.calls).toEqual([[{ children: 2 }]])
})

test('a waiting father leaves the list with one tap, and the button offers it again', async () => {
  const { handlers } = openPlaydates([aPlaydate({ ...full, waiting: { position: 1, children: 0 } })], {
    'DELETE /api/playdates/7/wait': () => {
      handlers['GET /api/playdates/upcoming'] = () => ok([aPlaydate(full)])
      return { status: 204 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Toch niet: Modderen' }))
  expect(await screen.findByRole('button', { name: /^Zet me op de wachtlijst/ })).toBeTruthy()
})

test('a waiting father can join once there is room, or stop waiting', async () => {
  openPlaydates([aPlaydate({ waiting: { position: 1, children: 0 } })])
  expect(await screen.findByRole('button', { name: 'Ik doe mee: Modderen' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Toch niet: Modderen' })).toBeTruthy()
})

test('participants see how many are waiting, and the creator sees who, with their children', async () => {
  const mine = aPlaydate({ ...full, participants: [me, youssef], myStatus: 'creator', waitingCount: 2 })
  const { handlers } = openPlaydates(
    [mine],
    {
      'GET /api/playdates/7': () => ok(mine),
      'GET /api/playdates/7/waiting': () => refused(500, 'server.failed', 'Mis.'),
    },
    '/playdates?open=7',
  )
  const sheet = within(await screen.findByRole('dialog'))
  expect((await sheet.findAllByText(/er wachten er 2/))[0]).toBeTruthy()
  await userEvent.click(sheet.getByTitle('Toon iedereen met naam'))
  const failure = await sheet.findByText('De wachtlijst kon niet worden geladen')
  handlers['GET /api/playdates/7/waiting'] = () => ok([{ ...kwame, children: 2 }])
  const list = within(failure.closest('section') ?? failure)
  await userEvent.click(list.getByRole('button', { name: /opnieuw/i }))
  const [entry] = await sheet.findAllByRole('link', { name: /Kwame Mensah.*2 kinderen/ })
  expect(entry).toBeTruthy()
})

test('a father who does not fit with all his children can wait for all of them', async () => {
  const sent = vi.fn()
  openPlaydates([aPlaydate({ maxParticipants: 4, placesTaken: 2 })], {
    'POST /api/playdates/7/wait': body => {
      sent(body)
      return ok(aPlaydate({ maxParticipants: 4, placesTaken: 2, waiting: { position: 1, children: 2 } }))
    },
  })
  withChildren(2)
  await userEvent.click(await screen.findByRole('button', { name: 'Ik doe mee: Modderen' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Wacht op plek met 2 kinderen' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ children: 2 }]]))
})

test('a father who cannot join the waiting list reads why', async () => {
  openPlaydates([aPlaydate(full)], {
    'POST /api/playdates/7/wait': () => refused(409, 'playdate.notFull', 'Er is plek voor jullie.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Zet me op de wachtlijst/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Wacht in mijn eentje' }))
  await waitFor(() => expect(lastNotice()?.description).toBe('Er is plek voor jullie.'))
})
