import { expect, test } from 'vitest'
import { fallbackLocation, fallbackWeather, languages, limits, untitled } from './limits.ts'

test('the numbers are those of the specification', () => {
  expect(limits).toMatchObject({
    // 5. Validation rules
    passwordMin: 6,
    personNameMin: 2,
    cityMin: 2,
    bio: 500,
    placeNameMin: 3,
    placeAddressMin: 3,
    imageBytes: 8 * 1024 * 1024,
    // 9. Business constants and limits
    maxParticipantsMin: 1,
    maxParticipants: 50,
    maxParticipantsDefault: 5,
    testPlaydateMs: 3_600_000,
    chatRetentionDays: 7,
    reconnectMs: 3000,
  })
})

test('defaults for missing values are those of the specification', () => {
  expect(languages).toEqual(['nl', 'en', 'de', 'fr', 'es'])
  expect(fallbackLocation).toEqual({ latitude: 52.3676, longitude: 4.9041, city: 'Amsterdam', country: 'NL' })
  expect(fallbackWeather).toMatchObject({ temperature: 18, condition: 'Clear', city: 'Amsterdam', country: 'NL' })
  expect(untitled).toEqual({ create: 'Nieuwe speelafspraak', edit: 'Speelafspraak', location: 'Te bepalen' })
})
