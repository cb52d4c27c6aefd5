import { expect, onTestFinished, test } from 'vitest'
import { npmStart } from '../../tools/npm-start.ts'
import { temporaryDataDir } from '../../tools/product.ts'

// The first start may have to build the web app.
const patience = 600_000

test('npm start prints the address and a login, exits with 0 when stopped, and repeats no work', {
  timeout: patience,
}, async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)

  const first = await npmStart(dataDir)
  expect(first.said()).toMatch(/^Papadag is at http:\/\/localhost:\d+$/m)
  expect(first.said()).toMatch(/^Log in as a demo father: \w+, password \S+$/m)
  expect(await first.stop('SIGTERM')).toBe(0)

  const second = await npmStart(dataDir)
  expect(second.said()).not.toMatch(/Installing|Building|up to date|Loaded/)
  expect(await second.stop('SIGINT')).toBe(0)
})
