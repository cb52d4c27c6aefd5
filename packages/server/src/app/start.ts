import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { erasedAndBack } from '../domain/erasures.ts'
import { addMissingKeys } from '../domain/name-key.ts'
import { openPictures } from '../domain/pictures.ts'
import { demoLogin, hasDemo, seedDemo } from '../features/demo/demo.ts'
import { readFacts } from '../features/operations/facts.ts'
import { erase } from '../features/users/commands.ts'
import { type Bus, createLocalBus } from '../platform/bus/bus.ts'
import { createPostgresBus } from '../platform/bus/bus-postgres.ts'
import { createRedisBus } from '../platform/bus/bus-redis.ts'
import { openRedis } from '../platform/bus/redis.ts'
import { type Config, ConfigProblem } from '../platform/config.ts'
import { type DataDir, fullDisk, openDataDir } from '../platform/data-dir.ts'
import type { Db, OwnDb } from '../platform/db/db.ts'
import { type EmbeddedDb, openEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createNode } from '../platform/db/nodes.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { watchDisk } from '../platform/disk.ts'
import { openDoor } from '../platform/door/door.ts'
import { keepAssets } from '../platform/http/kept-assets.ts'
import { whomWeBelieve } from '../platform/http/visitor.ts'
import { openLog } from '../platform/log.ts'
import { openMetrics } from '../platform/metrics.ts'
import type { Pictures } from '../platform/pictures/pictures.ts'
import { version } from '../platform/version.ts'
import { doEvery } from './cleaning.ts'
import { createDailyBackup } from './daily-backup.ts'
import { mustHoldPicturesOf, openLedgers, openPictureStore } from './picture-store.ts'
import { createServer } from './server.ts'

/** A container runtime kills the process after ten seconds. */
const stopWithinMs = 9000
const upkeepEveryMs = 5000
const backupLookMs = 60_000
const beatEveryMs = 60_000

/** Prints a line for the operator. */
function say(line: string) {
  process.stdout.write(`${line}\n`)
}

export interface Running {
  /** Finishes running requests, closes the database and unlocks the folder; `gently` lets proxies notice first. */
  stop(how?: { gently: boolean }): Promise<void>
}

/** Starts the product as configured; throws `ConfigProblem` with one sentence if that fails. */
export async function start(given: Config): Promise<Running> {
  const dataDir = openDataDir(given.dataDir)
  const config = {
    ...given,
    sessionSecret: given.sessionSecret || dataDir.sessionSecret(),
    vapidKeys: given.vapidKeys ?? dataDir.vapidKeys(),
  }
  const log = openLog({ isTerminal: process.stderr.isTTY })

  const {
    db,
    bus: ownBus,
    embedded,
  } = config.databaseUrl ? await openServer(config.databaseUrl, config, log) : await openFolder(dataDir, config, log)
  const redis = config.redisUrl ? openRedis(config.redisUrl, config.sessionSecret, log) : undefined
  const bus = redis ? createRedisBus(redis, ownBus, log) : ownBus
  let leave = async () => {}
  const ended: (() => Promise<unknown>)[] = [() => bus.close(), () => db.close(), async () => dataDir.unlock()]
  try {
    // Its folder is this process's alone.
    const ran = await migrate(db, { isAlone: embedded !== undefined })
    if (ran.length > 0)
      say(`Brought the database up to date (${ran.length === 1 ? '1 migration' : `${ran.length} migrations`}).`)
    await addMissingKeys(db)
    const store = await openPictureStore(config, error => log.warn({ err: error }, 'picture store'))
    await mustHoldPicturesOf(db, config, error => log.warn({ err: error }, 'picture store'))
    const pictures = await openPictures({ db, dataDir: dataDir.path, store })
    ended.unshift(() => pictures.close())
    const ledgers = openLedgers(config, error => log.warn({ err: error }, 'ledger of erasures'))
    for (const id of await erasedAndBack(db, ledgers)) await erase(db, pictures, config.sessionSecret, id)
    await loadDemo(config, db, pictures)
    if (embedded) {
      ended.unshift(doEvery(upkeepEveryMs, { upkeep: () => embedded.upkeep.round() }, log))
      const door = await openDoor({ dataDir: dataDir.path, db, copyTo: embedded.copyTo })
      ended.unshift(() => door.close())
    }

    log.info(whomWeBelieve(config))
    if (config.rateLimit === 'off') log.warn('RATE_LIMIT=off: nothing is limited')
    const metrics = config.metrics && (await openMetrics(config.metrics))
    if (metrics) ended.unshift(() => metrics.close())
    const node = createNode(db, version)
    ended.unshift(() => node.leave().catch(() => {}))
    const server = await createServer({
      config,
      db,
      bus,
      redis,
      pictures,
      log,
      ledgers,
      databaseLoad: () => db.load(),
      ...(metrics && { meters: metrics.meters }),
      assetsBefore: await keepAssets(dataDir.path),
      ...(embedded && { hasNoRoom: watchDisk(dataDir.path) }),
    })
    ended.unshift(() => server.close())
    leave = () => server.leave()
    await server.http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw isBusy(error)
        ? new ConfigProblem(`Port ${config.port} is in use; stop what uses it or choose another one with PORT.`)
        : error
    })

    await metrics
      ?.listen({
        gauges: () => ({ ...server.gauges(), database: db.load() }),
        facts: () => readFacts(db, config),
      })
      .catch((error: unknown) => {
        throw isBusy(error)
          ? new ConfigProblem(`Port ${config.metrics?.port} is in use; choose another one with METRICS_PORT.`)
          : error
      })
    ended.unshift(doEvery(beatEveryMs, { beat: node.beat, contract: node.contract }, log))
    if (config.backup) {
      ended.unshift(doEvery(backupLookMs, { backup: createDailyBackup(config.backup) }, log))
    }

    // Listening on a port: the address is not a pipe's name.
    const { port } = server.http.server.address() as AddressInfo
    say('')
    say(
      `Papadag is at ${config.publicUrl ?? `http://${config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`}`,
    )
    if (await hasDemo(db)) {
      const { username, password } = await demoLogin(dataDir.path)
      say(`Log in as a demo father: ${username}, password ${password}`)
    }
    say('Press Ctrl-C to stop.')
  } catch (error) {
    await endAll(ended)
    throw error
  }

  return {
    async stop({ gently } = { gently: false }) {
      say('Stopping…')
      const deadline = setTimeout(() => {
        process.stderr.write('Papadag did not stop in time and was ended.\n')
        process.exit(1)
      }, stopWithinMs)
      if (gently) await leave()
      await endAll(ended)
      clearTimeout(deadline)
    },
  }
}

async function endAll(ended: readonly (() => Promise<unknown>)[]) {
  for (const end of ended) await end()
}

/** Fills an empty database with demo fathers; a PostgreSQL database only if the operator asks for it. */
async function loadDemo(config: Config, db: Db, pictures: Pictures) {
  if (!(config.demo ?? config.databaseUrl === undefined)) return
  const { password } = await demoLogin(config.dataDir)
  if (await seedDemo(db, pictures, { password })) say('Loaded the demo fathers and their playdates.')
}

interface Data {
  db: OwnDb
  bus: Bus
  /** The same database where it runs inside this process. */
  embedded?: EmbeddedDb
}

async function openServer(url: string, config: Config, log: Logger): Promise<Data> {
  const { hostname, port } = new URL(url)
  say(`Connecting to PostgreSQL at ${hostname}…`)
  const db = openPostgres({
    url,
    decode: !config.isProduction,
    mayTakeAll: config.rateLimit === 'off',
    onError: error => log.warn({ err: error }, 'database connection'),
  })
  try {
    await db.ping()
  } catch {
    await db.close()
    throw new ConfigProblem(
      `DATABASE_URL names a PostgreSQL at ${hostname}:${port || 5432} that does not answer or does not let Papadag in.`,
    )
  }
  return { db, bus: createPostgresBus(url, log) }
}

async function openFolder(dataDir: DataDir, config: Config, log: Logger): Promise<Data> {
  const { path } = dataDir
  dataDir.lock()
  if (watchDisk(path)()) throw new ConfigProblem(fullDisk(path))
  say(`Opening the embedded database in ${path}…`)
  const db = await openEmbedded({
    folder: join(path, 'database'),
    decode: !config.isProduction,
    mayTakeAll: config.rateLimit === 'off',
    onCrash: error => log.fatal({ err: error }, 'the embedded database stopped'),
  })
  return { db, bus: createLocalBus(), embedded: db }
}

function isBusy(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
