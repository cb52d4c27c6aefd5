/** One export each, so that a screen loads only those it uses. */
export * as limits from './limit-values.ts'

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

/** Clock times are entered and shown in the browser's time zone; rules without a browser use this one. */
export const productTimeZone = 'Europe/Amsterdam'

/** The address of an upload on this server. */
export const uploadPath = /^\/uploads\/[0-9a-f]{32}\.webp$/
