import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { lastNotice } from '../../../testing/last-notice.ts'
import { show } from '../../../testing/show.tsx'
import type { Answer } from '../../../testing/stand-in-server.ts'
import { DeleteAccount } from './delete-account.tsx'

beforeAll(() => import('@papadag/ui/layers/dialog'))
beforeEach(() => showLanguage('en'))

test('while the account is deleted its buttons wait; a failure without a reason is announced', async () => {
  let answer = (_: Answer) => {}
  const { asked } = show(<DeleteAccount />, '/profile', {
    'DELETE /api/users/me': () => new Promise(resolve => (answer = resolve)),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Delete account' }))
  const deleting = await question.findByRole('button', { name: 'Deleting...' })
  expect(deleting.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(deleting)
  answer({ status: 500 })
  await waitFor(() => expect(lastNotice()?.description).toBe('Failed to delete account'))
  expect(asked).toEqual(['DELETE /api/users/me'])
})
