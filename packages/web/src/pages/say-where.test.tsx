import type { User } from '@papadag/contract/users/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../platform/data/reads.ts'
import { showLanguage } from '../platform/language/language.ts'
import { aFather } from '../testing/a-father.ts'
import { aPlace } from '../testing/a-place.ts'
import { aPlaydate, me } from '../testing/a-playdate.ts'
import { show } from '../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../testing/stand-in-server.ts'
import { HomeFirst } from './home/home-first.tsx'
import { HomeNear } from './home/home-near.tsx'
import { Page as Discover } from './people/discover.tsx'
import { Page as Create } from './playdates/create-playdate.tsx'

beforeEach(() => showLanguage('nl'))

const utrecht = { latitude: 52.0907, longitude: 5.1214 }
const locate = vi.fn<() => Promise<typeof utrecht | undefined>>()
const mine = aPlaydate({ participants: [me], myStatus: 'creator' })
const made = vi.fn()

const handlers: Handlers = {
  'GET /api/playdates/upcoming': () => ok([]),
  'GET /api/users/me/playdates': () => ok([]),
  'GET /api/users/suggested': () => ok([aFather({ distance: '<2' })]),
  'GET /api/users/featured': () => ok(aFather()),
  'GET /api/users/matches': () => ok([]),
  'GET /api/users/me/settings': () => ok({ papaDays: [] }),
  'GET /api/places/nearby': () => ok([aPlace()]),
  'POST /api/playdates/test-create': body => {
    made(body)
    return { status: 201, body: mine }
  },
}

type Screen = [name: string, at: string, shown: (isUnknown: boolean) => ReactNode, content: string]
const screens: Screen[] = [
  ['a new playdate off the map', '/create?location=Bij+de+vijver', () => <Create />, 'Meer opties'],
  ['Discover', '/discover', () => <Discover />, 'Alle papa’s'],
  [
    'the first home',
    '/',
    isUnknown => (
      <HomeFirst steps={{ userId: daan.id, wish: 'any' }} here={undefined} isUnknown={isUnknown} locate={locate} />
    ),
    'Kwame Mensah',
  ],
  [
    'the places on home',
    '/',
    isUnknown => <HomeNear position={utrecht} from="Amsterdam" isUnknown={isUnknown} locate={locate} />,
    'Het Woeste Westen',
  ],
]
const nowhere: User = { ...daan, city: null }
const somewhere: User = { ...daan, home: { ...utrecht, isCity: true } }

const button = (name: string) => screen.queryByRole('button', { name })

test.each(screens)(
  'a father about whom nothing is known is asked on %s for his home or his town',
  async (_, at, shown) => {
    show(shown(true), at, { ...handlers, 'GET /api/user': () => ok(nowhere) }, nowhere)
    expect(await screen.findByRole('button', { name: 'Ik ben nu thuis' })).toBeTruthy()
    expect(button('Mijn woonplaats noemen')).toBeTruthy()
  },
)

test.each(screens)('a father whose home is known is not asked on %s where he lives', async (_, at, shown, content) => {
  show(shown(false), at, { ...handlers, 'GET /api/user': () => ok(somewhere) }, somewhere)
  expect(await screen.findByText(content)).toBeTruthy()
  expect(button('Ik ben nu thuis')).toBeNull()
  expect(button('Mijn woonplaats noemen')).toBeNull()
})

test.each([
  ['nothing typed yet', '/create'],
  ['a place of the map', '/create?location=Het+Woeste+Westen&place=70'],
])('the form of a new playdate with %s does not ask where its creator lives', async (_, at) => {
  const { asked } = show(<Create />, at, handlers, nowhere)
  await waitFor(() => expect(asked).toContain('GET /api/users/me/playdates'))
  await screen.findByText('Meer opties')
  expect(button('Ik ben nu thuis')).toBeNull()
})

/** The settings that are sent, after which the server knows where he lives. */
function settings() {
  const sent = vi.fn()
  let user = nowhere
  handlers['PATCH /api/users/me/settings'] = body => {
    sent(body)
    user = somewhere
    return ok({})
  }
  handlers['GET /api/user'] = () => ok(user)
  return sent
}

test('one tap at home says roughly where that is, and a word of thanks replaces the question', async () => {
  const sent = settings()
  locate.mockResolvedValue(utrecht)
  show(<HomeNear position={utrecht} from="Amsterdam" isUnknown locate={locate} />, '/', handlers, nowhere)
  await userEvent.click(await screen.findByRole('button', { name: 'Ik ben nu thuis' }))
  const thanks = await screen.findByText('Mooi, we weten ongeveer waar je woont')
  expect(sent.mock.calls).toEqual([[{ neighbourhood: { latitude: 52.091, longitude: 5.121 } }]])
  expect(document.activeElement).toBe(thanks)
  expect(button('Ik ben nu thuis')).toBeNull()
})

test('a device that does not say where it is changes nothing', async () => {
  const sent = settings()
  locate.mockResolvedValue(undefined)
  show(<HomeNear position={utrecht} from="Amsterdam" isUnknown locate={locate} />, '/', handlers, nowhere)
  await userEvent.click(await screen.findByRole('button', { name: 'Ik ben nu thuis' }))
  await waitFor(() => expect(button('Ik ben nu thuis')?.getAttribute('aria-busy')).toBeNull())
  expect(sent).not.toHaveBeenCalled()
})

test('a father who is planning can name his town without sending the playdate', async () => {
  const sent = settings()
  show(<Create />, '/create?location=Bij+de+vijver&title=Modderen', handlers, nowhere)
  await userEvent.click(await screen.findByRole('button', { name: 'Mijn woonplaats noemen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waar woon je ongeveer?' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Een dorp of stad in de buurt' }), 'Utrecht{Enter}')
  expect(await screen.findByText('Mooi, we weten ongeveer waar je woont')).toBeTruthy()
  expect(sent.mock.calls).toEqual([[{ town: 'Utrecht' }]])
  expect(made).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Waar?').value).toBe('Bij de vijver')
})

test('a town whose position is unknown is named in the question, and one that nobody knows is refused there', async () => {
  handlers['PATCH /api/users/me/settings'] = () => refused(400, 'user.unknownTown', 'Deze plaats kennen we niet.')
  handlers['GET /api/user'] = () => ok(daan)
  show(<Discover />, '/discover', handlers, daan)
  await userEvent.click(await screen.findByRole('button', { name: 'Mijn woonplaats noemen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waar woon je ongeveer?' }))
  expect(dialog.getByText(/We weten niet waar Utrecht ligt/)).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox'), 'Verweggistan{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Deze plaats kennen we niet.')
  expect(reads.getQueryData<User>(['/api/user'])?.home).toBeUndefined()
})

test('an empty list of places says near which town it looked', async () => {
  const empty = { ...handlers, 'GET /api/places/nearby': () => ok([]) }
  show(<HomeNear position={utrecht} from="Amsterdam" isUnknown locate={locate} />, '/', empty, nowhere)
  expect(await screen.findByText('Nog niets rond Amsterdam')).toBeTruthy()
})
