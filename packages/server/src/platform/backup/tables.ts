import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../db/db.ts'

/** An identifier as quoted by the database; never from outside. */
const Column = z.object({ name: z.string(), type: z.string(), isText: z.boolean(), sequence: z.nullable(z.string()) })
const Described = z.object({
  name: z.string(),
  columns: z.array(Column),
  key: z.array(z.string()),
  references: z.array(z.string()),
})
export type Table = z.output<typeof Described>

/**
 * Every table of the product with its stored columns, each after the tables it references. The lists of nodes and
 * picture stores are left out: a restore keeps those of its own server.
 */
export async function describeTables(db: Db): Promise<Table[]> {
  const found = await db.many(
    Described,
    sql`
    select quote_ident(c.relname) as name,
      (select json_agg(json_build_object(
                'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
                'isText', a.attcollation <> 0, 'sequence', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
              order by a.attnum)
         from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(quote_ident(a.attname) order by k.place)
         from pg_index i cross join unnest(i.indkey::int[]) with ordinality as k (number, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary), '[]') as key,
      coalesce((select json_agg(distinct quote_ident(r.relname)) from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as references
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('migrations', 'migrations_begun', 'picture_store', 'nodes')
     order by c.relname collate "C"`,
  )
  const sorted: Table[] = []
  const isDone = (name: string) => sorted.some(table => table.name === name)
  for (let left = found; left.length > 0; left = left.filter(({ name }) => !isDone(name))) {
    const next = left.filter(({ references }) => references.every(isDone))
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name)}`)
    sorted.push(...next)
  }
  return sorted
}

/** A statement built from identifiers that the database itself returned. */
export function statement(text: string, ...values: unknown[]): Sql {
  return { text, values }
}

const Line = z.object({ row: z.string() })
const atOnce = 500

/** The rows of a table in key order, each as a JSON array of texts; call it inside a transaction. */
export async function* rowsOf(tx: Db, { name, columns, key }: Table): AsyncGenerator<string[]> {
  const texts = columns.map(column => `${column.name}::text`).join(', ')
  // Sorted the same way in every database, whatever its collation.
  const order = columns
    .filter(column => key.includes(column.name) || key.length === 0)
    .map(column => (column.isText ? `${column.name} collate "C"` : column.name))
    .join(', ')
  await tx.run(
    statement(`declare backup_rows no scroll cursor for
    select json_build_array(${texts})::text as row from ${name} order by ${order}`),
  )
  for (;;) {
    const lines = await tx.many(Line, statement(`fetch ${atOnce} from backup_rows`))
    if (lines.length === 0) break
    yield lines.map(({ row }) => row)
  }
  await tx.run(statement('close backup_rows'))
}

const Position = z.object({ last: z.number(), isCalled: z.boolean() })
export type Sequences = Record<string, z.output<typeof Position>>

/** The positions of the sequences, so that a restored database never reuses a number. */
export async function readSequences(tx: Db, tables: readonly Table[]): Promise<Sequences> {
  const positions: Sequences = {}
  for (const { sequence } of tables.flatMap(({ columns }) => columns)) {
    if (!sequence) continue
    const position = await tx.one(
      Position,
      statement(`select last_value::float8 as last, is_called as "isCalled" from ${sequence}`),
    )
    if (position) positions[sequence] = position
  }
  return positions
}
