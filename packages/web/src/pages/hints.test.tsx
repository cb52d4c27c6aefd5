import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../platform/language/language.ts'
import { aPlaydate } from '../testing/a-playdate.ts'
import { show } from '../testing/show.tsx'
import { ok } from '../testing/stand-in-server.ts'
import { HomeHint } from './hints.tsx'

beforeEach(() => showLanguage('nl'))

test.each([
  ['his own', null, '/create?how=weekly&title=Vliegeren&location=Strand&place=3'],
  ['of his circle', { id: 6, name: 'Woensdag' }, '/create?how=weekly&title=Vliegeren&location=Strand&place=3&circle=6'],
])('a playdate that he has had twice becomes weekly: one that is %s', async (_, circle, expected) => {
  show(<HomeHint name="weekly" />, '/', {
    'GET /api/today': () => ok({ hint: { name: 'weekly', playdateId: 7, missed: null } }),
    'PUT /api/users/me/hints/weekly': () => ({ status: 204 }),
    'GET /api/playdates/7': () => ok(aPlaydate({ id: 7, title: 'Vliegeren', location: 'Strand', placeId: 3, circle })),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Maak vast' }))
  await waitFor(() => expect(location.pathname + location.search).toBe(expected))
})
