import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aPlace } from '../../testing/a-place.ts'
import { PlacePicture } from './place-picture.tsx'

afterEach(cleanup)

function sourceOf(place = aPlace()) {
  const { container, unmount } = render(<PlacePicture place={place} />)
  const source = container.querySelector('img')?.getAttribute('src')
  unmount()
  return source
}

test('an external photo is loaded through the product’s own server, and never over plain http', () => {
  const through = '/api/pictures?url=https%3A%2F%2Ftracker.example%2F1.png'
  expect(sourceOf(aPlace({ imageUrl: 'https://tracker.example/1.png' }))).toBe(through)
  expect(sourceOf(aPlace({ imageUrl: 'http://tracker.example/1.png' }))).toBe(sourceOf())
})

test('a photo that fails to load is replaced by the drawing, and the next photo is tried', () => {
  const place = aPlace({ imageUrl: '/uploads/0123.webp' })
  const { container, rerender } = render(<PlacePicture place={place} />)
  const picture = () => container.querySelector('img')
  expect(picture()?.getAttribute('src')).toBe('/uploads/0123.webp')
  fireEvent.error(picture() ?? container)
  expect(picture()?.getAttribute('src')).toBe(sourceOf())
  rerender(<PlacePicture place={{ ...place, imageUrl: '/uploads/4567.webp' }} />)
  expect(picture()?.getAttribute('src')).toBe('/uploads/4567.webp')
})
