import { expect, test } from 'vitest'
import { screen } from './screen.ts'

test('the numbers of the screens are those of the specification', () => {
  expect(screen).toMatchObject({
    placeSkeletons: 6,
    placeSkeletonsHome: 4,
    mapZoom: 13,
    popupDescription: 100,
    heatRadiusPx: 25,
    heatBlurPx: 15,
    heatMaxZoom: 17,
    heatIntensity: 0.5,
    chatCacheCheckMs: 24 * 3_600_000,
    installDelayMs: 3000,
    toastMs: 5000,
    toastRemovalMs: 1_000_000,
    locationToastMs: 10_000,
    toastSwipePx: 50,
    greetingRefreshMs: 60_000,
    geolocationTimeoutMs: 10_000,
    geolocationMaxAgeMs: 60_000,
    upcomingSkeletonsHome: 2,
    upcomingSkeletons: 3,
    pastSkeletons: 2,
    mobileBreakpointPx: 768,
    reconnectAfterFailureMs: 5000,
    defaultStartTime: '10:00',
    defaultEndTime: '11:00',
  })
})
