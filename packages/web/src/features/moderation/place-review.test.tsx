import type { ModeratedPlace } from '@papadag/contract/moderation'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, refused } from '../../testing/stand-in-server.ts'
import { PlaceReview } from './place-review.tsx'

beforeEach(() => showLanguage('en'))

const place: ModeratedPlace = {
  ...{ id: 7, name: 'Het Woeste Westen', type: 'playground', address: null, description: null, imageUrl: null },
  ...{ isNew: true, isHidden: false, createdAt: '2026-11-20T10:00:00.000Z', proposals: [] },
  ...{ latitude: 52.388, longitude: 4.871, contributor: null },
}

function open(answer: Answer) {
  const onDecided = vi.fn()
  const screen = show(<PlaceReview place={place} onDecided={onDecided} />, '/moderation', {
    'POST /api/moderation/places/7/decision': () => answer,
  })
  return { onDecided, ...screen }
}

const why = () => screen.getByLabelText<HTMLInputElement>(/^Why/)

test('a moderator’s draft about a place survives an expired session', async () => {
  const { unmount } = open(refused(401, 'auth.required', 'Log in first.'))
  await userEvent.type(why(), 'The fence is gone.')
  unmount()
  const { onDecided, unmount: unmountAgain } = open({ status: 204 })
  expect(why().value).toBe('The fence is gone.')
  await userEvent.click(screen.getByRole('button', { name: 'Hide it' }))
  await waitFor(() => expect(onDecided).toHaveBeenCalledOnce())
  unmountAgain()
  open({ status: 204 })
  expect(why().value).toBe('')
})
