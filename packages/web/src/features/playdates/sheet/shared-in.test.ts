import { limits } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import { sharedIn } from './shared-in.ts'

const from = (parts: Record<string, string>) => sharedIn(new URLSearchParams(parts))

test.each([
  ['Google Maps', { 'shared-text': 'Amstelpark\nhttps://maps.app.goo.gl/abc' }, 'Amstelpark'],
  ['a map in a browser', { 'shared-title': 'Artis', 'shared-url': 'https://www.google.com/maps/place/Artis' }, 'Artis'],
  [
    'OpenStreetMap',
    { 'shared-title': 'Vondelpark', 'shared-text': 'https://www.openstreetmap.org/way/1' },
    'Vondelpark',
  ],
])('a place shared from %s becomes the location', (_, parts, location) => {
  const filled = from(parts)
  expect(filled).toMatchObject({ location, description: expect.stringContaining('https://') })
  expect(filled).not.toHaveProperty('title')
})

test('any other text becomes the title, and its link is in the description', () => {
  expect(from({ 'shared-title': 'Dino’s in Naturalis', 'shared-url': 'https://naturalis.example/dino' })).toEqual({
    title: 'Dino’s in Naturalis',
    description: 'https://naturalis.example/dino',
  })
  expect(from({ 'shared-text': 'Vliegeren?' })).toEqual({ title: 'Vliegeren?' })
  expect(from({})).toEqual({})
})

test('shared texts are cut to the length of the fields', () => {
  const long = 'é'.repeat(10_000)
  const filled = from({ 'shared-title': long, 'shared-text': long })
  expect([...(filled.title ?? '')]).toHaveLength(limits.title)
  expect(from({ 'shared-title': 'kort', 'shared-text': long }).description?.length).toBe(limits.description)
})
