import { browserStorage } from '../../platform/browser/storage.ts'

type Position = { latitude: number; longitude: number }

/** The maps apps for directions (decision L16), by their own names in every language. */
export const mapApps = {
  osm: {
    name: 'OpenStreetMap',
    to: ({ latitude, longitude }: Position) => `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`,
  },
  google: {
    name: 'Google Maps',
    to: ({ latitude, longitude }: Position) =>
      `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`,
  },
  apple: {
    name: 'Apple Maps',
    to: ({ latitude, longitude }: Position) => `https://maps.apple.com/?daddr=${latitude}%2C${longitude}`,
  },
} as const

export type MapApp = keyof typeof mapApps

const key = 'map_app'

/** The maps app he has chosen on this device. */
export function chosenMapApp(): MapApp {
  const stored = browserStorage.get(key)
  return stored === 'google' || stored === 'apple' ? stored : 'osm'
}

export const chooseMapApp = (app: MapApp) => browserStorage.set(key, app)
