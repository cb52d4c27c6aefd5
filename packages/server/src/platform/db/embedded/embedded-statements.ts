import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { errorCode } from '../../error-code.ts'
import { mostPrepared } from '../most-prepared.ts'

const { serialize } = protocol

/** The columns of a result have changed since its statement was prepared. */
const changedResult = '0A000'

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

interface Prepared {
  name: string
  /** The type numbers of its parameters. */
  types: readonly number[]
  /** The message that describes its rows; absent if it returns none. */
  columns: readonly Message[]
}

export interface Statements {
  query(text: string, values: readonly unknown[]): Promise<Results<Record<string, unknown>>>
}

/**
 * Runs statements as prepared ones. PGlite's own `query` parses and plans each time, which takes several times as long
 * as running most of them.
 */
export function createStatements(database: PGlite): Statements {
  const prepared = new Map<string, Prepared>()
  let names = 0
  /** Each call crosses into WebAssembly and back, so related messages are sent together. */
  const request = (...messages: readonly Uint8Array[]) =>
    database.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })

  async function prepare(text: string): Promise<Prepared> {
    names += 1
    const name = `s${names}`
    const described = await request(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const statement = {
      name,
      types: parse.parseDescribeStatementResults(described),
      columns: described.filter(message => message.name === 'rowDescription'),
    }
    prepared.set(text, statement)
    const [oldest = text] = prepared.keys()
    if (prepared.size > mostPrepared) await forget(oldest)
    return statement
  }

  /** Moves the statement to the end of the order in which statements are evicted. */
  function take(text: string) {
    const statement = prepared.get(text)
    if (!statement) return undefined
    prepared.delete(text)
    prepared.set(text, statement)
    return statement
  }

  async function forget(text: string) {
    const name = prepared.get(text)?.name
    prepared.delete(text)
    if (name) await request(serialize.close({ type: 'S', name }))
  }

  async function execute(text: string, values: readonly unknown[]): Promise<Message[]> {
    const { name, types, columns } = take(text) ?? (await prepare(text))
    const written = values.map((value, at) => {
      if (value === null || value === undefined) return null
      const write = database.serializers[types[at] ?? 0]
      return write ? write(value) : String(value)
    })
    const bound = serialize.bind({ statement: name, values: written })
    return [...columns, ...(await request(bound, serialize.execute({})))]
  }

  return {
    query: (text, values) =>
      database.runExclusive(async () => {
        const messages = await execute(text, values).catch(async (error: unknown) => {
          if (errorCode(error) !== changedResult) throw error
          await forget(text)
          return execute(text, values)
        })
        await database.syncToFs()
        const [result] = parse.parseResults(messages, database.parsers)
        if (!result) throw new Error('a statement without a result')
        // PGlite types results by what their caller expects.
        return result as Results<Record<string, unknown>>
      }),
  }
}
