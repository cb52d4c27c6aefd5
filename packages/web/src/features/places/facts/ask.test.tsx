import type { PlaceDetail } from '@papadag/contract/places/places'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aDetail } from '../../../testing/a-place.ts'
import { lastNotice } from '../../../testing/last-notice.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { Ask } from './ask.tsx'
import { KnownFacts } from './known-facts.tsx'

beforeEach(() => showLanguage('en'))

const there = (changes: Partial<PlaceDetail> = {}) => aDetail({ mayAnswer: true, ...changes })
const nothing: Answer = { status: 204 }
const question = 'GET /api/places/question'
const region = () => screen.queryByRole('region', { name: 'Is there shade at Het Woeste Westen?' })

/** Asks until it has been answered or switched off, as the server does. */
function ask(others: Handlers = {}) {
  const sent = vi.fn()
  let isOpen = true
  const end = (body: unknown) => {
    sent(body)
    isOpen = false
    return ok(there())
  }
  const { asked } = show(<Ask place={there()} />, '/places', {
    [question]: () => (isOpen ? ok({ placeId: 7, key: 'shade' }) : nothing),
    'PUT /api/places/7/facts/shade': end,
    'PATCH /api/users/me/settings': end,
    ...others,
  })
  return { sent, asked }
}

test.each([
  ['Some', { value: 'some' }],
  ['No idea', { value: null }],
  ['Never ask me this', { placeQuestions: false }],
])('the sheet asks what the server asks, and no more after “%s”', async (button, body) => {
  const { sent } = ask()
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(region()).toBeNull())
  expect(screen.queryByRole('button')).toBeNull()
  expect(sent.mock.calls).toEqual([[body]])
})

test('an answer that is refused leaves the question', async () => {
  ask({ 'PUT /api/places/7/facts/shade': () => refused(403, 'place.notThere', 'You were not there.') })
  await userEvent.click(await screen.findByRole('button', { name: 'No idea' }))
  await waitFor(() => expect(lastNotice()?.title).toBe('Your answer was not saved'))
  expect(region()).not.toBeNull()
})

test.each([
  ['has nothing to ask', nothing],
  ['asks about another place', ok({ placeId: 8, key: 'shade' })],
])('a sheet asks nothing when the server %s', async (_, answer) => {
  const { asked } = show(<Ask place={there()} />, '/places', { [question]: () => answer })
  await waitFor(() => expect(asked).toContain(question))
  await new Promise(resolve => setTimeout(resolve))
  expect(screen.queryByRole('button')).toBeNull()
})

test('whoever was not there uses up no question of the day', async () => {
  const { asked } = show(<Ask place={aDetail()} />, '/places', { [question]: () => ok({ placeId: 7, key: 'shade' }) })
  await new Promise(resolve => setTimeout(resolve))
  expect(asked).not.toContain(question)
  expect(region()).toBeNull()
})

const told = 'Nobody has told us about these yet. Tap what you know.'

test('whoever was there tells unasked what nobody knows', async () => {
  const sent = vi.fn()
  show(<KnownFacts place={{ facts: {} }} detail={there()} used={[]} />, '/places', {
    'PUT /api/places/7/facts/shade': body => {
      sent(body)
      return ok(there())
    },
  })
  expect(screen.getByText(/^Not known yet/).textContent).toBe(
    'Not known yet: ages, play equipment, toilet, opening hours',
  )
  expect(region()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'shade', expanded: false }))
  await userEvent.click(within(region() as HTMLElement).getByRole('button', { name: 'Some' }))
  await waitFor(() => expect(region()).toBeNull())
  expect(sent.mock.calls).toEqual([[{ value: 'some' }]])
  expect(document.activeElement).toBe(screen.getByText(told))
})

test.each<[string, PlaceDetail | undefined]>([
  ['was not there', aDetail()],
  ['has no network', undefined],
])('whoever %s only reads what nobody knows', (_, detail) => {
  show(<KnownFacts place={{ facts: {} }} detail={detail} used={[]} />, '/places')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/^Not known yet: .*shade/)).toBeDefined()
})

test('what he has told already is no longer to be tapped', () => {
  show(<KnownFacts place={{ facts: {} }} detail={there({ myAnswers: { shade: 'some' } })} used={[]} />, '/places')
  expect(screen.queryByRole('button', { name: 'shade' })).toBeNull()
  expect(screen.getByRole('button', { name: 'fence' })).toBeDefined()
  expect(screen.getByText(/^Not known yet: .*shade/)).toBeDefined()
})
