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
