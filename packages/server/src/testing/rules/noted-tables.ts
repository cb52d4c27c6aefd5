import * as z from 'zod/mini'
import { statement } from '../../platform/backup/tables.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'

const Named = z.object({ name: z.string(), text: z.string() })

/** A database that notes which tables its statements name, and finds out which of them have changed. */
export async function notedTables(db: Db) {
  const tables = await db.many(
    Named,
    sql`select relname as name, '' as text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const functions = await db.many(
    Named,
    sql`select proname as name, pg_get_functiondef(p.oid) as text from pg_proc p join pg_language l on l.oid = p.prolang
         where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql')`,
  )
  const known = new Map([...tables, ...functions].map(({ name, text }) => [name, text]))
  const namesIn = new Map<string, ReadonlySet<string>>()
  const read = (text: string): ReadonlySet<string> => {
    const named = namesIn.get(text) ?? namedIn(text, known)
    namesIn.set(text, named)
    return named
  }
  let noted = new Set<string>()
  const note = ({ text }: Sql) => {
    for (const name of read(text)) noted.add(name)
  }
  const hashes = statement(
    tables
      .map(
        ({ name }) => `select '${name}' as name, coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as text
          from "${name}" t`,
      )
      .join(' union all '),
  )
  let before = new Map<string, string>()

  return {
    db: noting(db, note),
    /** The tables named while this was done. */
    async during(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
      noted = new Set()
      await work()
      return noted
    },
    /** The tables that have changed since it was last asked; at first all that hold anything. */
    async changed(): Promise<ReadonlySet<string>> {
      const now = new Map((await db.many(Named, hashes)).map(({ name, text }) => [name, text]))
      const different = [...now].filter(([name, hash]) => (before.get(name) ?? '') !== hash)
      before = now
      return new Set(different.map(([name]) => name))
    },
  }
}

/** The names in a statement, and in the functions that it calls. */
function namedIn(text: string, known: ReadonlyMap<string, string>, found = new Set<string>()): ReadonlySet<string> {
  for (const word of text.match(/\w+/g) ?? []) {
    const body = known.get(word)
    if (body === undefined || found.has(word)) continue
    found.add(word)
    namedIn(body, known, found)
  }
  return found
}

function noting(db: Db, note: (statement: Sql) => void): Db {
  const { session } = db
  return {
    ...db,
    many: (row, statement) => {
      note(statement)
      return db.many(row, statement)
    },
    one: (row, statement) => {
      note(statement)
      return db.one(row, statement)
    },
    count: from => {
      note(from)
      return db.count(from)
    },
    run: statement => {
      note(statement)
      return db.run(statement)
    },
    transaction: work => db.transaction(tx => work(noting(tx, note))),
    session: session && (work => session(one => work(noting(one, note)))),
    for: (who, tell) => noting(db.for(who, tell), note),
  }
}
