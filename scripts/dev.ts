// `npm run dev`: the server starts again when one of its sources changes, the screens change in place. One address for
// both: Vite serves the screens and passes on what is the server's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'
import { freePort } from './free-port.ts'
import { say } from './install.mjs'

const port = Number(process.env.PORT ?? 3000)
const serverPort = await freePort()
const address = `http://localhost:${port}`

const watched = ['packages/server/src', 'packages/server/migrations', 'packages/contract/src']
const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    ...watched.map(path => `--watch-path=${path}`),
    'packages/server/src/app/main.ts',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL ?? address },
  },
)

const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  root: 'packages/web',
  configFile: 'packages/web/vite.config.ts',
  server: {
    port,
    strictPort: true,
    proxy: { '/api': target, '/uploads': target, '/ws': { target, ws: true } },
  },
})
await vite.listen()
say(`Papadag with hot reload: ${address}`)

// Both signals come from run.mjs, and to this process alone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill('SIGTERM'))
await once(server, 'exit')
await vite.close()
process.exit(0)
