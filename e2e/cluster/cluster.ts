import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3StandIn } from '../../packages/server/src/testing/s3-stand-in.ts'
import { freePort } from '../../tools/free-port.ts'
import { root } from '../../tools/install.mjs'
import { type Product, startProduct } from '../../tools/product.ts'
import { type Redis, startRedis } from '../../tools/redis.ts'
import type { CleanUp } from '../durability/chat-scenarios.ts'
import { type Databases, startDatabases } from './databases.ts'
import { type PlainDatabases, startPlainDatabases } from './plain-databases.ts'
import { startProgram, until } from './programs.ts'

export interface Node {
  product: Product
  /** Starts it again, from other sources or with other settings if given. */
  start(from?: string, settings?: Record<string, string>): Promise<void>
}

/** haproxy, several nodes of Papadag, Redis, an object store and two PostgreSQL servers, all on this machine. */
export interface Cluster<D = Databases | PlainDatabases> {
  /** The address of the proxy. */
  url: string
  nodes: readonly Node[]
  databases: D
  redis: Redis
  /** Starts a node outside the proxy. */
  addNode(): Promise<Node>
}

export interface Wish {
  /** PostgreSQL without Patroni. */
  isPlain: boolean
  /** PostgreSQL on disks that can be filled. */
  hasSmallDisk: boolean
  /** The folder of the sources that the nodes run at first. */
  from: string
}

/** Starts the cluster; `cleanUp` collects the functions that end it. */
export async function startCluster(count: number, wish: Wish, cleanUp: CleanUp): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-cluster-'))
  // PostgreSQL's account needs access to the folder.
  chmodSync(folder, 0o755)
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const databases = wish.isPlain
    ? await startPlainDatabases(folder, cleanUp)
    : await startDatabases(folder, cleanUp, wish)
  const redis = await startRedis()
  cleanUp.push(() => redis.kill())
  const store = await startS3StandIn()
  cleanUp.push(store.close)

  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.options
  const shared = {
    DATABASE_URL: databases.url,
    REDIS_URL: redis.url,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
    DEMO: 'off',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY: accessKeyId,
    S3_SECRET_KEY: secretAccessKey,
  }
  async function addNode(): Promise<Node> {
    const port = await freePort()
    // The nodes share only the database, Redis and the object store, as if each had a machine of its own.
    const settings = { ...shared, PORT: String(port), DATA_DIR: join(folder, `node-${port}`) }
    const node: Node = {
      product: await startProduct(settings, wish.from),
      async start(from = root, others = {}) {
        node.product = await startProduct({ ...settings, ...others }, from)
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
