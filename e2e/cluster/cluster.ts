import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { root } from '../../scripts/install.mjs'
import { type Redis, startRedis } from '../../scripts/redis.ts'
import type { CleanUp } from '../durability/chat-scenarios.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type Databases, startDatabases } from './databases.ts'
import { startProgram, until } from './programs.ts'

interface Node {
  product: Product
  start(): Promise<void>
}

/** haproxy, several nodes of Papadag, Redis and two PostgreSQL servers, all on this machine. */
export interface Cluster {
  /** The address of the proxy. */
  url: string
  nodes: readonly Node[]
  databases: Databases
  redis: Redis
  /** Starts a node outside the proxy. */
  addNode(): Promise<Node>
}

/** Starts the cluster; `cleanUp` collects the functions that end it. */
export async function startCluster(count: number, cleanUp: CleanUp): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-cluster-'))
  // PostgreSQL's account must be able to enter the folder.
  chmodSync(folder, 0o755)
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const databases = await startDatabases(folder, cleanUp)
  const redis = await startRedis()
  cleanUp.push(() => redis.kill())

  const shared = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databases.url,
    REDIS_URL: redis.url,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
    DEMO: 'off',
  }
  async function addNode(): Promise<Node> {
    const port = String(await freePort())
    const settings = { ...shared, PORT: port }
    const node: Node = {
      product: await startProduct(settings),
      async start() {
        node.product = await startProduct(settings)
      },
    }
    cleanUp.push(() => node.product.kill())
    return node
  }
  const nodes: Node[] = []
  for (let n = 0; n < count; n += 1) nodes.push(await addNode())

  const port = await freePort()
  const config = join(folder, 'papadag.cfg')
  writeFileSync(config, frontOf(port, nodes))
  startProgram(folder, ['haproxy', '-db', '-f', config], cleanUp)
  const url = `http://127.0.0.1:${port}`
  await until('haproxy leads to a node', async () => (await fetch(`${url}/api/health`)).ok)
  return { url, nodes, databases, redis, addNode }
}

/** The haproxy configuration that Papadag ships, with this number of nodes. */
function frontOf(port: number, nodes: readonly Node[]): string {
  return readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^ *server node1 .*$/gm, line =>
      nodes
        .map(({ product }, at) =>
          line.replace('127.0.0.1:3000', new URL(product.url).host).replaceAll('node1', `node${at + 1}`),
        )
        .join('\n'),
    )
}
