import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, daan, ok } from '../../../testing/stand-in-server.ts'
import { ProfileForm } from './profile-form.tsx'

beforeEach(() => showLanguage('en'))

test('while the profile is saved its buttons wait, and it is sent once', async () => {
  let answer = (_: Answer) => {}
  const onDone = vi.fn()
  const { asked } = show(
    <ProfileForm user={daan} cityNearby={undefined} isRefused={false} onDone={onDone} />,
    '/profile',
    {
      'PATCH /api/users/me': () => new Promise(resolve => (answer = resolve)),
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const saving = await screen.findByRole('button', { name: 'Saving...' })
  expect(saving.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(saving)
  answer(ok(daan))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(asked).toEqual(['PATCH /api/users/me'])
})
