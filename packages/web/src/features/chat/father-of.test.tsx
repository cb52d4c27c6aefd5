import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { ok } from '../../testing/stand-in-server.ts'
import { FatherOf } from './father-of.tsx'

beforeEach(() => showLanguage('en'))

const noor = { name: 'Noor', age: 4 }

test.each([
  ['Utrecht · father of Noor and Mees', { city: 'Utrecht', childrenInfo: [noor, { name: 'Mees', age: 2 }] }],
  ['father of Noor', { city: null, childrenInfo: [noor, { name: null, age: 2 }] }],
  ['Utrecht', { city: 'Utrecht', childrenInfo: [] }],
  ['Utrecht', { city: 'Utrecht', childrenInfo: undefined }],
  ['', { city: null, childrenInfo: [] }],
])('a chat’s header says “%s” about a father, with no loose separators', async (said, father) => {
  show(
    <p role="note">
      <FatherOf userId={2} />
    </p>,
    '/chat/5',
    { 'GET /api/users/2': () => ok({ id: 2, firstName: 'Kwame', ...father }) },
  )
  await vi.waitFor(() => expect(screen.getByRole('note').textContent).toBe(said))
})
