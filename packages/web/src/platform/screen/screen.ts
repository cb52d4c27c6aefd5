/**
 * Numbers of screens fixed by the specification (9, some 2 and 4). Limits of what is sent are in the contract's
 * `limits`.
 */
export const screen = {
  // Home and its skeletons.
  greetingRefreshMs: 60_000,
  morningEndsHour: 12,
  afternoonEndsHour: 18,
  upcomingSkeletonsHome: 2,
  placeSkeletonsHome: 4,

  // Lists while they load.
  upcomingSkeletons: 3,
  pastSkeletons: 2,
  placeSkeletons: 6,

  // The form of a playdate.
  defaultStartTime: '10:00',
  defaultEndTime: '11:00',

  // The browser's position.
  geolocationTimeoutMs: 10_000,
  geolocationMaxAgeMs: 60_000,
  locationToastMs: 10_000,

  // The map.
  mapZoom: 13,
  mapMarkers: 150,
  popupDescription: 100,
  heatRadiusPx: 25,
  heatBlurPx: 15,
  heatMaxZoom: 17,
  heatIntensity: 0.5,

  // Toasts.
  toastMs: 5000,
  toastRemovalMs: 1_000_000,
  toastSwipePx: 50,

  // The app around the screens.
  mobileBreakpointPx: 768,
  installDelayMs: 3000,
  reconnectAfterFailureMs: 5000,
  chatCacheCheckMs: 86_400_000,
} as const
