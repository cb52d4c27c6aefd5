import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from './db.ts'

/**
 * A reply that PostgreSQL wrote as JSON: parsing it only to write it again would cost more than everything else
 * together.
 */
export class JsonText<T> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  parse(): T {
    return JSON.parse(this.text) // what the statement selects, which the tests check against its schema
  }
}

/**
 * The end of a page, after `limit` rows. The text expression `cursor` over the last row's columns identifies the next
 * page.
 */
export interface Cut {
  limit: number
  cursor: Sql
}

/** Rows as JSON, and the cursor of the next page if there is one. */
export interface JsonPage<Row> {
  rows: JsonText<Row[]>
  next: string | null
}

/**
 * Creates the function that reads one page of such rows as JSON. Its statement reads one extra row, which shows whether
 * there is a next page. Create it once: a schema costs more than a row.
 */
export function jsonPageReader<S extends z.ZodMiniType>(row: S) {
  const Read = z.object({ text: jsonRowsOf(row), next: z.nullable(z.string()) })
  return async (db: Db, statement: Sql, { limit, cursor }: Cut): Promise<JsonPage<z.output<S>>> => {
    // PostgreSQL reads a materialized part in the order in which it was written.
    const page = await db.one(
      Read,
      sql`
      with page as materialized (${statement})
      select coalesce((select json_agg(first) from (select * from page limit ${limit}::int) first), '[]')::text as text,
             (select ${cursor} from page where (select count(*) from page) > ${limit}::int
               offset ${limit}::int - 1 limit 1) as next`,
    )
    if (!page) throw new Error('an aggregate without a row')
    return { rows: new JsonText(page.text), next: page.next }
  }
}

/**
 * A JSON array of such rows as text. No schema filters this JSON on its way out, so it must be exactly what the schema
 * would produce.
 */
export function jsonRowsOf(row: z.ZodMiniType) {
  const isAsDeclared = (text: string) =>
    (JSON.parse(text) as unknown[]).every(value => isDeepStrictEqual(row.parse(value), value))
  return z.string().check(z.refine(isAsDeclared, 'rows with more than their schema names'))
}
