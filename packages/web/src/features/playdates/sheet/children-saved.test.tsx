import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, ok } from '../../../testing/stand-in-server.ts'
import { PlaydateSheet } from './playdate-sheet.tsx'

beforeEach(() => showLanguage('en'))

const joined = { participants: [kwame, me], myStatus: 'joined' as const }

const alone = { ...me, children: 0 }
const one = { ...me, children: 1 }
const isDue = { confirmation: 'due' } as const

// The one button that is not for leaving the sheet, before and after one child more.
test.each<[string, Partial<Playdate>, string, string, string]>([
  ['another’s', {}, 'Join: Modderen', 'Join: Modderen', 'POST /api/playdates/7/join'],
  ['one he is on', joined, 'Leave: Modderen', 'I’m coming with 1 child', 'POST /api/playdates/7/join'],
  [
    'one he is on with a child',
    { participants: [kwame, one], myStatus: 'joined' },
    'Leave: Modderen',
    'I’m coming with 2 children',
    'POST /api/playdates/7/join',
  ],
  [
    'one that asks whether he is coming',
    { ...joined, ...isDue },
    'I’m coming: Modderen',
    'I’m coming: Modderen',
    'POST /api/playdates/7/confirm',
  ],
  [
    'one he has confirmed',
    { ...joined, confirmation: 'confirmed' },
    'Leave: Modderen',
    'I’m coming with 1 child',
    'POST /api/playdates/7/join',
  ],
  [
    'his own',
    { participants: [alone], myStatus: 'creator' },
    'Ask dads along',
    'I’m coming with 1 child',
    'POST /api/playdates/7/join',
  ],
  [
    'his own with too few fathers',
    { participants: [alone], myStatus: 'creator', ...isDue },
    'It goes ahead: Modderen',
    'It goes ahead: Modderen',
    'POST /api/playdates/7/confirm',
  ],
  [
    'one he is waiting for that has room',
    { waiting: { position: 1, children: 3 } },
    'Join: Modderen',
    'Join: Modderen',
    'POST /api/playdates/7/join',
  ],
])('one button saves the number that is seen on %s', async (_, changes, before, after, call) => {
  const sent = vi.fn()
  const answer = (body: unknown) => {
    sent(body)
    return new Promise<Answer>(() => {})
  }
  const { asked } = show(<PlaydateSheet id={7} open onClose={vi.fn()} />, '/playdates?open=7', {
    'GET /api/playdates/7': () => ok(aPlaydate(changes)),
    'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
    'POST /api/playdates/7/join': answer,
    'POST /api/playdates/7/confirm': answer,
  })
  const sheet = within(await screen.findByRole('dialog', { name: 'Modderen' }))
  expect(await sheet.findByRole('button', { name: before })).toBeDefined()
  expect(sheet.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(sheet.getByRole('button', { name: 'One child more' }))
  const number = Number(sheet.getByRole<HTMLInputElement>('spinbutton').value)
  expect(sheet.queryByRole('button', { name: before }) !== null).toBe(before === after)
  await userEvent.click(sheet.getByRole('button', { name: after }))
  await waitFor(() => expect(asked).toContain(call))
  expect(sent.mock.calls).toEqual([[expect.objectContaining({ children: number })]])
})
