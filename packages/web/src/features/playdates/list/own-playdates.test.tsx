import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, me } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { OwnPlaydates } from './own-playdates.tsx'

beforeAll(() => import('@papadag/ui/layers/menu-list'))
beforeEach(() => showLanguage('en'))

test('a father can edit his own playdate from his list', async () => {
  show(<OwnPlaydates />, '/profile', {
    'GET /api/users/me/playdates': () => ok([aPlaydate({ id: 12, participants: [me], myStatus: 'creator' })]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More options for Modderen' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  expect(location.pathname).toBe('/edit-playdate/12')
})
