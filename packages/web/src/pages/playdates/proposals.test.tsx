import type { Proposal } from '@papadag/contract/playdates/proposals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ProposalSettings } from '../../features/proposals/proposal-settings.tsx'
import { showLanguage } from '../../platform/language/language.ts'
import { aProposal } from '../../testing/a-proposal.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { readAgain } from '../../testing/read-again.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './proposals.tsx'

beforeEach(() => showLanguage('nl'))

const open = (shown: Proposal[], handlers: Handlers = {}) => {
  let isOn = true
  return show(<Page />, '/proposals', {
    'GET /api/proposals': () => ok(shown),
    'GET /api/users/me/settings': () => ok({ proposals: isOn, notifications: { push: {}, mail: {} } }),
    'PATCH /api/users/me/settings': body => {
      isOn = (body as { proposals: boolean }).proposals
      return ok({ proposals: isOn, notifications: { push: {}, mail: {} } })
    },
    'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
    'POST /api/notifications/read': () => ({ status: 204 }),
    ...handlers,
  })
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('a father accepts a proposal with the children he brings, and its question counts as read', async () => {
  const [sent, marked] = [vi.fn(), vi.fn()]
  let shown = aProposal()
  open([], {
    'GET /api/proposals': () => ok([shown]),
    'PUT /api/proposals/6/answer': body => {
      sent(body)
      shown = aProposal({ mine: 'yes', children: 1, accepted: 1 })
      return ok(shown)
    },
    'POST /api/notifications/read': body => {
      marked(body)
      return { status: 204 }
    },
  })
  expect(await screen.findByText('Er heeft nog niemand ja gezegd.')).toBeTruthy()
  expect(screen.getByText(/Met 3 papa’s wordt het een speelafspraak/)).toBeTruthy()
  await userEvent.click(await button('Eén kind meer'))
  await userEvent.click(await button('Ik kan'))
  expect(sent).toHaveBeenCalledWith({ coming: true, children: 1 })
  expect(await screen.findByText(/Jij zei ja\..*Tot nu toe zei 1 papa ja\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ik kan' })).toBeNull()
  expect(marked).toHaveBeenCalledWith({ proposalId: 6 })
})

test('a father declines a proposal and takes that back, and a refusal says why and changes nothing', async () => {
  const sent = vi.fn()
  open([aProposal({ mine: 'no' })], {
    'PUT /api/proposals/6/answer': body => {
      sent(body)
      return refused(409, 'proposal.over', 'Dit voorstel is voorbij.')
    },
  })
  expect(await screen.findByText(/Jij zei nee\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dit keer niet' })).toBeNull()
  await userEvent.click(await button('Ik kan'))
  await waitFor(() => expect(lastNotice()).toMatchObject({ description: 'Dit voorstel is voorbij.' }))
  expect(sent).toHaveBeenCalledOnce()
  expect(screen.getByText(/Jij zei nee\./)).toBeTruthy()
})

test('a proposal that goes ahead leads to its playdate, and one that does not asks nothing more', async () => {
  open([aProposal({ state: 'made', playdateId: 7, mine: 'yes', accepted: 3 }), aProposal({ id: 5, state: 'over' })])
  const link = await screen.findByRole('link', { name: 'Bekijk de speelafspraak' })
  expect(link.getAttribute('href')).toBe('/playdates?open=7')
  expect(screen.getByText('Is niet doorgegaan')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ik kan' })).toBeNull()
})

test('one tap switches proposals off, and the empty screen says so', async () => {
  open([])
  expect(await screen.findByText('Je hoort het als er een is.')).toBeTruthy()
  const isOn = await screen.findByRole('switch', { name: 'Laat Papadag speelafspraken voorstellen' })
  await userEvent.click(isOn)
  expect(await screen.findByText('Voorstellen staan uit, dus er komen geen nieuwe.')).toBeTruthy()
  expect(screen.getByRole('switch', { checked: false })).toBe(isOn)
})

test('when proposals fail to load the screen says so, and offers to try again', async () => {
  let isUp = false
  open([], {
    'GET /api/proposals': () => (isUp ? ok([aProposal()]) : refused(503, 'server.unavailable', 'Even niet.')),
  })
  expect(await screen.findByText('De voorstellen konden niet worden geladen')).toBeTruthy()
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: /opnieuw/i }))
  expect(await screen.findByText('De Zandkuil')).toBeTruthy()
})

test.each([true, false])(
  'the settings have the switch for proposals only where the operator proposes: %s',
  async proposals => {
    const asked = vi.fn()
    show(<ProposalSettings isOn change={() => {}} />, '/profile', {
      'GET /api/env': () => {
        asked()
        return ok({ proposals })
      },
    })
    await waitFor(() => expect(asked).toHaveBeenCalled())
    if (proposals) expect(await screen.findByRole('switch')).toBeTruthy()
    else expect(screen.queryByRole('switch')).toBeNull()
  },
)

test('while proposals load the screen says so, and they stay when a later read fails', async () => {
  const { handlers } = open([aProposal()])
  expect(screen.getByText('Laden...')).toBeTruthy()
  expect(screen.queryByText('De voorstellen konden niet worden geladen')).toBeNull()
  await screen.findByText('De Zandkuil')
  handlers['GET /api/proposals'] = () => refused(503, 'server.unavailable', 'Even niet.')
  await readAgain()
  expect(screen.getByText('De Zandkuil')).toBeTruthy()
  expect(screen.queryByText('De voorstellen konden niet worden geladen')).toBeNull()
})

test.each([
  ['an open proposal', 'open', true],
  ['proposals that are over', 'over', false],
] as const)('whether advice on meeting safely is beside %s: %s', async (_, state, isSaid) => {
  open([aProposal({ state })], { 'GET /api/users/me/safe-meeting': () => ok({ isDue: true }) })
  await screen.findByText('De Zandkuil')
  if (isSaid) expect(await screen.findByText('Voor het eerst afspreken met papa’s die je nog niet kent')).toBeTruthy()
  expect(screen.queryByText('Voor het eerst afspreken met papa’s die je nog niet kent') !== null).toBe(isSaid)
})

test('nothing is marked as read where there are no proposals', async () => {
  const { asked } = open([])
  await screen.findByText('Je hoort het als er een is.')
  expect(asked).not.toContain('POST /api/notifications/read')
})
