import type { PlaceState } from '@papadag/contract/places/place-states'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { PlaceCard } from '../place-card.tsx'
import { StateForm } from './state-form.tsx'
import { StateNote } from './state-note.tsx'

beforeEach(() => showLanguage('en'))

const broken: PlaceState = {
  id: 3,
  kind: 'broken',
  text: 'The swing hangs on one chain.',
  since: '2026-11-27',
  until: '2026-12-11',
  imageUrl: null,
  confirmations: 2,
}

test('what is wrong with a playground stands on its card, and on its sheet with who else saw it', () => {
  show(<PlaceCard place={aPlace({ state: broken })} />, '/places')
  expect(screen.getByRole('article').textContent).toContain('Something is broken')
  show(<StateNote place={aPlace()} state={broken} />, '/places')
  const note = screen.getByRole('region', { name: 'What is wrong here' }).textContent
  for (const part of ['Something is broken here', 'one chain', '27 November', 'seen by 2 other dads'])
    expect(note).toContain(part)
})

test.each([
  ['Still so', 'PUT /api/places/7/states/3/still'],
  ['Mended', 'PUT /api/places/7/states/3/mended'],
])('one tap says that it is %s', async (button, call) => {
  const { asked } = show(<StateNote place={aPlace()} state={broken} />, '/places', { [call]: () => ok(broken) })
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(asked).toContain(call))
})

const atTown = (municipality: string | null) => ({ 'GET /api/env': () => ok({ municipality }) })

test('a father tells the town in a prepared text, if its address is known; nothing is sent for him', async () => {
  const { unmount } = show(<StateNote place={aPlace()} state={broken} />, '/places', atTown('meldpunt@deventer.test'))
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Tell the municipality' })
  const text = decodeURIComponent(link.href)
  for (const part of [
    'mailto:meldpunt@deventer.test?',
    'Something is broken: Het Woeste Westen',
    'one chain',
    'mlat=52.388',
  ])
    expect(text).toContain(part)
  unmount()
  reads.clear()
  show(<StateNote place={aPlace()} state={broken} />, '/places', atTown('https://meldingen.deventer.test/nieuw'))
  const form = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Tell the municipality/ })
  expect(form.href).toBe('https://meldingen.deventer.test/nieuw')
})

test('a report says what kind of thing is wrong, with a sentence if he likes', async () => {
  const sent = vi.fn()
  const done = vi.fn()
  show(<StateForm placeId={7} onDone={done} />, '/places', {
    'POST /api/places/7/states': body => {
      sent(body)
      return { status: 201, body: broken }
    },
  })
  await userEvent.click(screen.getByRole('radio', { name: 'Dirty' }))
  await userEvent.type(screen.getByRole('textbox'), 'Glass in the sand')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent.mock.calls).toEqual([[{ kind: 'dirty', text: 'Glass in the sand' }]])
})
