import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { erasedAndBack } from '../domain/erasures.ts'
import { openPictures } from '../domain/pictures.ts'
import { demoLogin, hasDemo, seedDemo } from '../features/demo/demo.ts'
import { readFacts } from '../features/operations/facts.ts'
import { rememberMeetingAgain } from '../features/operations/meeting-again.ts'
import { erase } from '../features/users/commands.ts'
import { createRedisBus } from '../platform/bus/bus-redis.ts'
import type { Redis } from '../platform/bus/redis.ts'
import { type Config, ConfigProblem } from '../platform/config.ts'
import { openControlSocket } from '../platform/control-socket/control-socket.ts'
import type { Db, OwnDb } from '../platform/db/db.ts'
import type { EmbeddedDb } from '../platform/db/embedded/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createNode } from '../platform/db/nodes.ts'
import { errorCode } from '../platform/error-code.ts'
import { watchDisk } from '../platform/files/disk.ts'
import { keepAssets } from '../platform/http/pages/kept-assets.ts'
import { proxyTrustSentence } from '../platform/http/visitor.ts'
import { openMetrics } from '../platform/metrics/metrics.ts'
import type { Pictures } from '../platform/pictures/pictures.ts'
import { version } from '../platform/version.ts'
import { doEvery } from './cleaning.ts'
import { createDailyBackup } from './daily-backup.ts'
import type { Data } from './data/open-data.ts'
import { mustHoldPicturesOf, openLedgers, openPictureStore } from './picture-store.ts'
import { print } from './print.ts'
import { createServer, type Server } from './server.ts'

/** A container runtime kills the process after ten seconds. */
const stopWithinMs = 9000
const upkeepEveryMs = 5000
const backupLookMs = 60_000
const beatEveryMs = 60_000

export interface Running {
  /** Finishes running requests, closes the database and unlocks the folder; `gently` lets proxies notice first. */
  stop(how?: { gently: boolean }): Promise<void>
}

/** Serves the opened database; start.ts closes what `base.opened` holds if this fails. */
export async function run(base: Base, local: Data['bus']): Promise<Running> {
  const { config, db, embedded, log, opened } = base
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, base) : undefined
  const bus = redis ? createRedisBus(redis, local, log) : local
  opened.defer(() => bus.close())
  const stores = await prepareData(base)
  // Checked before recurring jobs begin: on a busy machine they occupy the embedded database for too long during this
  // start.
  const isDemo = await hasDemo(db)
  if (embedded) await attend(base, embedded)
  log.info(proxyTrustSentence(config))
  if (config.rateLimit === 'off') log.warn('RATE_LIMIT=off: nothing is limited')

  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) opened.defer(() => metrics.close())
  const node = createNode(db, version)
  opened.defer(() => node.leave().catch(() => {}))
  const server = await createServer({
    ...stores,
    config,
    db,
    bus,
    redis,
    log,
    databaseLoad: db.load,
    ...(metrics && { meters: metrics.meters }),
    assetsBefore: await keepAssets(config.dataDir),
    ...(embedded && { hasNoRoom: watchDisk(config.dataDir) }),
  })
  opened.defer(() => server.close())
  await listening(server.http.listen({ port: config.port, host: config.host }), {
    inUse: `Port ${config.port} is in use; stop what uses it or choose another one with PORT.`,
  })
  if (metrics) {
    const gauges = () => ({ ...server.gauges(), database: db.load() })
    const meetingAgain = rememberMeetingAgain(db)
    const facts = async () => ({
      ...(await readFacts(db, config)),
      metAgain: (await meetingAgain())?.share ?? Number.NaN,
    })
    await listening(metrics.listen({ gauges, facts }), {
      inUse: `Port ${config.metrics?.port} is in use; choose another one with METRICS_PORT.`,
    })
  }
  server.startJobs()
  opened.defer(doEvery(beatEveryMs, { beat: node.beat, contract: node.contract }, log))
  if (config.backup) opened.defer(doEvery(backupLookMs, { backup: createDailyBackup(config.backup) }, log))
  await greet(server, base, isDemo)
  return { stop: how => stop(opened, how?.gently ? server : undefined) }
}

/** The values that every step of a start needs. */
export interface Base {
  config: Config
  db: OwnDb
  embedded?: EmbeddedDb | undefined
  log: Logger
  /** Closes what has been opened so far. */
  opened: AsyncDisposableStack
}

/** Most installations have no Redis, so its client is loaded on demand. */
async function connectRedis(url: string, { config, log }: Base): Promise<Redis> {
  const { openRedis } = await import('../platform/bus/redis.ts')
  return openRedis(url, config.sessionSecret, log)
}

/** Migrates the database, and opens what is stored with it. */
async function prepareData({ config, db, embedded, log, opened }: Base) {
  // Nobody else uses an embedded database.
  const ran = await migrate(db, { isAlone: embedded !== undefined })
  if (ran.length > 0)
    print(`Brought the database up to date (${ran.length === 1 ? '1 migration' : `${ran.length} migrations`}).`)
  const noteStore = (error: unknown) => log.warn({ err: error }, 'picture store')
  const store = await openPictureStore(config, noteStore)
  await mustHoldPicturesOf(db, config, noteStore)
  const pictures = await openPictures({ db, dataDir: config.dataDir, store })
  opened.defer(() => pictures.close())
  const ledgers = openLedgers(config, error => log.warn({ err: error }, 'ledger of erasures'))
  for (const id of await erasedAndBack(db, ledgers)) await erase(db, pictures, config.sessionSecret, id)
  await loadDemo(config, db, pictures)
  return { pictures, ledgers }
}

/** Fills an empty database with demo fathers; a PostgreSQL database only if the operator asks for it. */
async function loadDemo(config: Config, db: Db, pictures: Pictures) {
  if (!(config.demo ?? config.databaseUrl === undefined)) return
  const { password } = await demoLogin(config.dataDir)
  if (await seedDemo(db, pictures, { password })) print('Loaded the demo fathers and their playdates.')
}

/** Maintains an embedded database, and makes it reachable for operator commands. */
async function attend({ config, db, log, opened }: Base, { upkeep, copyTo }: EmbeddedDb) {
  opened.defer(doEvery(upkeepEveryMs, { upkeep: () => upkeep.round() }, log))
  const controlSocket = await openControlSocket({ dataDir: config.dataDir, db, copyTo })
  opened.defer(() => controlSocket.close())
}

/** Waits until the server listens; a port that is in use becomes a sentence for the operator. */
async function listening(starts: Promise<unknown>, { inUse }: { inUse: string }) {
  try {
    await starts
  } catch (error) {
    const isBusy = errorCode(error) === 'EADDRINUSE'
    throw isBusy ? new ConfigProblem(inUse) : error
  }
}

/** Tells the operator where the product is, and how to log in. */
async function greet({ http }: Server, { config }: Base, isDemo: boolean) {
  // A server that listens on a port has an address, not the name of a pipe.
  const { port } = http.server.address() as AddressInfo
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host
  print('')
  print(`Papadag is at ${config.publicUrl ?? `http://${host}:${port}`}`)
  if (isDemo) {
    const { username, password } = await demoLogin(config.dataDir)
    print(`Log in as a demo father: ${username}, password ${password}`)
  }
  print('Press Ctrl-C to stop.')
}

/** Closes everything; a server behind a proxy first gives the proxy time to notice. */
async function stop(opened: AsyncDisposableStack, leaving: Server | undefined) {
  print('Stopping…')
  const deadline = setTimeout(() => {
    process.stderr.write('Papadag did not stop in time and was ended.\n')
    process.exit(1)
  }, stopWithinMs)
  await leaving?.leave()
  await opened.disposeAsync()
  clearTimeout(deadline)
}
