// `npm run dev`: restarts the server when one of its sources changes, and updates screens in place. Vite serves the
// screens and proxies the server's paths, so both share one address.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'vite'
import { freePort } from '../tools/free-port.ts'
import { print } from '../tools/install.mjs'

const port = Number(process.env.PORT ?? 3000)
const serverPort = await freePort()
const env = {
  ...process.env,
  PORT: String(serverPort),
  HOST: '127.0.0.1',
  // The public address, which the server prints once it is ready.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
}

const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  root: 'packages/web',
  configFile: 'packages/web/vite.config.ts',
  logLevel: 'warn',
  server: { port, strictPort: true, proxy: { '/api': target, '/uploads': target, '/ws': { target, ws: true } } },
})
await vite.listen()
print('Starting with hot reload…')

let server = startServer()
let change: NodeJS.Timeout | undefined
let restarting = Promise.resolve()
let isStopping = false

// `node --watch` does not work: it sends its own messages through the channels of the server's worker threads.
for (const folder of ['packages/server/src', 'packages/server/migrations', 'packages/contract/src']) {
  watch(folder, { recursive: true }, (_, name) => {
    if (!name || !/\.(ts|sql)$/.test(name) || /\.test\.ts$/.test(name)) return
    clearTimeout(change)
    // Editors write a file several times, so changes are debounced; a restart waits for the previous one.
    change = setTimeout(() => {
      restarting = restarting.then(restart)
    }, 100)
  })
}

// run.mjs sends both signals, and only to this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

function startServer() {
  return spawn(process.execPath, ['packages/server/src/app/main.ts'], { stdio: 'inherit', env })
}

async function restart() {
  print('The server has changed and starts again…')
  await end()
  if (!isStopping) server = startServer()
}

async function stop() {
  isStopping = true
  await Promise.all([end(), vite.close()])
  process.exit(0)
}

/** Waits until the server has exited, since it must release its data folder before the next one starts. */
async function end() {
  const ending = server
  if (ending.exitCode !== null || ending.signalCode !== null) return
  ending.kill('SIGTERM')
  await once(ending, 'exit')
}
