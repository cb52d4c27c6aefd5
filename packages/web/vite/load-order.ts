/**
 * The order in which code and texts load. Files are named relative to this package's folder; a file's static imports
 * come with it.
 */

/**
 * Chunks shared by several screens. A file goes into the first one that needs it; separate chunks would be 4 kB larger
 * in total.
 */
export const scripts = {
  /** Files that every screen needs before it is rendered. */
  shell: [
    'src/app/app.tsx',
    'src/features/legal/content/shape.ts',
    '../../node_modules/react-dom/client.js',
    'src/platform/browser/service-worker.ts',
    'src/platform/session/consent.ts',
    'src/platform/screen/install.ts',
    'src/platform/screen/sharing.ts',
    'src/platform/screen/theme.ts',
    'src/platform/screen/useful-moment.ts',
    '../ui/src/pictures/avatar.tsx',
    '../ui/src/button.tsx',
    '../ui/src/card.tsx',
    '../ui/src/states/empty-state.tsx',
    '../ui/src/states/error-state.tsx',
    '../ui/src/pictures/flag.tsx',
    '../ui/src/pictures/illustration.tsx',
    '../ui/src/pictures/logo.tsx',
    '../ui/src/layers/menu.tsx',
    '../ui/src/states/skeleton.tsx',
    '../ui/src/text-link.tsx',
  ],
  /** Files that a member's screens share: dates, his position, distances, the weather there. */
  member: [
    'src/platform/data/part-failed.tsx',
    'src/platform/data/read-failed.tsx',
    'src/platform/offline/kept-source.ts',
    'src/features/location/where.ts',
    'src/features/weather/current-weather.ts',
    'src/platform/language/dates.ts',
    'src/platform/screen/use-media.ts',
    'src/domain/places/distance.ts',
    '../contract/src/today.ts',
    'src/pages/home/today-room.tsx',
    'src/features/playdates/list/playdate-skeletons.tsx',
    'src/features/playdates/list/use-first-upcoming.ts',
    '../ui/src/badge.tsx',
    '../ui/src/svg/scene-hero-regen-breed.svg?no-inline',
    '../ui/src/svg/scene-hero-regen-smal.svg?no-inline',
    '../ui/src/svg/scene-hero-zon-breed.svg?no-inline',
  ],
  /** The parts of a playdate that home, the list and the forms all show. */
  playdate: [
    'src/domain/playdates/coming-with.tsx',
    'src/domain/playdates/decline.tsx',
    'src/domain/playdates/rhythm-words.ts',
    'src/domain/playdates/use-stop-waiting.ts',
    'src/domain/playdates/use-wait.ts',
    'src/features/playdates/list/playdate-list.tsx',
    'src/features/playdates/list/playdate-card.tsx',
    'src/features/weather/forecast/is-within-forecast.ts',
    'src/features/weather/forecast/warning-words.ts',
    'src/pages/home/home-upcoming.tsx',
    '../contract/src/playdates/polls.ts',
    '../contract/src/playdates/proposals.ts',
    '../contract/src/playdates/series.ts',
    '../contract/src/playdates/waiting-list.ts',
    '../contract/src/users/known.ts',
    '../ui/src/pictures/weather-icon.tsx',
    '../ui/src/row.tsx',
  ],
  /** Files that the list of playdates shares with the map and the screens of places and people. */
  chips: ['../ui/src/chip.tsx', '../ui/src/feature-tag.tsx', 'src/platform/navigation/sheet-address.ts'],
  /** What waits for him, at home and in the bell. */
  due: ['src/domain/due/due-list.tsx', 'src/domain/due/reread-today.ts'],
  /** What is known about places before any of them is shown. */
  places: [
    'src/features/places/feature-labels.ts',
    'src/features/places/map/list/row-skeletons.tsx',
    'src/features/places/measures.ts',
  ],
  /** The calls about places, and the facts that not all of them need. */
  facts: ['../contract/src/places/facts.ts'],
  calls: ['../contract/src/places/places.ts'],
  /** A place's facts and state, as home and the lists of places show them. */
  'place-facts': [
    'src/domain/places/state-badge.tsx',
    'src/domain/places/state-words.ts',
    'src/features/places/place-facts.tsx',
  ],
  /** What the map and its later parts share. */
  map: ['src/features/places/map/create-map.ts', 'src/features/places/map/geo.ts'],
  /** Files that the lists of fathers share with who is free on his day. */
  fathers: ['src/domain/people/weekday-names.ts', 'src/features/users/fathers/invite-dads.ts'],
  /** Typing what to look for, on the map and in lists. */
  search: ['../ui/src/fields/search-field.tsx', 'src/platform/navigation/typed-search.ts'],
  /** Files that the map shares with the form of a playdate. */
  settled: ['src/platform/data/settled.ts'],
  /** The parts of a place that home, the map and the list of places show. */
  place: [
    'src/features/places/attribution.tsx',
    'src/features/places/sheet/directions.tsx',
    'src/features/places/meet-here.tsx',
    'src/features/places/place-picture.tsx',
    '../contract/src/weather/forecast.ts',
  ],
  /** Home loads these once it knows what waits for him. */
  'home-later': ['src/features/weather/weather-badge.tsx', 'src/pages/home/home-today.tsx'],
  /** Everybody loads these once the screen is usable. */
  idle: [
    'src/app/overlays/overlays.tsx',
    'src/features/install/installing.ts',
    'src/features/location/location-notices.ts',
    '../ui/src/layers/toast.tsx',
  ],
  /** Every member loads these once the screen is usable. */
  live: [
    'src/app/live-parts.ts',
    'src/app/overlays/kept-notice.tsx',
    'src/features/chat/store/conversations.ts',
    'src/features/chat/use-chats.ts',
    'src/platform/offline/offline-answers.ts',
    'src/platform/offline/offline-database.ts',
    'src/platform/offline/offline-queue.ts',
  ],
  /** Files that the login shares with the forms. */
  fields: [
    '../ui/src/fields/text-field.tsx',
    'src/features/recovery/mail-link.ts',
    'src/platform/language/account-issues.ts',
  ],
  /** What all forms except the login share. */
  forms: [
    '../../node_modules/react-hook-form/dist/index.esm.mjs',
    'src/features/playdates/form/folded.ts',
    'src/platform/data/use-server-errors.ts',
  ],
  /** Files that the list of playdates shares with the screens of places, people and forms. */
  list: [
    '../ui/src/layers/dialog-on-demand.tsx',
    '../ui/src/screen-head.tsx',
    'src/features/playdates/cancelling/just-cancelled.ts',
    'src/features/playdates/list/playdate-to-show.ts',
    'src/features/playdates/list/filters.ts',
    'src/platform/lists/growing-list.ts',
    'src/platform/lists/more-button.tsx',
  ],
}

/**
 * Chunks that load all their imports in one round: what waits for him at home, the page that home prefetches, what a tap
 * on a card opens, and what keeps screens up to date.
 */
export const ahead = ['home-later', 'playdates', 'opened-playdate', 'live']

/**
 * The texts that come with these files, and with what they import later. The remaining texts, `others`, come with all
 * other pages.
 */
export const words = {
  shell: ['src/app/main.tsx', 'src/pages/home/home.tsx'],
  auth: ['src/pages/auth.tsx'],
  playdates: ['src/pages/playdates/playdates.tsx'],
  map: ['src/pages/places/playground-map.tsx'],
  chat: ['src/pages/chat/chat.tsx'],
  /** Files that a screen loads on its own shortly after it is usable, and that home does not need before that. */
  idle: [
    'src/app/overlays/kept-notice.tsx',
    'src/app/live-parts.ts',
    'src/app/overlays/overlays.tsx',
    'src/features/location/location-notices.ts',
    'src/features/places/favorite-offline.ts',
    'src/domain/playdates/membership-offline.ts',
    'src/features/weather/weather-badge.tsx',
    'src/platform/offline/offline-answers.ts',
    'src/platform/offline/offline-database.ts',
  ],
  /** Home loads these once it knows what waits for him, or when they come near the viewport. */
  viewport: [
    'src/pages/home/home-today.tsx',
    'src/pages/home/home-upcoming.tsx',
    'src/pages/home/home-near.tsx',
    'src/pages/home/home-spotlight.tsx',
  ],
  /** What home and lists show without a tap, but to few. */
  rare: [
    'src/domain/due/rare-answer.tsx',
    'src/features/playdates/open/open-hour.tsx',
    'src/features/playdates/series/series-fact.tsx',
    'src/features/playdates/sheet/other-actions.tsx',
    'src/features/playdates/sheet/waiting-actions.tsx',
    'src/pages/hints.tsx',
    'src/pages/home/home-first.tsx',
    'src/pages/home/home-town.tsx',
  ],
  /** Dialogs and lists that home, the list and the header open. */
  onOpen: [
    'src/app/header/mobile-sheet.tsx',
    'src/app/header/profile-list.tsx',
    'src/features/home/weekend-dialog.tsx',
    'src/features/playdates/cancelling/cancelled-by-me.tsx',
    'src/features/playdates/cancelling/delete-dialog.tsx',
    'src/features/playdates/sheet/dialogs/children-dialog.tsx',
    'src/features/playdates/sheet/dialogs/join-dialog.tsx',
    'src/features/playdates/sheet/dialogs/leave-dialog.tsx',
    'src/features/playdates/sheet/dialogs/wait-dialog.tsx',
    'src/features/playdates/sheet/playdate-options.tsx',
    'src/pages/notifications/notification-list.tsx',
    'src/pages/playdates/opened/opened-playdate.tsx',
  ],
}

/** The router imports every page; each waits for its own texts. */
export const router = 'src/app/pages.ts'

/** Rarely opened; these load the texts of all other pages themselves. */
export const onDemand = [
  'src/app/legal-pages.tsx',
  'src/features/invites/parent-link.tsx',
  'src/features/invites/share-sheet.tsx',
  'src/features/moderation/report-dialog.tsx',
  'src/features/notifications/permission-card.tsx',
]
