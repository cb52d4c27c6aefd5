import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tests that Vitest runs, and what they share. Playwright waits as long as `playwright.config.ts` allows. */
const files = globSync([
  'packages/*/src/**/*.test.{ts,tsx}',
  'packages/*/src/testing/**/*.{ts,tsx}',
  '{scripts,tools,bench}/**/*.test.ts',
  'e2e/{cli,durability,firefox}/**/*.test.ts',
]).filter(path => !path.includes('any-speed'))

/** Sleeps that no assertion depends on: they make a part slow, pause between attempts, or run on a fake clock. */
const maySleep: Record<string, string> = {
  'e2e/cli/bootstrap.test.ts': 'pauses between attempts',
  'e2e/durability/kill.test.ts': 'pauses between attempts',
  'e2e/durability/letting-in-kill.test.ts': 'pauses between attempts',
  'e2e/durability/waiting-kill.test.ts': 'pauses between attempts',
  'packages/server/src/app/rules/live/outsiders.test.ts': 'gives every list its turn before nothing is told',
  'packages/server/src/features/chat/nodes.test.ts': 'slows a bus and a database down',
  'packages/server/src/platform/db/migrate.test.ts': 'holds a lock for longer than a migration waits',
  'packages/server/src/platform/http/pages/kept-assets.test.ts': 'gives folders different times',
  'packages/server/src/platform/outside.test.ts': 'makes an answer endless',
  'packages/server/src/platform/fair-queue/fair-queue.test.ts': 'runs on a fake clock',
  'packages/web/src/features/places/facts/ask.test.tsx': 'lets one task run before it',
  'packages/web/src/features/places/map/offline/offline-map.test.ts': 'lets one task run before it',
  'packages/web/src/testing/read-again.ts': 'lets one task run before it',
}

const refused: Record<string, RegExp> = {
  'waits one second only: use vi.waitFor, or waitFor of the testing library': /\bexpect\.poll\(/,
  'waits for less than tools/patience.ts allows':
    /\b(waitFor|(find|findAll)By\w+)\(.*\btimeout: (\d{1,4}|[0-5]?\d_\d{3})\b/,
  'fails where it takes longer': /\bexpect\(.*\b(performance|Date)\.now\(\).*\)\.(not\.toBeGreater|toBeLess)/,
}
const sleep = /\bsetTimeout\((resolve|done)\b|\bsetTimeout( as \w+)? \} from 'node:timers\/promises'/

function linesLike(pattern: RegExp, path: string) {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : []))
}

test.each(Object.entries(refused))('no test %s', (_, pattern) => {
  expect(files.flatMap(path => linesLike(pattern, path))).toEqual([])
})

test('no test sleeps, except where nothing depends on how long', () => {
  expect(files.filter(path => linesLike(sleep, path).length > 0).sort()).toEqual(Object.keys(maySleep).sort())
})
