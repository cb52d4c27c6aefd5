import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, vi } from 'vitest'
import { Page as Form } from '../pages/playdates/create-playdate.tsx'
import { Page } from '../pages/playdates/playdates.tsx'
import { showLanguage } from '../platform/language/language.ts'
import { aPlaydate, me } from './a-playdate.ts'
import { show } from './show.tsx'
import { type Answer, daan, type Handlers, ok } from './stand-in-server.ts'

/** Prepares each test of the file. */
export function preparePlaydatesPage(): void {
  beforeEach(() => {
    localStorage.removeItem('playdate_filters')
    return showLanguage('nl')
  })
}

/** Opens the page with these upcoming playdates. */
export function openPlaydates(upcoming: readonly Playdate[], handlers: Handlers = {}, at = '/playdates') {
  return show(<Page />, at, {
    'GET /api/playdates/upcoming': () => ok(upcoming),
    'GET /api/playdates/past': () => ok([]),
    'GET /api/playdates/upcoming/count': () => ok({ all: 12, matching: upcoming.length }),
    ...handlers,
  })
}

export const card = () => screen.findByRole('article')

/** What the server replies to a father who plans a playdate. */
export const planned: Answer = { status: 201, body: aPlaydate({ participants: [me], myStatus: 'creator' }) }

type Planning = { answer?: Answer | Promise<Answer>; at?: string; handlers?: Handlers; user?: typeof daan }

/** Opens the form of a new playdate; `sent` is what it sends. */
export function openForm({ answer = planned, at = '/create', handlers = {}, user = daan }: Planning = {}) {
  const sent = vi.fn()
  const shown = show(
    <Form />,
    at,
    {
      'GET /api/users/me/playdates': () => ok([]),
      'POST /api/playdates/test-create': body => {
        sent(body)
        return answer
      },
      ...handlers,
    },
    user,
  )
  return { sent, ...shown }
}

export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Speelafspraak maken' }))
export async function openOptions() {
  await userEvent.click(screen.getByRole('button', { name: 'Meer opties' }))
  await screen.findByLabelText(/Vertel iets meer/)
}
export async function fillIn(title = 'Vliegeren') {
  await userEvent.type(field('Wat gaan we doen?'), title)
  await userEvent.type(field('Waar?'), 'Strand')
}
