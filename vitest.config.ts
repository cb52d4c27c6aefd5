import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The components run through the same plugins as the web app: JSX and the macros of the texts.
const web = './packages/web/vite.config.ts'

export default defineConfig({
  test: {
    // Most of a test's time is waiting: for the database, a thread, a socket.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      { test: { name: 'repo', include: ['scripts/**/*.test.ts'] } },
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      {
        extends: web,
        root: 'packages/ui',
        test: { name: 'ui', environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
      },
      {
        extends: web,
        root: 'packages/web',
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [fileURLToPath(new URL('packages/web/src/testing/all-texts.ts', import.meta.url))],
        },
      },
      {
        // On the embedded database, and on PostgreSQL when TEST_DATABASE_URL says where: `npm run test:postgres`.
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [fileURLToPath(new URL('packages/server/src/testing/embedded-template.ts', import.meta.url))],
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        // The product as a person starts it. Each test starts its own, so they take turns.
        test: {
          name: 'cli',
          include: ['e2e/{cli,durability}/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'firefox', include: ['e2e/firefox/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
})
