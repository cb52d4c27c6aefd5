import { limits } from '@papadag/contract/limits'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { PlaceReviews } from './place-reviews.tsx'

beforeEach(() => showLanguage('en'))

const buttons = () =>
  screen.queryAllByRole('button').map(button => button.getAttribute('aria-label') ?? button.textContent)

const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean)

const review = (id: number, changes = {}) => ({
  id,
  author: { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null },
  rating: 3,
  text: `review ${id}`,
  updatedAt: '2026-11-20T10:00:00.000Z',
  isMine: false,
  ...changes,
})
const reviews = (answer: () => ReturnType<typeof ok>, more: Handlers = {}) =>
  show(<PlaceReviews place={aPlace()} />, '/places', { 'GET /api/places/7/reviews': answer, ...more })

test('a father who has not reviewed a place can do so, and sees who has', async () => {
  reviews(() => ok([review(1), review(2, { text: '' })]))
  expect(await screen.findByText('review 1')).toBeDefined()
  expect(buttons()).toEqual(['Write a review'])
  expect(screen.getAllByText('Kwame Mensah')).toHaveLength(2)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.querySelectorAll('p')).toHaveLength(3)
  expect(second?.querySelectorAll('p')).toHaveLength(2)
  const stars = [...(first?.querySelectorAll('[role=img] > svg') ?? [])].map(star =>
    star.getAttribute('class')?.includes('fill-'),
  )
  expect(stars).toEqual([true, true, true, false, false])
})

test('a father can change or remove his review, which is not shown while he changes it', async () => {
  reviews(() => ok([review(1), review(2, { isMine: true })]))
  expect(await screen.findByText('You')).toBeDefined()
  expect(buttons()).toEqual(['Edit review', 'Remove review'])
  await userEvent.click(screen.getByRole('button', { name: 'Edit review' }))
  expect(screen.queryByText('You')).toBeNull()
  expect(screen.getByText('review 1')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Edit review' })).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/How was it/).value).toBe('review 2')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('You')).toBeDefined()
  expect(document.activeElement?.tagName).toBe('H3')
})

test('five reviews are shown at first, and more on request', async () => {
  reviews(() => ok([1, 2, 3, 4, 5, 6].map(id => review(id))))
  await screen.findByText('review 5')
  expect(screen.queryByText('review 6')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'More reviews' }))
  expect(await screen.findByText('review 6')).toBeDefined()
})

test('reviews that cannot be loaded can be tried again, and nobody can write one in the meantime', async () => {
  const { handlers } = reviews(() => refused(403, 'user.stopped', 'No.'))
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(await screen.findByText('The reviews could not be loaded.')).toBeDefined()
  expect(buttons()).toEqual(['Retry'])
  handlers['GET /api/places/7/reviews'] = () => ok([])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Write a review' })).toBeDefined()
})

test('a review needs stars, and may not be too long', async () => {
  const sent = vi.fn()
  reviews(() => ok([]), {
    'PUT /api/places/7/reviews': body => {
      sent(body)
      return ok(review(1, { isMine: true }))
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  const group = screen.getByRole('radiogroup')
  expect(group.nextElementSibling?.childElementCount).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }))
  expect(group.getAttribute('aria-describedby')).not.toBeNull()
  expect(alerts()).toHaveLength(1)
  await userEvent.click(screen.getAllByRole('radio')[3] ?? document.body)
  expect(group.getAttribute('aria-describedby')).toBeNull()
  await userEvent.click(screen.getByLabelText(/How was it/))
  await userEvent.paste('a'.repeat(limits.review + 1))
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }))
  expect(sent).not.toHaveBeenCalled()
})

test('a review of exactly the greatest length is saved once, and cannot be cancelled meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const sent = vi.fn()
  reviews(() => ok([]), {
    'PUT /api/places/7/reviews': body => {
      sent(body)
      return promise
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  await userEvent.click(screen.getAllByRole('radio')[2] ?? document.body)
  const stars = [...screen.getByRole('radiogroup').querySelectorAll('svg')]
  expect(stars.map(star => star.getAttribute('class')?.includes('fill-none'))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  await userEvent.click(screen.getByLabelText(/How was it/))
  await userEvent.paste(`${'a'.repeat(limits.review)} `)
  expect(alerts()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }))
  const saving = await screen.findByRole('button', { name: 'Saving...' })
  await userEvent.click(saving)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  resolve(ok(review(1, { isMine: true })))
  expect(await screen.findByRole('button', { name: 'Write a review' })).toBeDefined()
  expect(sent).toHaveBeenCalledOnce()
})
