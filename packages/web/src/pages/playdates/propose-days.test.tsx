import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { ownPoll } from '../../testing/a-poll.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './create-playdate.tsx'

// Lazy modules are loaded first, so that no test waits for a slow disk.
beforeAll(async () => {
  await Promise.all([
    import('../../features/playdates/form/more-options.tsx'),
    import('@papadag/ui/calendar/calendar'),
    import('@papadag/ui/layers/dialog'),
    import('../../features/polls/more-times.tsx'),
    import('../../features/polls/pick-fathers.tsx'),
  ])
})
beforeEach(() => showLanguage('nl'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(answer: Answer = { status: 201, body: ownPoll() }) {
  const sent = vi.fn()
  show(<Page />, '/create?how=ask', {
    'GET /api/users/me/playdates': () => ok([]),
    'GET /api/users/suggested': () => ok([aFather({ id: 2, firstName: 'Kwame', lastName: 'Mensah' })]),
    'GET /api/users': () => ok([aFather({ id: 3, firstName: 'Youssef', lastName: 'El Amrani' })]),
    'POST /api/polls': body => {
      sent(body)
      return answer
    },
  })
  return sent
}

async function fillIn() {
  await userEvent.type(screen.getByLabelText('Wat gaan we doen?'), 'Vliegeren')
  await userEvent.type(screen.getByLabelText('Waar?'), 'Strand')
}
const propose = (name: string) => screen.findByRole('button', { name }).then(button => userEvent.click(button))

test('a father who does not know the day proposes several to fathers he picks', async () => {
  const sent = open()
  await fillIn()
  await propose('Nog een dag voorstellen')
  await userEvent.click(await screen.findByRole('checkbox', { name: /Kwame Mensah/ }))
  await userEvent.type(screen.getByRole('searchbox'), 'you')
  await userEvent.click(await screen.findByRole('checkbox', { name: /Youssef El Amrani/ }))
  await propose('Vraag welke dag past')
  await waitFor(() => expect(location.pathname).toBe('/polls/5'))
  const [body] = sent.mock.calls[0] ?? []
  expect(body).toMatchObject({ title: 'Vliegeren', location: 'Strand', fathers: [2, 3] })
  expect(body.times).toHaveLength(3)
  expect(new Set(body.times.map(({ startTime }: { startTime: string }) => startTime)).size).toBe(3)
})

test('proposing the same day twice is refused at that day, and nothing is sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T09:00:00') })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width <'),
    addEventListener() {},
    removeEventListener() {},
  }))
  const sent = open()
  await fillIn()
  await propose('Nog een dag voorstellen')
  const [form, first, second] = screen.getAllByRole('button', { name: /^Datum/ })
  if (!form || !first || !second) throw new Error('three days')
  await userEvent.click(second)
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(await sheet.findByRole('button', { name: first.textContent ?? '' }))
  await propose('Vraag welke dag past')
  expect(await screen.findByText('Hier staat twee keer hetzelfde moment')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
})

test('a father can propose five days and no more, and can remove one again', async () => {
  open()
  for (let count = 0; count < 3; count += 1) await propose('Nog een dag voorstellen')
  expect(screen.queryByRole('button', { name: 'Nog een dag voorstellen' })).toBeNull()
  await propose('Voorstel 3 weghalen')
  expect(await screen.findByRole('button', { name: 'Nog een dag voorstellen' })).toBeTruthy()
})

test('a question which day suits has at least two days, and neither repeats nor asks for children', async () => {
  open()
  expect(await screen.findByRole('group', { name: 'Voorstel 2' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Voorstel 2 weghalen' })).toBeNull()
  expect(screen.queryByLabelText(/kinderen neem je zelf mee/)).toBeNull()
  await propose('Meer opties')
  expect((await screen.findByLabelText<HTMLInputElement>('Met hoeveel maximaal?')).value).toBe('50')
  expect(screen.queryByText('Elke week')).toBeNull()
})

test('a question that is refused says why, and the proposed days stay', async () => {
  open(refused(403, 'poll.notWanted', 'Kwame wil geen vragen van mensen die hij niet kent.'))
  await fillIn()
  await propose('Vraag welke dag past')
  await waitFor(() => expect(document.body.textContent).toContain('Voorstel 2'))
  expect(location.pathname + location.search).toBe('/create?how=ask')
})
