/** The slowest server tests that open no database, or an embedded one of their own: PostgreSQL changes nothing there. */
export const onlyEmbedded = [
  'src/platform/bus/bus-redis.test.ts',
  'src/platform/files/data-dir.test.ts',
  'src/platform/db/embedded/*.test.ts',
  'src/platform/sessions/password.test.ts',
  'src/platform/pictures/encoder.test.ts',
  'src/features/import/**/read-*.test.ts',
]

/**
 * Where the paths of the server tests begin that a change runs on the embedded database too: what is specific to it,
 * and what locks, races or is copied. The nightly run takes all.
 */
export const alsoEmbedded = [
  ...['db/', 'control-socket/', 'bus/', 'files/', 'outbox/', 'sessions/', 'pictures/encoder'].map(
    place => `src/platform/${place}`,
  ),
  'src/app/commands/backup',
  ...['repeats', 'own-work'].map(place => `src/app/rules/${place}`),
  ...['delivery', 'mailbox', 'next-batch', 'positions', 'undelivered', 'wake-ups'].map(
    place => `src/features/chat/sending/${place}`,
  ),
  ...['chat/threads-races', 'chat/start-chat', 'import/read-', 'playdates/join', 'playdates/waiting-races'].map(
    place => `src/features/${place}`,
  ),
]
