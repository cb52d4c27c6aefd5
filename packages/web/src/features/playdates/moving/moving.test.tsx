import type { Playdate } from '@papadag/contract/playdates'
import type { WeatherAdvice } from '@papadag/contract/weather/forecast'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { aPlaydate, kwame, me } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { noteMoved } from './just-moved.ts'
import { MoveHere } from './move-here.tsx'
import { UndoMove } from './undo-move.tsx'

beforeEach(() => showLanguage('en'))

const place = aPlace({ id: 70, name: 'Ballorig', address: 'Dam 1' })
const his = aPlaydate({ participants: [me, kwame], myStatus: 'creator', placeId: 7, location: 'Westerpark' })

test.each<[WeatherAdvice | undefined, Partial<Playdate>, string]>([
  ['rain', {}, 'It will probably rain where you meet now. Everybody who is coming hears the new place.'],
  ['wind', {}, 'It will be windy where you meet now. Everybody who is coming hears the new place.'],
  ['cold', {}, 'It will be cold where you meet now. Everybody who is coming hears the new place.'],
  ['rain', { kind: 'open' }, 'It will probably rain where you meet now.'],
])('moving because of %s asks first, and says where and why', async (why, changes, said) => {
  const sent = vi.fn()
  show(<MoveHere playdate={{ ...his, ...changes }} place={place} why={why} />, '/playdates', {
    'PUT /api/playdates/7': () => {
      sent()
      return ok(his)
    },
  })
  await userEvent.click(screen.getByRole('button', { name: /^Move here/ }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Move to Ballorig?' }))
  expect(dialog.getByText('Ballorig, Dam 1')).toBeDefined()
  expect(dialog.getByText(/undo it for ten minutes/).textContent?.replace(/\s+/g, ' ')).toBe(
    `${said} You can undo it for ten minutes.`,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'No, leave it' }))
  expect(sent).not.toHaveBeenCalled()
})

test('a playdate that was just moved is put back by its creator', async () => {
  const sent = vi.fn()
  noteMoved(his, 70)
  show(<UndoMove playdate={{ ...his, placeId: 70, location: 'Ballorig, Dam 1', title: 'Vliegeren' }} />, '/playdates', {
    'PUT /api/playdates/7': body => {
      sent(body)
      return ok(his)
    },
  })
  expect(screen.getByText('It was at Westerpark')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Put it back' }))
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ placeId: 7, location: 'Westerpark', title: 'Vliegeren' })
})
