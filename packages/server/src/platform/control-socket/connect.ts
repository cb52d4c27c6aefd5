import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Db, DbConflict, DbUnavailable, type Settle, type Sql, sql } from '../db/db.ts'
import { createFacts } from '../db/facts.ts'
import { socketFile } from './control-socket.ts'
import { type Answer, type Request, received, send } from './messages.ts'

/** The embedded database of a running server, as another process sees it. */
export interface RemoteDb extends Db {
  /** Copies a snapshot of the database's files into a new folder. */
  copyTo(folder: string): Promise<void>
}

/** Connects to the server that runs on the folder; undefined where no server answers. */
export async function connectTo(dataDir: string, settle?: Settle): Promise<RemoteDb | undefined> {
  let found: { address: string; secret: string }
  try {
    found = JSON.parse(readFileSync(join(dataDir, socketFile), 'utf8'))
  } catch {
    return undefined
  }
  const socket = connect(found.address)
  try {
    await once(socket, 'connect')
  } catch {
    return undefined
  }
  socket.on('error', () => {})
  const answers = received<Answer>(socket)

  async function next(): Promise<Exclude<Answer, { error: unknown }>> {
    const answer = await answers.next().then(
      ({ value }) => value,
      () => undefined,
    )
    if (!answer) throw new DbUnavailable('the running Papadag has closed the connection')
    if ('error' in answer) throw toError(answer.error)
    return answer
  }
  // One question at a time.
  let last: Promise<unknown> = Promise.resolve()
  function request(question: Request) {
    const answer = last.then(() => {
      send(socket, question)
      return next()
    })
    last = answer.catch(() => {})
    return answer
  }

  await request({ kind: 'enter', secret: found.secret })
  const plain = ({ text, values }: Sql) => ({ text, values: [...values] })
  const db: RemoteDb = {
    async many(row, statement) {
      const { rows = [] } = await request({ kind: 'rows', ...plain(statement) })
      return rows.map(value => row.parse(value))
    },
    one: async (row, statement) => (await db.many(row, statement))[0],
    async count(from) {
      const { rows = [] } = await request({ kind: 'rows', ...plain(sql`select count(*)::int as n ${from}`) })
      // The statement above selects it.
      return (rows[0] as { n: number }).n
    },
    run: async statement => (await request({ kind: 'run', ...plain(statement) })).affected ?? 0,
    script: async text => void (await request({ kind: 'script', text })),
    async transaction(work) {
      await request({ kind: 'begin' })
      try {
        const facts = createFacts(settle)
        const tx: Db = { ...db, transaction: inner => inner(tx), record: fact => facts.record(tx, fact) }
        const result = await work(tx)
        await facts.finish(tx)
        await request({ kind: 'commit' })
        return result
      } catch (error) {
        await request({ kind: 'rollback' }).catch(() => {})
        throw error
      }
    },
    // A command's statements are the server's own work.
    for: () => db,
    // Screens learn what a command has changed when they read again.
    announce: () => {},
    record: async ({ fact }) => Promise.reject(new Error(`‘${fact}’ happened outside a transaction`)),
    charge: () => {},
    ping: async () => void (await db.count(sql`from (select 1) one`)),
    copyTo: async folder => void (await request({ kind: 'copy', folder })),
    async close() {
      socket.end()
      socket.destroy()
    },
  }
  return db
}

function toError({ name, message, constraint }: { name: string; message: string; constraint?: string }): Error {
  if (name === 'DbConflict') return new DbConflict(constraint ?? '')
  return name === 'DbUnavailable' ? new DbUnavailable(message) : Object.assign(new Error(message), { name })
}
