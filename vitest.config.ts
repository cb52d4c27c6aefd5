import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { onlyEmbedded } from './scripts/gate/embedded-tests.ts'

// The components run through the same plugins as the web app: JSX and the macros of the texts.
const web = './packages/web/vite.config.ts'
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** A project that extends another configuration inherits nothing from the one below, so each names its own. */
const shared = {
  // No test fails because a busy machine is slow.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Most of a test's time is waiting: for the database, a thread, a socket.
  maxWorkers: Math.max(3, availableParallelism() - 1),
}
const setupFiles = [at('tools/patience.ts')]
const forComponents = [...setupFiles, at('packages/ui/src/testing/patience.ts')]
const oneHappyDom = at('tools/one-happy-dom.mjs')
const components = { environment: 'happy-dom', globalSetup: [oneHappyDom], execArgv: ['--import', oneHappyDom] }

export default defineConfig({
  test: {
    ...shared,
    projects: [
      { test: { name: 'repo', setupFiles, include: ['{scripts,tools,bench}/**/*.test.ts'] } },
      { test: { name: 'contract', setupFiles, root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      {
        extends: web,
        root: 'packages/ui',
        test: {
          name: 'ui',
          ...shared,
          setupFiles: forComponents,
          ...components,
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: web,
        root: 'packages/web',
        test: {
          name: 'web',
          ...shared,
          ...components,
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [
            at('packages/web/src/testing/page/fresh-page.ts'),
            ...forComponents,
            at('packages/web/src/testing/all-texts.ts'),
          ],
          // Starting a worker with its page and packages takes as long as many of these files.
          isolate: false,
        },
      },
      {
        // Its pages are components of the web app.
        extends: web,
        // On the embedded database, and on PostgreSQL when TEST_DATABASE_URL says where: `npm run check -- postgres`.
        test: {
          name: 'server',
          ...shared,
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env.TEST_DATABASE_URL ? onlyEmbedded : [])],
          globalSetup: [at('packages/server/src/testing/template.ts')],
          setupFiles,
          pool: 'forks',
          // The files of a worker share its modules and its database: each of its own would start PGlite again.
          isolate: false,
        },
      },
      {
        // The product as a person starts it. Each test starts its own, so they take turns.
        test: {
          name: 'cli',
          setupFiles,
          include: ['e2e/{cli,durability}/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
        },
      },
      { test: { name: 'firefox', setupFiles, include: ['e2e/firefox/**/*.test.ts'] } },
    ],
  },
})
