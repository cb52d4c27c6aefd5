import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Db, DbConflict } from '../db/db.ts'
import { type Answer, type Request, received, send } from './messages.ts'

/**
 * The file with the control socket's address and its secret, for commands; its name stays, so that a command of another
 * version still finds a running server.
 */
export const socketFile = 'door.json'

/** Operating systems limit the length of a socket's path. */
const longestAddress = 100
/** A transaction that its command forgot would block every request. */
const idleMs = 10_000

export interface ControlSocketOptions {
  dataDir: string
  db: Db
  copyTo: (folder: string) => Promise<void>
}

export interface ControlSocket {
  close(): Promise<void>
}

/**
 * Lets commands of the same user work on the embedded database of a running server. `door.json`, readable only by the
 * owner, contains the secret.
 */
export async function openControlSocket({ dataDir, db, copyTo }: ControlSocketOptions): Promise<ControlSocket> {
  const secret = randomBytes(32).toString('base64url')
  const { address, remove } = addressIn(dataDir)
  const inside = new Set<Socket>()
  const server = createServer(socket => {
    inside.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => inside.delete(socket))
    void serve(socket, { db, copyTo, secret }).finally(() => socket.destroy())
  })
  const before = process.umask(0o177)
  try {
    server.listen(address)
  } finally {
    process.umask(before)
  }
  await once(server, 'listening')
  const file = join(dataDir, socketFile)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ address, secret }), { mode: 0o600 })

  return {
    async close() {
      rmSync(file, { force: true })
      const closed = once(server, 'close')
      server.close()
      for (const socket of inside) socket.destroy()
      await closed
      remove()
    },
  }
}

function addressIn(dataDir: string): { address: string; remove: () => void } {
  if (process.platform === 'win32') {
    return { address: `\\\\.\\pipe\\papadag-${randomBytes(16).toString('hex')}`, remove: () => {} }
  }
  const beside = join(dataDir, 'door.sock')
  if (Buffer.byteLength(beside) <= longestAddress) {
    // Left behind by a killed server.
    rmSync(beside, { force: true })
    return { address: beside, remove: () => rmSync(beside, { force: true }) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'papadag-door-'))
  return { address: join(folder, 'door.sock'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Compared by hash, which takes the same time for every guess. */
const isSecret = (guess: unknown, secret: string) =>
  typeof guess === 'string' && timingSafeEqual(sha256(guess), sha256(secret))
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Answers one command, one question at a time. */
async function serve(
  socket: Socket,
  { db, copyTo, secret }: Omit<ControlSocketOptions, 'dataDir'> & { secret: string },
) {
  let isProven = false
  const requests = received<Request>(socket, () => isProven)
  const timer = setTimeout(() => socket.destroy(), idleMs)
  const first = (await requests.next().finally(() => clearTimeout(timer))).value
  isProven = first?.kind === 'enter' && isSecret(first.secret, secret)
  if (!isProven) return
  send(socket, {})

  async function transaction() {
    await db.transaction(async tx => {
      send(socket, {})
      for (;;) {
        const timer = setTimeout(() => socket.destroy(), idleMs)
        const request = (await requests.next().finally(() => clearTimeout(timer))).value
        if (request?.kind === 'commit') return
        if (!request || request.kind === 'rollback') throw new RolledBack()
        await reply(() => answer(tx, request))
      }
    })
  }
  async function reply(work: () => Promise<Answer>) {
    send(socket, await work().catch(describe))
  }

  for (let request = (await requests.next()).value; request; request = (await requests.next()).value) {
    const asked = request
    await reply(async () => {
      if (asked.kind === 'copy') await copyTo(asked.folder)
      else if (asked.kind === 'begin') {
        await transaction().catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error
        })
      } else return answer(db, asked)
      return {}
    })
  }
}

class RolledBack extends Error {}

async function answer(db: Db, request: Request): Promise<Answer> {
  if (request.kind === 'rows') return { rows: await db.many(z.unknown(), request) }
  if (request.kind === 'run') return { affected: await db.run(request) }
  if (request.kind !== 'script') throw new Error(`${request.kind} does not belong here`)
  await db.script(request.text)
  return {}
}

function describe(error: unknown): Answer {
  if (!(error instanceof Error)) return { error: { name: 'Error', message: String(error) } }
  const { name, message } = error
  return { error: { name, message, ...(error instanceof DbConflict && { constraint: error.constraint }) } }
}
