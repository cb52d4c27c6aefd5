import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlace } from '../../testing/a-place.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { daan, ok, refused } from '../../testing/stand-in-server.ts'
import { OutNow } from './out-now.tsx'

beforeEach(() => showLanguage('nl'))

const places = [aPlace(), aPlace({ id: 8, name: 'De Speelweide' })].map(place => ({ ...place, because: 'near' }))
const father = {
  ...daan,
  childrenInfo: [{ name: 'Mees', age: 4, birthMonth: '2022-05' }],
  home: { latitude: 52.37, longitude: 4.9, isCity: false },
}

function open(answer = () => ok(aPlaydate({ id: 12 }))) {
  const sent = vi.fn()
  const handlers = {
    'GET /api/places/for': () => ok(places),
    'GET /api/places/search': () => ok([aPlace({ id: 9, name: 'Zandkuil' })]),
    'POST /api/playdates/now': (body: unknown) => {
      sent(body)
      return answer()
    },
  }
  show(<OutNow />, '/create?how=now', handlers, father)
  return sent
}

test('a father says with one tap on a place near him that he is there, for an hour, with his children', async () => {
  const sent = open()
  await userEvent.click(await screen.findByRole('button', { name: /^De Speelweide/ }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ placeId: 8, hours: 1, children: 1 }]]))
  await waitFor(() => expect(location.pathname + location.search).toBe('/playdates?open=12'))
})

test('a father is out for two hours at a place that he has searched', async () => {
  const sent = open()
  await userEvent.click(screen.getByRole('radio', { name: 'Twee uur' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Zoek een plek' }), 'zand')
  await userEvent.click(await screen.findByRole('button', { name: /^Zandkuil/ }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ placeId: 9, hours: 2, children: 1 }]]))
})

test('a father who has said so twice today stays where he is', async () => {
  const sent = open(() => refused(409, 'playdate.nowTwice', 'Al twee keer.'))
  await userEvent.click(await screen.findByRole('button', { name: /^De Speelweide/ }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^De Speelweide/ }).getAttribute('aria-disabled')).toBe('false'),
  )
  expect(location.search).toBe('?how=now')
})
