import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { root } from './install.mjs'

/** Runs `npm start` in this repository or a copy of it; ended with the test. */
export async function npmStart(dataDir: string, folder: string = root) {
  const { PATH = '', HOME = '' } = process.env
  const port = String(await freePort())
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: port }
  const npm = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
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
    url: `http://127.0.0.1:${port}`,
    said: () => text,
    async stop(signal: NodeJS.Signals) {
      npm.kill(signal)
      const [code] = await once(npm, 'close')
      return code
    },
  }
}
