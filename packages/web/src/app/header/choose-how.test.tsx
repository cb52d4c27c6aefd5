import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Page } from '../../pages/playdates/create-playdate.tsx'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'
import { Header } from './header.tsx'

// Lazy modules are loaded first, so that no test waits for a slow disk.
beforeAll(() =>
  Promise.all([
    import('../../features/playdates/form/choose-how.tsx'),
    import('../../features/playdates/form/repeat-fields.tsx'),
    import('../../features/polls/more-times.tsx'),
    import('../../features/polls/pick-fathers.tsx'),
    import('../../pages/playdates/out-now.tsx'),
  ]),
)
beforeEach(() => showLanguage('nl'))

/** The form of a new playdate below the header, whose button with the plus asks what he plans. */
function open(at = '/create') {
  show(
    <>
      <Header unread={0} />
      <Page />
    </>,
    at,
    {
      'GET /api/user': () => ok(daan),
      'GET /api/notifications': () => ok([]),
      'GET /api/users/me/playdates': () => ok([]),
      'GET /api/users/suggested': () => ok([]),
    },
    daan,
  )
}
const question = () => screen.queryByRole('dialog', { name: 'Wat wil je plannen?' })
const plus = () => userEvent.click(screen.getByRole('link', { name: 'Nieuwe speelafspraak' }))
const choose = async (name: RegExp) => {
  const choices = within(await screen.findByRole('dialog', { name: 'Wat wil je plannen?' }))
  await userEvent.click(choices.getByRole('button', { name }))
  await waitFor(() => expect(question()).toBeNull())
}

test('the address of the form shows it for one playdate on one day, without a question', async () => {
  open()
  expect(await screen.findByLabelText('Wat gaan we doen?')).toBeTruthy()
  expect(question()).toBeNull()
})

test('a father who is out already says where instead', async () => {
  open()
  await plus()
  await choose(/^Ik ben nu buiten/)
  await waitFor(() => expect(location.pathname + location.search).toBe('/create?how=now'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Ik ben nu buiten' })).toBeTruthy()
})

test.each([
  [/^Eén keer/, '/create', 'Speelafspraak maken', null],
  [/^Elke week/, '/create?how=weekly', 'Speelafspraak maken', /^Elke \w+dag$/],
  [/^Vraag welke dag/, '/create?how=ask', 'Vraag welke dag past', 'Nog een dag voorstellen'],
] as const)(
  'the button with the plus asks a father what he plans, and %s leads to %s',
  async (name, address, send, shown) => {
    open()
    await plus()
    await choose(name)
    await waitFor(() => expect(location.pathname + location.search).toBe(address))
    expect(await screen.findByRole('button', { name: send })).toBeTruthy()
    if (shown) expect(await screen.findByText(shown)).toBeTruthy()
  },
)
