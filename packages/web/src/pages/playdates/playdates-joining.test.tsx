import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { closeSharing, useShared } from '../../platform/screen/sharing.ts'
import { aPlaydate, kwame, me, youssef } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { card, openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { daan, ok, refused } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()

test('joining asks how many children are coming, all by default, and then the button leaves', async () => {
  const sent = vi.fn()
  const joined = aPlaydate({ participants: [kwame, me], myStatus: 'joined' })
  openPlaydates([aPlaydate()], {
    'POST /api/playdates/7/join': body => {
      sent(body)
      return ok(joined)
    },
  })
  const children = ['Noor', 'Mees'].map(name => ({ name, age: 4, birthMonth: '2022-05' }))
  reads.setQueryData(['/api/user'], { ...daan, childrenInfo: children })
  const button = within(await card()).getByRole('button', { name: /^Ik doe mee/ })
  button.focus()
  await userEvent.keyboard('{Enter}')
  const confirm = await screen.findByRole('button', { name: 'Ik doe mee met 2 kinderen' })
  expect(document.activeElement).toBe(confirm)
  await userEvent.keyboard('{Enter}')
  const leave = await screen.findByRole('button', { name: /Afmelden$/ })
  expect(sent.mock.calls).toEqual([[{ children: 2 }]])
  expect(leave).toBeTruthy()
})

test('joining shows the reply without reading lists with the playdate again', async () => {
  const playdate = aPlaydate({ metresAway: 900 })
  const { metresAway: _, ...joined } = aPlaydate({ participants: [kwame, me], myStatus: 'joined' })
  const { asked } = openPlaydates(
    [playdate, aPlaydate({ id: 8, title: 'Zwemmen' })],
    { 'GET /api/playdates/7': () => ok(aPlaydate()), 'POST /api/playdates/7/join': () => ok(joined) },
    '/playdates?open=7',
  )
  const sheet = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7'))
  const before = asked.length
  await userEvent.click(sheet.getByRole('button', { name: 'Ik kom alleen' }))
  await sheet.findByRole('button', { name: /Afmelden$/ })
  await waitFor(() => expect(reads.isFetching()).toBe(0))
  const since = asked.slice(before).filter(call => call.includes('/api/playdates') && !call.endsWith('/thread'))
  expect(since).toEqual(['POST /api/playdates/7/join'])
  expect(reads.getQueryData(['/api/playdates/upcoming?limit=41'])).toMatchObject([
    { myStatus: 'joined', metresAway: 900 },
    { id: 8 },
  ])
})

test('a playdate that has begun says so, and can still be joined', async () => {
  const soon = aPlaydate({ id: 8, title: 'Zwemmen' })
  openPlaydates([aPlaydate({ startTime: new Date(Date.now() - 60_000).toISOString() }), soon])
  const buttons = await screen.findAllByRole('button', { name: /^Ik doe mee/ })
  const [ofRunning, ofSoon] = buttons.map(button => button.closest('article')?.textContent?.includes('Nu bezig'))
  expect([ofRunning, ofSoon]).toEqual([true, false])
})

test('a father invites others to his own playdate with one button on its sheet', async () => {
  const mine = aPlaydate({ participants: [me], myStatus: 'creator' })
  openPlaydates([mine], { 'GET /api/playdates/7': () => ok(mine) }, '/playdates?open=7')
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(await sheet.findByRole('button', { name: 'Papa’s meevragen' }))
  const { result } = renderHook(useShared)
  expect(result.current?.playdate.id).toBe(7)
  act(closeSharing)
})

test('a father who joins a moment too late reads why he could not', async () => {
  await showLanguage('en')
  openPlaydates([aPlaydate()], {
    'POST /api/playdates/7/join': () => refused(409, 'playdate.full', 'This playdate is full.'),
  })
  await userEvent.click(within(await card()).getByRole('button', { name: /^Join/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Join on my own' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Error',
      description: 'An error occurred while joining the playdate.',
    }),
  )
})

test.each([
  [
    'leaving',
    aPlaydate({ participants: [kwame, me], myStatus: 'joined' }),
    'An error occurred while leaving the playdate.',
  ],
  [
    'deleting',
    aPlaydate({ participants: [me], myStatus: 'creator' }),
    'An error occurred while deleting the playdate.',
  ],
])(
  '%s that fails shows the sentence of the specification, and the playdate stays',
  async (what, playdate, description) => {
    await showLanguage('en')
    const user = userEvent.setup()
    const fails = () => refused(503, 'server.unavailable', 'Not now.')
    openPlaydates([playdate], { 'DELETE /api/playdates/7/join': fails, 'DELETE /api/playdates/7': fails })
    await card()
    if (what === 'leaving') await user.click(screen.getByRole('button', { name: /Leave/ }))
    else {
      await user.click(screen.getByRole('button', { name: 'More options for Modderen' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    }
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: /^(Leave|Delete)$/ }))
    await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error', description }))
    expect(screen.getByRole('article')).toBeTruthy()
  },
)

test('leaving asks first, and the safe answer changes nothing', async () => {
  const user = userEvent.setup()
  const { asked } = openPlaydates([aPlaydate({ participants: [kwame, me], myStatus: 'joined' })], {
    'DELETE /api/playdates/7/join': () => ({ status: 204 }),
  })
  await user.click(within(await card()).getByRole('button', { name: /Afmelden$/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Nee, ik ga mee' }))
  expect(asked).not.toContain('DELETE /api/playdates/7/join')
  await user.click(screen.getByRole('button', { name: /Afmelden$/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Afmelden' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/playdates/7/join'))
})

test('the number of children is limited by the places left', async () => {
  const user = userEvent.setup()
  const sent = vi.fn()
  const playdate = aPlaydate({ participants: [kwame, youssef], maxParticipants: 4 })
  const joined = {
    ...playdate,
    participants: [kwame, youssef, { ...me, children: 1 }],
    placesTaken: 4,
    myStatus: 'joined',
  }
  const { handlers } = openPlaydates(
    [playdate],
    {
      'GET /api/playdates/7': () => ok(playdate),
      'POST /api/playdates/7/join': body => {
        sent(body)
        handlers['GET /api/playdates/7'] = () => ok(joined)
        return ok(joined)
      },
    },
    '/playdates?open=7',
  )
  const sheet = within(await screen.findByRole('dialog'))
  const choose = async (name: string) => {
    await user.click(await sheet.findByRole('button', { name: 'Kies' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    await user.keyboard('{Escape}')
  }
  await choose('Eén kind meer')
  await choose('Eén kind meer')
  await user.click(sheet.getByRole('button', { name: 'Ik doe mee met 1 kind' }))
  await sheet.findByRole('button', { name: /^Je gaat mee met 1 kind/ })
  expect(sent.mock.calls).toEqual([[{ children: 1 }]])
  // The place his child takes is his to give back.
  await choose('Eén kind minder')
  await user.click(sheet.getByRole('button', { name: 'Ik kom alleen' }))
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ children: 0 }))
})
