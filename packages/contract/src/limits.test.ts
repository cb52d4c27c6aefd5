import { expect, test } from 'vitest'
import { fallbackLocation, fallbackWeather, languages, limits, untitled } from './limits.ts'

test('the numbers are those of the specification', () => {
  expect({ ...limits }).toEqual({
    // Specification 5, contract 1: text lengths.
    username: 50,
    personName: 100,
    email: 254,
    bio: 500,
    phoneNumber: 50,
    city: 100,
    title: 200,
    location: 200,
    area: 100,
    description: 2000,
    url: 2000,
    passwordMin: 6,
    passwordMax: 200,
    personNameMin: 2,
    cityMin: 2,
    childName: 50,
    children: 12,
    childAgeMax: 17,
    favoriteLocations: 20,
    favoriteLocation: 100,
    // Specification 9, contract 5: playdates.
    maxParticipantsMin: 1,
    maxParticipants: 50,
    maxParticipantsDefault: 5,
    testPlaydateMs: 60 * 60 * 1000,
    playdateMs: 14 * 24 * 60 * 60 * 1000,
    begunMs: 60 * 60 * 1000,
    childrenAlong: 12,
    cancelReason: 200,
    leaveMessage: 200,
    undoCancelMs: 10 * 60 * 1000,
    undoCancelTimes: 3,
    askedAtMost: 100,
    askBeforeMs: 48 * 3_600_000,
    matches: 480,
    minimumFathersMin: 2,
    offerPlacesMs: 86_400_000,
    papaDayChanges: 3,
    papaDaysOpened: 4,
    pauseDays: 182,
    pauses: 12,
    pollAsked: 20,
    pollFathers: 50,
    pollKeptDays: 7,
    pollTimes: 5,
    pollTimesMin: 2,
    releaseBeforeMs: 24 * 3_600_000,
    repeatedPlaydateMs: 86_400_000,
    series: 2,
    seriesDates: 3,
    seriesWeeks: 26,
    standingPlaces: 10,
    unansweredTimes: 2,
    waitingFathers: 100,
    noticeEveryMs: 15 * 60 * 1000,
    playdateGridM: 500,
    // Safety S6: how far away fathers live.
    neighbourhoodGridM: 1000,
    neighbourhoodStandsDays: 3,
    // Specification 5, 8 and 9, contract 6: places.
    placeName: 200,
    placeNameMin: 3,
    placeAddress: 200,
    placeAddressMin: 3,
    search: 200,
    review: 2000,
    nearbyRadiusM: 50_000,
    similarWithinM: 75,
    placePicturePx: 1280,
    placeConfirmations: 2,
    placeGoneProposals: 3,
    mapMaxZoom: 19,
    mapTileCacheS: 2 * 60,
    mapPlacesZoom: 12,
    mapPlacesPerTile: 1500,
    // Specification 9, contract 1 and 9, safety 5 and 9: chat.
    message: 4000,
    messagesAtOnce: 10_000,
    chatRetentionDays: 7,
    requestMessages: 3,
    // Contract 7, safety S28: uploads.
    imageBytes: 8_388_608,
    imagePixels: 40_000_000,
    avatarPx: 512,
    // Safety 8 and 9: reports.
    reportText: 2000,
    moderationRule: 200,
    evidenceMessages: 10,
    placeReports: 3,
    newAccountDays: 3,
    // What a column and a number hold.
    idMax: 2 ** 31 - 1,
    wideIdMax: 2 ** 53 - 1,
    // Contract 13: reach.
    pushDevices: 10,
    deviceName: 60,
    calendarFeeds: 10,
    reminders: 5,
    remindBeforeMinMax: 10_080,
    regularsAtLeast: 3,
    eveningHourMin: 16,
    eveningHourMax: 22,
    importedFavorites: 200,
    importedReviews: 100,
    // Contract 1, safety 7: requests.
    bodyBytes: 262_144,
    urlBytes: 4096,
    headerBytes: 16_384,
    listItems: 500,
    // Contract 12, specification 9: live updates.
    watchedPaths: 20,
    reconnectMs: 3000,
  })
})

test('defaults for missing values are those of the specification', () => {
  expect(languages).toEqual(['nl', 'en', 'de', 'fr', 'es'])
  expect(fallbackLocation).toEqual({ latitude: 52.3676, longitude: 4.9041, city: 'Amsterdam', country: 'NL' })
  expect(fallbackWeather).toMatchObject({ temperature: 18, condition: 'Clear', city: 'Amsterdam', country: 'NL' })
  expect(untitled).toEqual({ create: 'Nieuwe speelafspraak', edit: 'Speelafspraak', location: 'Te bepalen' })
})
