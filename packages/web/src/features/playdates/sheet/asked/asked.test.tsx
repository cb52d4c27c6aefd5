import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlaydate, kwame, me, youssef } from '../../../../testing/a-playdate.ts'
import { lastNotice } from '../../../../testing/last-notice.ts'
import { show } from '../../../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../../../testing/stand-in-server.ts'
import { PlaydateSheet } from '../playdate-sheet.tsx'

beforeAll(() => import('./asked.tsx'))
beforeEach(() => showLanguage('nl'))

const askedBy = youssef

/** The sheet of a playdate, to which Youssef asks him along unless it says otherwise. */
async function open(changes: Partial<Playdate> = {}, handlers: Handlers = {}) {
  let now = aPlaydate({
    askedBy,
    startTime: '2099-12-06T09:00:00.000Z',
    endTime: '2099-12-06T11:00:00.000Z',
    ...changes,
  })
  const said = vi.fn()
  const onClose = vi.fn()
  const { asked } = show(<PlaydateSheet id={7} known={now} open onClose={onClose} />, '/playdates?open=7', {
    'GET /api/playdates/7': () => ok(now),
    'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
    'POST /api/playdates/7/decline': body => {
      said(body)
      now = { ...now, declined: true }
      return { status: 204 }
    },
    'DELETE /api/playdates/7/decline': () => {
      now = { ...now, declined: false }
      return { status: 204 }
    },
    ...handlers,
  })
  const sheet = within(await screen.findByRole('dialog', { name: 'Modderen' }))
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7'))
  return { sheet, said, onClose, asked }
}

test('an invited father says in one tap that he cannot come, and his host knows it at once', async () => {
  const { sheet, said } = await open()
  expect(await sheet.findByText('Youssef vraagt je mee')).toBeDefined()
  await userEvent.click(await sheet.findByRole('button', { name: 'Ik kan niet' }))
  expect(await sheet.findByText('Kwame weet dat je niet kunt')).toBeDefined()
  expect(sheet.getByText('Voor zondag 6 december vragen we het je niet meer.')).toBeDefined()
  expect(said.mock.calls).toEqual([[{}]])
  // The button that he has pressed now takes it back, so the focus stays where it was.
  expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Toch wel' }))
  expect(sheet.queryByRole('button', { name: /^Ik doe mee/ })).toBeNull()
})

test.each<[string, () => Promise<unknown>, string]>([
  ['in his own words', () => userEvent.type(screen.getByRole('textbox'), ' Oma is jarig. '), 'Oma is jarig.'],
  ['with a tap', () => userEvent.click(screen.getByRole('button', { name: 'Iemand is ziek' })), 'Iemand is ziek'],
])('a father who declined adds a sentence %s, and the sheet closes', async (_, say, message) => {
  const { sheet, said, onClose } = await open()
  await userEvent.click(await sheet.findByRole('button', { name: 'Ik kan niet' }))
  await sheet.findByRole('textbox', { name: /^Wil je er iets bij zeggen\?/ })
  await say()
  await userEvent.click(sheet.getByRole('button', { name: 'Versturen' }))
  await waitFor(() => expect(said).toHaveBeenLastCalledWith({ message }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a father who declined without a sentence has nothing to send, and the sheet closes', async () => {
  const { sheet, said, onClose } = await open()
  await userEvent.click(await sheet.findByRole('button', { name: 'Ik kan niet' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Versturen' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(said).toHaveBeenCalledTimes(1)
})

test('a sentence that is too long is not sent, and stays', async () => {
  const { sheet, said } = await open()
  await userEvent.click(await sheet.findByRole('button', { name: 'Ik kan niet' }))
  const field = await sheet.findByRole('textbox')
  await userEvent.click(field)
  await userEvent.paste('a'.repeat(201))
  await userEvent.click(sheet.getByRole('button', { name: 'Versturen' }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(said).toHaveBeenCalledTimes(1)
})

test('a father takes his decline back with one tap, and can join again', async () => {
  const { sheet, asked } = await open({ declined: true })
  expect(sheet.queryByRole('textbox')).toBeNull()
  await userEvent.click(await sheet.findByRole('button', { name: 'Toch wel' }))
  expect(await sheet.findByRole('button', { name: /^Ik kom/ })).toBeDefined()
  expect(asked).toContain('DELETE /api/playdates/7/decline')
})

test('a father who declined elsewhere can still add a sentence', async () => {
  const { sheet } = await open({ declined: true })
  await userEvent.click(await sheet.findByRole('button', { name: 'Wil je er iets bij zeggen?' }))
  expect(sheet.getByRole('textbox')).toBeDefined()
})

test('a refused decline says why, and leaves both answers', async () => {
  const { sheet } = await open(
    {},
    { 'POST /api/playdates/7/decline': () => refused(409, 'playdate.over', 'Deze speelafspraak is al geweest.') },
  )
  await userEvent.click(await sheet.findByRole('button', { name: 'Ik kan niet' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Je antwoord is niet opgeslagen',
      description: 'Deze speelafspraak is al geweest.',
    }),
  )
  expect(sheet.getByRole('button', { name: 'Ik kan niet' }).getAttribute('aria-busy')).toBeNull()
  expect(sheet.queryByText(/weet dat je niet kunt/)).toBeNull()
})

test.each<[string, Partial<Playdate>]>([
  ['no invitation', { askedBy: null }],
  ['a place', { participants: [kwame, me], myStatus: 'joined' }],
  ['a place on the waiting list', { maxParticipants: 1, waiting: { position: 1, children: 0 } }],
  ['an invitation to what is cancelled', { state: 'cancelled' }],
])('a father with %s has nothing to decline', async (_, changes) => {
  const { sheet } = await open(changes)
  expect(sheet.queryByRole('button', { name: 'Ik kan niet' })).toBeNull()
  expect(sheet.queryByText('Youssef vraagt je mee')).toBeNull()
})

const his = { participants: [me], myStatus: 'creator' as const, askedBy: null }
const pim = { ...youssef, id: 31, firstName: 'Pim' }
const sem = { ...youssef, id: 32, firstName: 'Sem' }
const at = '2026-11-28T10:00:00.000Z'

test('the host reads on his sheet who cannot come, with the sentence, and who has not answered', async () => {
  const { sheet } = await open({
    ...his,
    declines: [
      { person: pim, message: 'Wij zijn in Limburg.', at },
      { person: kwame, message: null, at },
    ],
    unanswered: [sem, youssef],
  })
  expect(await sheet.findByText('Pim kan niet')).toBeDefined()
  expect(sheet.getByText('Wij zijn in Limburg.')).toBeDefined()
  expect(sheet.getByText('1 papa kan niet').parentElement?.textContent).toContain('Kwame')
  expect(sheet.getByText('Nog geen antwoord').parentElement?.textContent).toContain('Sem, Youssef')
})

test('the host of many who declined reads three sentences, and the others on request', async () => {
  const declines = [1, 2, 3, 4, 5].map(n => ({ person: { ...pim, id: 30 + n }, message: `Reden ${n}`, at }))
  const { sheet } = await open({ ...his, declines, unanswered: [] })
  expect(await sheet.findAllByText(/^Reden/)).toHaveLength(3)
  await userEvent.click(sheet.getByRole('button', { name: 'Er kunnen er nog 2 niet' }))
  expect(sheet.getAllByText(/^Reden/)).toHaveLength(5)
  expect(sheet.queryByText('Nog geen antwoord')).toBeNull()
})
