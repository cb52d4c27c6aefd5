/**
 * The order in which code and words load. Files are named from this package's folder; a file's static imports come with
 * it.
 */

/** Scripts of several screens. A file goes into the first one that needs it; apart, the pieces would weigh 4 kB more. */
export const scripts = {
  /** Files that every screen needs before it is drawn. */
  shell: [
    'src/app/app.tsx',
    'src/features/legal/content/shape.ts',
    '../../node_modules/react-dom/client.js',
    'src/platform/consent.ts',
    'src/platform/install.ts',
    'src/platform/sharing.ts',
    'src/platform/theme.ts',
    'src/platform/useful-moment.ts',
    '../ui/src/avatar.tsx',
    '../ui/src/button.tsx',
    '../ui/src/card.tsx',
    '../ui/src/empty-state.tsx',
    '../ui/src/error-state.tsx',
    '../ui/src/flag.tsx',
    '../ui/src/illustration.tsx',
    '../ui/src/logo.tsx',
    '../ui/src/menu.tsx',
    '../ui/src/skeleton.tsx',
    '../ui/src/text-link.tsx',
  ],
  /** Files that a member's screens share: dates, his position, distances, the weather there. */
  member: [
    'src/platform/part-failed.tsx',
    'src/platform/read-failed.tsx',
    'src/features/location/where.ts',
    'src/features/weather/current-weather.ts',
    'src/platform/dates.ts',
    'src/platform/distance.ts',
    '../ui/src/badge.tsx',
    '../ui/src/svg/scene-hero-regen-breed.svg?no-inline',
    '../ui/src/svg/scene-hero-regen-smal.svg?no-inline',
    '../ui/src/svg/scene-hero-zon-breed.svg?no-inline',
  ],
  /** The parts of a playdate that home, the list and the forms all show. */
  playdate: [
    'src/features/playdates/playdate-list.tsx',
    'src/features/playdates/playdate-card.tsx',
    'src/features/playdates/use-first-upcoming.ts',
  ],
  /** Files that the list of playdates shares with the map and the screens of places and people. */
  chips: ['../ui/src/chip.tsx', '../ui/src/feature-tag.tsx', 'src/platform/sheet-address.ts'],
  /** The parts of a place that home, the map and the places show. */
  place: [
    'src/features/places/attribution.tsx',
    'src/features/places/directions.tsx',
    'src/features/places/feature-labels.ts',
    'src/features/places/measures.ts',
    'src/features/places/meet-here.tsx',
    'src/features/places/place-picture.tsx',
  ],
  /** Every member loads these once the screen is usable. */
  live: [
    'src/app/live-parts.ts',
    'src/features/chat/conversations.ts',
    'src/platform/offline-answers.ts',
    'src/platform/offline-database.ts',
    'src/platform/offline-queue.ts',
  ],
  /** Files that the login shares with the forms. */
  fields: ['../ui/src/text-field.tsx', 'src/platform/issue-texts.ts'],
  /** Files that the list of playdates shares with the screens of places, people and forms. */
  list: [
    '../ui/src/dialog-on-demand.tsx',
    '../ui/src/screen-head.tsx',
    'src/features/playdates/just-cancelled.ts',
    'src/features/playdates/playdate-to-show.ts',
    'src/platform/growing-list.ts',
    'src/platform/more-button.tsx',
  ],
}

/** Scripts that fetch all of theirs in one round: the page that home fetches ahead, and what a tap on a card opens. */
export const ahead = ['playdates', 'opened-playdate']

/**
 * The words that come with these files, and with what they import later. Those of the rest, `others`, come with all other
 * pages.
 */
export const words = {
  shell: ['src/app/main.tsx', 'src/pages/home.tsx'],
  auth: ['src/pages/auth.tsx'],
  playdates: ['src/pages/playdates.tsx'],
  map: ['src/pages/playground-map.tsx'],
  /** Files that a screen loads by itself a moment after it is usable, and that home does not need before that. */
  calm: [
    'src/app/kept-notice.tsx',
    'src/app/live-parts.ts',
    'src/app/overlays.tsx',
    'src/features/location/location-notices.ts',
    'src/features/places/favorite-offline.ts',
    'src/features/playdates/membership-offline.ts',
    'src/features/weather/weather-badge.tsx',
    'src/platform/offline-answers.ts',
    'src/platform/offline-database.ts',
  ],
  /** Home loads these when they come near the viewport. */
  near: ['src/features/places/nearby-places.tsx', 'src/pages/home-spotlight.tsx'],
  /** Dialogs and lists that home, the list and the header open. */
  opened: [
    'src/app/mobile-sheet.tsx',
    'src/app/profile-list.tsx',
    'src/features/home/weekend-dialog.tsx',
    'src/features/playdates/cancelled-by-me.tsx',
    'src/features/playdates/delete-dialog.tsx',
    'src/features/playdates/join-dialog.tsx',
    'src/features/playdates/leave-dialog.tsx',
    'src/features/playdates/playdate-options.tsx',
    'src/pages/home-first.tsx',
    'src/pages/notice-list.tsx',
    'src/pages/opened-playdate.tsx',
  ],
}

/** The router imports every page; each waits for its own words. */
export const router = 'src/app/pages.ts'

/** Rarely opened; these fetch the words of all other pages themselves. */
export const rare = [
  'src/app/legal-pages.tsx',
  'src/features/invites/share-sheet.tsx',
  'src/features/moderation/report-dialog.tsx',
  'src/features/notifications/permission-card.tsx',
]
