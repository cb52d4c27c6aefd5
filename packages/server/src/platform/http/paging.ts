import { limits } from '@papadag/contract/limits'
import type { JsonPage, JsonText } from '../db/json.ts'
import { Problem } from '../problem.ts'
import type { Page } from './serve.ts'

/** The whole number in a cursor; undefined on the first page, `request.invalid` for anything else. */
export function numberIn({ cursor }: Pick<Page, 'cursor'>, max: number = limits.idMax): number | undefined {
  if (cursor === undefined) return undefined
  const number = /^\d{1,16}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (number <= max) return number
  throw badCursor()
}

const momentForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(\d{1,10})$/

/** The moment and id in a cursor: `2031-06-01T08:00:00.000Z_12`. */
export function momentIn({ cursor }: Pick<Page, 'cursor'>): { at: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = momentForm.exec(cursor) ?? []
  if (at && id && isMoment(at)) return { at, id }
  throw badCursor()
}

/** Requires an existing day: `Date` accepts the 31st of any month, and the year 0, which PostgreSQL does not. */
function isMoment(text: string) {
  const ms = Date.parse(text)
  return ms >= 0 && new Date(ms).toISOString() === text
}

/** Not a cursor of this server. */
function badCursor() {
  return new Problem('request.invalid', { issues: [{ path: 'cursor', code: 'field.invalid' }] })
}

/** Puts the next page into the `Link` header and returns the rows. */
export function linked<Row>({ rows, next }: JsonPage<Row>, page: Page): JsonText<Row[]> {
  if (next !== null) page.more(next)
  return rows
}

/** Cuts a list that was read with one extra row, which shows whether there is a next page. */
export function cut<Row>(rows: readonly Row[], page: Page, cursorAt: (last: Row) => number | string): Row[] {
  const last = rows.length > page.limit ? rows[page.limit - 1] : undefined
  if (last) page.more(String(cursorAt(last)))
  return rows.slice(0, page.limit)
}
