import { expect, test } from 'vitest'
import { fallbackLocation, fallbackWeather, languages, limits, untitled } from './limits.ts'

test('the numbers are those of the specification', () => {
  expect(limits).toMatchObject({
    // 2. Screens and routes
    mobileBreakpointPx: 768,
    placeholderAvatarPx: 36,
    locationToastMs: 10_000,
    toastSwipePx: 50,
    // 5. Validation rules
    passwordMin: 6,
    personNameMin: 2,
    cityMin: 2,
    bio: 500,
    placeNameMin: 3,
    placeAddressMin: 3,
    imageBytes: 8 * 1024 * 1024,
    // 9. Business constants and limits
    toasts: 1,
    toastMs: 5000,
    toastRemovalMs: 1_000_000,
    geolocationTimeoutMs: 10_000,
    geolocationMaxAgeMs: 60_000,
    maxParticipantsMin: 1,
    maxParticipants: 50,
    maxParticipantsDefault: 5,
    defaultStartTime: '10:00',
    defaultEndTime: '11:00',
    testPlaydateMs: 3_600_000,
    cardAvatars: 2,
    chatRetentionDays: 7,
    chatCacheCheckMs: 24 * 3_600_000,
    reconnectMs: 3000,
    reconnectAfterFailureMs: 5000,
    heatRadiusPx: 25,
    heatBlurPx: 15,
    heatMaxZoom: 17,
    heatIntensity: 0.5,
    mapZoom: 13,
    mapHeightPx: 500,
    popupDescription: 100,
    installDelayMs: 3000,
    heartbeatMs: 1000,
    greetingRefreshMs: 60_000,
    placeSkeletons: 6,
    placeSkeletonsHome: 4,
    upcomingSkeletonsHome: 2,
    upcomingSkeletons: 3,
    pastSkeletons: 2,
  })
})

test('what stands in for an answer is what the specification names', () => {
  expect(languages).toEqual(['nl', 'en', 'de', 'fr', 'es'])
  expect(fallbackLocation).toEqual({ latitude: 52.3676, longitude: 4.9041, city: 'Amsterdam', country: 'NL' })
  expect(fallbackWeather).toMatchObject({ temperature: 18, condition: 'Clear', city: 'Amsterdam', country: 'NL' })
  expect(untitled).toEqual({ create: 'Nieuwe speelafspraak', edit: 'Speelafspraak', location: 'Te bepalen' })
})
