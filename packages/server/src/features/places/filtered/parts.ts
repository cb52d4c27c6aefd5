import type { FactTerm } from '@papadag/contract/places/facts'
import type { Place, PlaceType } from '@papadag/contract/places/places'
import { lexemesOf, queryOf, tied } from '../../../domain/places/facts/fits.ts'
import { withHours } from '../../../domain/places/facts/shown-hours.ts'
import { today } from '../../../domain/places/states.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { JsonText } from '../../../platform/db/json.ts'
import type { Page } from '../../../platform/http/serve.ts'
import { type Asked, asked } from './asked.ts'

/** The places (`p`) that certainly satisfy a filter, or those that may: nobody knows. */
export interface Part {
  isCertain: boolean
  /** Begins with `and`. */
  condition: Sql
  types: readonly PlaceType[]
}

/**
 * An index finds those that are certain. Those that may fit are looked for among this many in the order of the list:
 * where nearly all are known not to fit, a search would otherwise go around the world.
 */
export const searched = sql.number(20_000)

const contains = (lexemes: readonly string[]) => sql`p.fits @> ${queryOf(lexemes)}::tsquery`
const isUnknown = (key: string) => sql`(p.facts -> ${key}::text is null or ${contains([tied(key)])})`

/** What a term asks of the index, and what only the row of a place answers. */
function conditionsOf(term: Asked): { lexemes: readonly string[]; yes?: Sql; maybe: Sql } {
  switch (term.key) {
    case 'state': {
      const isFine = sql`(p.state_until >= ${today}) is not true`
      return { lexemes: [], yes: isFine, maybe: isFine }
    }
    case 'open': {
      const { open, closed } = term
      return {
        lexemes: ['openingHours'],
        yes: sql`p.hours = any(${open}::int[])`,
        maybe: sql`(${isUnknown('openingHours')} or p.hours = any(${closed}::int[]) is not true)`,
      }
    }
    case 'toilet': {
      const isNear = sql`(p.facts #>> '{toilet,value,distance}')::int <= ${term.within}::int`
      return { lexemes: [term.key], yes: isNear, maybe: sql`(${isUnknown(term.key)} or ${isNear})` }
    }
    case 'equipment':
      return { lexemes: lexemesOf(term), maybe: sql`true` }
    default: {
      const lexemes = lexemesOf(term)
      return { lexemes, maybe: sql`(${isUnknown(term.key)} or ${contains(lexemes)})` }
    }
  }
}

/** Whether a place (`p`) satisfies all terms; false or null where that is not certain. */
function satisfies(terms: readonly Asked[]): Sql {
  const all = terms.map(conditionsOf)
  const lexemes = all.flatMap(one => one.lexemes)
  const rest = all.flatMap(({ yes }) => (yes ? [yes] : []))
  return sql.join([lexemes.length > 0 ? contains(lexemes) : sql`true`, ...rest], sql` and `)
}

export const isCertain = (terms: readonly Asked[]): Sql => sql`coalesce(${satisfies(terms)}, false)`

/** Whether a place (`p`) is not known to fail any of the terms. */
export function possible(terms: readonly Asked[]): Sql {
  return sql.join([sql`true`, ...terms.map(term => conditionsOf(term).maybe)], sql` and `)
}

/** Both parts of a filtered list. Only playgrounds have facts, so nothing is known of other places. */
export function partsOf(terms: readonly Asked[], types: readonly PlaceType[]): { certain: Part; unknown: Part } {
  const needsFacts = terms.some(term => conditionsOf(term).lexemes.length > 0)
  return {
    certain: {
      isCertain: true,
      condition: sql`and ${satisfies(terms)}`,
      types: needsFacts ? types.filter(type => type === 'playground') : types,
    },
    unknown: { isCertain: false, condition: sql`and ${possible(terms)} and not ${isCertain(terms)}`, types },
  }
}

type Rows = Place[] | JsonText<Place[]>
/** Marks the cursor of the second part. */
const second = 'u'

/** A page of both parts, one after the other, each in the order of the list. */
export async function certainFirst(
  db: Db,
  terms: readonly FactTerm[] | undefined,
  types: readonly PlaceType[],
  page: Page,
  read: (page: Page, part?: Part) => Promise<Rows>,
): Promise<Rows> {
  return withHours(terms ? await inParts(await asked(db, terms), types, page, read) : await read(page))
}

async function inParts(
  terms: readonly Asked[],
  types: readonly PlaceType[],
  page: Page,
  read: (page: Page, part: Part) => Promise<Rows>,
): Promise<Rows> {
  const { certain, unknown } = partsOf(terms, types)
  const { limit, cursor, more } = page
  const readUnknown = (part: Pick<Page, 'limit' | 'cursor'>) =>
    read({ ...part, more: next => more(second + next) }, unknown)
  if (cursor?.startsWith(second)) return readUnknown({ limit, cursor: cursor.slice(second.length) || undefined })

  let next: string | undefined
  const first = certain.types.length === 0 ? [] : await read({ limit, cursor, more: at => (next = at) }, certain)
  if (next !== undefined) {
    more(next)
    return first
  }
  const left = limit - countOf(first)
  if (left > 0) return joined(first, await readUnknown({ limit: left, cursor: undefined }))
  more(second)
  return first
}

/** Says of each place which part it belongs to. */
export function marked(rows: Place[], part: Part | undefined): Place[] {
  return part ? rows.map(place => ({ ...place, certain: part.isCertain })) : rows
}

function countOf(rows: Rows): number {
  return rows instanceof JsonText ? rows.parse().length : rows.length
}

function joined(first: Rows, last: Rows): Rows {
  if (!(first instanceof JsonText) && !(last instanceof JsonText)) return [...first, ...last]
  const inner = [first, last].map(rows => (rows instanceof JsonText ? rows.text : JSON.stringify(rows)).slice(1, -1))
  return new JsonText(`[${inner.filter(text => text !== '').join(',')}]`)
}
