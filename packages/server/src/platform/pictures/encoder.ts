import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFairQueue, type Who } from '../fair-queue/fair-queue.ts'
import type { Load } from '../metrics/meters.ts'
import { Problem } from '../problem.ts'
import type { PictureJob, PictureSize } from './picture-worker.ts'

const workerFile = fileURLToPath(new URL('./picture-worker.ts', import.meta.url))
const idleMs = 60_000
const maxWaitingBytes = 256 * 1024 * 1024

/** Makes a small WebP from an untrusted file, one at a time, in fair turns. */
export interface PictureEncoder {
  /** Undefined for a file that cannot be decoded in time; `who` sent it. */
  encode(file: Buffer, size: PictureSize, who?: Who): Promise<Buffer | undefined>
  load(): Load
  close(): Promise<void>
}

/** The bytes of pictures that wait. */
function createSpace() {
  let waitingBytes = 0
  const bytesOf = new Map<Who, number>()
  return {
    isEmpty: () => waitingBytes === 0,
    /** Each may occupy half of the free space, so that there is always room for somebody who occupies none. */
    fits: (who: Who, bytes: number) => (bytesOf.get(who) ?? 0) + bytes <= (maxWaitingBytes - waitingBytes) / 2,
    hold(who: Who, bytes: number) {
      waitingBytes += bytes
      const held = (bytesOf.get(who) ?? 0) + bytes
      if (held > 0) bytesOf.set(who, held)
      else bytesOf.delete(who)
    },
  }
}

/** Starts its process with the first picture, kills it if one takes longer than `timeoutMs`, and ends it when idle. */
export function createPictureEncoder({ timeoutMs = 10_000, workerPath = workerFile } = {}): PictureEncoder {
  let worker: ChildProcess | undefined
  const turns = createFairQueue({
    atOnce: 1,
    atOncePerUser: 1,
    waitingPerUser: 24,
    waiting: 200,
    waitMs: 60_000,
    refuse: because => new Problem(because === 'his' ? 'request.tooOften' : 'server.unavailable', { retryAfterS: 10 }),
  })
  const unfinished = new Set<Promise<unknown>>()
  const space = createSpace()
  let idle: NodeJS.Timeout | undefined

  function start() {
    const started = startWorker(workerPath)
    // An idle process that dies fails no picture, and is not given a new one.
    return started.once('exit', () => {
      if (worker === started) worker = undefined
    })
  }

  function stop() {
    worker?.kill('SIGKILL')
    worker = undefined
  }

  function work(job: PictureJob): Promise<Buffer | undefined> {
    clearTimeout(idle)
    worker ??= start()
    const current = worker
    return new Promise(resolve => {
      const answered = (answer: unknown) => done(answer instanceof Uint8Array ? Buffer.from(answer) : undefined)
      const failed = () => {
        if (worker === current) stop()
        done(undefined)
      }
      function done(picture: Buffer | undefined) {
        clearTimeout(timeout)
        current.off('message', answered).off('exit', failed).off('error', failed)
        idle = setTimeout(() => space.isEmpty() && stop(), idleMs).unref()
        resolve(picture)
      }
      const timeout = setTimeout(failed, timeoutMs)
      current.once('message', answered).once('exit', failed).once('error', failed)
      current.send(job, error => error && failed())
    })
  }

  return {
    async encode(file, size, who) {
      if (!space.fits(who, file.length)) throw new Problem('request.tooOften', { retryAfterS: 10 })
      space.hold(who, file.length)
      const picture = turns
        .take(who, () => work({ file, ...size }))
        .finally(() => {
          space.hold(who, -file.length)
          unfinished.delete(picture)
        })
      unfinished.add(picture)
      return picture
    },

    load: turns.load,

    async close() {
      await Promise.allSettled(unfinished)
      clearTimeout(idle)
      const last = worker
      stop()
      if (last && last.exitCode === null && last.signalCode === null) await once(last, 'exit')
    },
  }
}

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
/** All that the decoder reads from disk is code, wherever symbolic links lead: permissions apply to real paths. */
const { resolve } = createRequire(import.meta.url)
const sharp = resolve('sharp')
const modules = sharp.slice(0, sharp.lastIndexOf('node_modules') + 'node_modules'.length)
const contract = dirname(dirname(resolve('@papadag/contract/limits')))
const code = [join(root, 'node_modules'), join(root, 'packages'), join(root, 'package.json'), modules, contract]

/** The decoder sees neither the server's secrets nor its files, and cannot use the network. */
function startWorker(path: string): ChildProcess {
  const readable = [...code, realpathSync(dirname(path))].map(folder => `--allow-fs-read=${folder}`)
  const worker = fork(path, {
    serialization: 'advanced',
    // libvips is an addon, restricted to the buffers it is given (`sharp.block`).
    execArgv: ['--permission', '--allow-addons', '--disable-warning=PERM0001', ...readable],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return worker.on('error', () => {})
}
