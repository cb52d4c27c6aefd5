import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { temporaryDataDir } from '../support/product.ts'

// The first one may have to build the web app.
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

async function npmStart(dataDir: string) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(await freePort()) }
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void npm.kill('SIGKILL'))
  let text = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', chunk => {
      text += chunk
    })
  }
  while (!text.includes('Ctrl-C')) {
    if (npm.exitCode !== null) throw new Error(`npm start ended:\n${text}`)
    await after(50)
  }
  return {
    said: () => text,
    async stop(signal: NodeJS.Signals) {
      npm.kill(signal)
      const [code] = await once(npm, 'close')
      return code
    },
  }
}
