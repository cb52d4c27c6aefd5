import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '../../tools/free-port.ts'
import { createDatabase, type Postgres, startPostgres } from '../../tools/postgres.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { startRedis } from '../../tools/redis.ts'
import { type Effort, endure, type Report } from './chat-scenario.ts'

/** How long a killed database or Redis stays away. */
const awayMs = 300

/** Functions that clean up at the end, run in reverse order. */
export type CleanUp = (() => unknown)[]
type Run = (effort: Effort, postgres: Postgres, cleanUp: CleanUp) => Promise<Report>

async function papadag(cleanUp: CleanUp, env: Record<string, string> = {}) {
  const { dataDir, remove } = temporaryDataDir()
  cleanUp.push(remove)
  const settings = { DATA_DIR: dataDir, DEMO: 'off', PORT: String(await freePort()), ...env }
  const node = { product: await startProduct(settings) }
  cleanUp.push(() => node.product.kill())
  return {
    url: node.product.url,
    async killAndStart() {
      await node.product.kill()
      node.product = await startProduct(settings)
    },
  }
}

/** Two nodes on one database, with one folder of pictures. */
async function twoNodes(cleanUp: CleanUp, env: Record<string, string>) {
  const { dataDir, remove } = temporaryDataDir()
  cleanUp.push(remove)
  const shared = { ...env, DATA_DIR: dataDir, SESSION_SECRET: randomBytes(32).toString('hex') }
  return [await papadag(cleanUp, shared), await papadag(cleanUp, shared)] as const
}

const newDatabase = ({ url }: Postgres) => ({ DATABASE_URL: createDatabase(url, `papadag_${randomUUID()}`) })
const everywhere = (url: string) => ({ home: url, one: url, other: url })

const killEmbedded: Run = async (effort, _postgres, cleanUp) => {
  const { url, killAndStart } = await papadag(cleanUp)
  return endure(
    { name: 'server killed, embedded', origins: everywhere(url), atOnce: 4, disaster: killAndStart },
    effort,
  )
}

const killServer: Run = async (effort, postgres, cleanUp) => {
  const { url, killAndStart } = await papadag(cleanUp, newDatabase(postgres))
  return endure(
    { name: 'server killed, PostgreSQL', origins: everywhere(url), atOnce: 4, disaster: killAndStart },
    effort,
  )
}

const killDatabase: Run = async (effort, postgres, cleanUp) => {
  const { url } = await papadag(cleanUp, newDatabase(postgres))
  async function disaster() {
    await postgres.kill()
    await after(awayMs)
    await postgres.start()
  }
  // One message at a time: a refused message is not stored, so a later one would overtake it.
  return endure({ name: 'PostgreSQL killed', origins: everywhere(url), atOnce: 1, disaster }, effort)
}

const cutConnections: Run = async (effort, postgres, cleanUp) => {
  const { url } = await papadag(cleanUp, newDatabase(postgres))
  const proxy = await startProxy(url, cleanUp)
  const origins = { home: url, one: proxy.url, other: proxy.url }
  return endure(
    { name: 'connections cut', origins, atOnce: 4, disaster: proxy.cutSome },
    { ...effort, every: effort.every / 10 },
  )
}

const killRedis: Run = async (effort, postgres, cleanUp) => {
  const redis = await startRedis()
  cleanUp.push(() => redis.kill())
  const [here, there] = await twoNodes(cleanUp, { ...newDatabase(postgres), REDIS_URL: redis.url })
  async function disaster() {
    await redis.kill()
    await after(awayMs)
    await redis.start()
  }
  const origins = { home: here.url, one: here.url, other: there.url }
  return endure({ name: 'Redis killed between two nodes', origins, atOnce: 4, disaster }, effort)
}

const killNode: Run = async (effort, postgres, cleanUp) => {
  const [here, there] = await twoNodes(cleanUp, newDatabase(postgres))
  const origins = { home: here.url, one: here.url, other: there.url }
  return endure({ name: 'one of two nodes killed', origins, atOnce: 4, disaster: there.killAndStart }, effort)
}

const scenarios: readonly Run[] = [killEmbedded, killServer, killDatabase, cutConnections, killRedis, killNode]

/** Runs every disaster in turn; `cleanUp` collects the functions to run if this process is stopped. */
export async function* endureAll(effort: Effort, cleanUp: CleanUp = []): AsyncGenerator<Report> {
  const postgres = await startPostgres()
  cleanUp.push(() => postgres.remove())
  try {
    for (const run of scenarios) {
      yield await run(effort, postgres, cleanUp)
      await clear(cleanUp, 1)
    }
  } finally {
    await clear(cleanUp)
  }
}

/** Runs clean-up functions in reverse order until this many are left. */
export async function clear(cleanUp: CleanUp, left = 0): Promise<void> {
  while (cleanUp.length > left) await cleanUp.pop()?.()
}

/** A TCP proxy that cuts some of its connections at any byte. */
async function startProxy(target: string, cleanUp: CleanUp) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy got no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async cutSome() {
      for (const socket of open) if (randomInt(4) === 0) socket.destroy()
    },
  }
}
