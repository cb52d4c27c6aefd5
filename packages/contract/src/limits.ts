/**
 * Limits of what travels, from the specification and the design; forms, server and tests read them here. Units are part
 * of the names.
 */
export const limits = {
  // Text lengths, in characters (Unicode code points); specification 5, contract 1.
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

  // Playdates; specification 9.
  maxParticipantsMin: 1,
  maxParticipants: 50,
  maxParticipantsDefault: 5,
  testPlaydateMs: 3_600_000,
  childrenAlong: 12,
  cancelReason: 200,
  leaveMessage: 200,
  /** How long the creator can undo a cancellation. */
  undoCancelMs: 10 * 60_000,
  /** Viewers who may not see the address get the centre of a grid cell this wide; safety S5. */
  playdateGridM: 500,

  // How far away fathers live from each other; safety S6.
  neighbourhoodGridM: 1000,

  // Places; specification 5, 8 and 9, contract 6.
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

  // The map; specification 2 and 9.
  mapMaxZoom: 19,
  mapTileCacheS: 120,
  /** From this zoom on a tile lists its places, unless there are too many. */
  mapPlacesZoom: 12,
  mapPlacesPerTile: 1500,

  // Chat; specification 9, contract 1 and 9, safety 5 and 9.
  message: 4000,
  messagesAtOnce: 10_000,
  chatRetentionDays: 7,
  /** How many messages a stranger may send before he is answered. */
  requestMessages: 3,

  // Uploads; contract 7 (8 MB is 8 × 1024 × 1024 bytes), safety S28.
  imageBytes: 8 * 1024 * 1024,
  imagePixels: 40_000_000,
  avatarPx: 512,

  // Reports; safety 8 and 9.
  reportText: 2000,
  moderationRule: 200,
  /** Messages kept on either side of a reported one. */
  evidenceMessages: 10,
  /** The number of members whose reports hide a place until a moderator decides. */
  placeReports: 3,

  /** The largest id a column holds (PostgreSQL integer). */
  idMax: 2_147_483_647,
  /** The largest safe integer, for ids beyond 32 bits such as those of messages and notifications. */
  wideIdMax: Number.MAX_SAFE_INTEGER,

  // Reach: push, calendars, reminders; contract 13.
  pushDevices: 10,
  deviceName: 60,
  calendarFeeds: 10,
  reminders: 5,
  /** The earliest reminder: a week before the playdate. */
  remindBeforeMinMax: 7 * 24 * 60,

  // Limits of an import from another Papadag, set by the size of a body.
  importedFavorites: 200,
  importedReviews: 100,

  // Requests; contract 1, safety 7.
  bodyBytes: 256 * 1024,
  urlBytes: 4096,
  headerBytes: 16 * 1024,
  listItems: 500,

  // Live updates; contract 12, specification 9.
  watchedPaths: 20,
  reconnectMs: 3000,
} as const

/** Used when the browser's position is unavailable; specification 4. */
export const fallbackLocation = { latitude: 52.3676, longitude: 4.9041, city: 'Amsterdam', country: 'NL' } as const
/** Shown when the weather is unavailable; specification 8. Temperature in °C. */
export const fallbackWeather = {
  temperature: 18,
  condition: 'Clear',
  icon: '01d',
  city: 'Amsterdam',
  country: 'NL',
} as const

/** Defaults for a playdate without a title or place; specification 5. */
export const untitled = { create: 'Nieuwe speelafspraak', edit: 'Speelafspraak', location: 'Te bepalen' } as const

/** The product's languages, its default first; specification 1. */
export const languages = ['nl', 'en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

/** Clock times are entered and shown in the browser's zone; rules without a browser use this one. */
export const productTimeZone = 'Europe/Amsterdam'

/** An e-mail address. */
export const emailPattern = /^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\]]+\.[^\s@<>()",;:\\[\].]{2,}$/

/** The address of an upload on this server. */
export const uploadPath = /^\/uploads\/[0-9a-f]{32}\.webp$/
