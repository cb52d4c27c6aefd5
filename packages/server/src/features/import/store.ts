import * as z from 'zod/mini'
import { record } from '../../domain/facts.ts'
import { settleFacts } from '../../domain/places/facts/settle.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { OpenFacts } from './facts/values.ts'
import type { ImportedRow } from './imported-row.ts'
import type { KnownPlace } from './matching/match.ts'

const Known = z.object({
  id: z.number(),
  source: z.string(),
  sourceId: z.nullable(z.string()),
  aliases: z.array(z.string()),
  type: z.string(),
  name: z.string(),
  namedAfter: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  hash: z.nullable(z.string()),
  missed: z.number(),
  isHidden: z.boolean(),
  area: z.nullable(z.number()),
})

const pageSize = 5000
/** About five metres. */
const samePlaceDegrees = 0.00005
/** Small enough that fathers who add places at the same time hardly have to wait. */
const batchSize = 1000

/** All stored places, including hidden ones. */
export async function knownPlaces(db: Db): Promise<KnownPlace[]> {
  const known: KnownPlace[] = []
  for (let last = 0; ; ) {
    const page = await db.many(
      Known,
      sql`select id, source, source_id as "sourceId", source_aliases as aliases, type, name, named_after as "namedAfter",
                 latitude, longitude, source_hash as hash, missed_imports as missed, hidden_at is not null as "isHidden",
                 import_area as area
            from places where id > ${last} order by id limit ${pageSize}`,
    )
    known.push(...page)
    const end = page.at(-1)
    if (!end || page.length < pageSize) return known
    last = end.id
  }
}

/** Runs a write in batches, each in its own transaction. */
async function inBatches<T>(
  items: Iterable<T>,
  write: (batch: readonly T[]) => Promise<unknown>,
  onDone: (count: number) => void,
) {
  let batch: T[] = []
  const finish = async () => {
    if (batch.length > 0) await write(batch)
    onDone(batch.length)
    batch = []
  }
  for (const item of items) {
    batch.push(item)
    if (batch.length === batchSize) await finish()
  }
  await finish()
}

const columns = sql`(id integer, source_id text, source_aliases text[], type text, name text, named_after text, description text,
  address text, latitude float8, longitude float8, features text[], changing_table text, indoor boolean, source_tags jsonb, source_hash text)`

/** The base that corrections are compared with: fathers' own values replace these in the columns of the same name. */
const facts = sql`jsonb_build_object('features', to_jsonb(r.features), 'latitude', r.latitude, 'longitude', r.longitude)`

/** A row with the id of its place. */
export type ChangedRow = ImportedRow & { id: number }

export interface Writer {
  db: Db
  onDone(count: number): void
}

const Inserted = z.object({ id: z.number(), sourceId: z.string() })

/** Adds places to an area, and returns their ids by those of the open data. */
export async function insertPlaces({ db, onDone }: Writer, rows: Iterable<ImportedRow>, area: number) {
  const ids = new Map<string, number>()
  await inBatches(
    rows,
    async batch => {
      const inserted = await db.many(
        Inserted,
        sql`
        insert into places (type, name, named_after, description, address, latitude, longitude, features, changing_table, indoor,
                            status, source, source_id, source_aliases, source_tags, source_facts, source_hash, import_area)
        select type, name, named_after, description, address, latitude, longitude, features, changing_table, indoor,
               'confirmed', 'osm', source_id, source_aliases, source_tags, ${facts}, source_hash, ${area}
          from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r ${columns}
        returning id, source_id as "sourceId"`,
      )
      for (const { id, sourceId } of inserted) ids.set(sourceId, id)
    },
    onDone,
  )
  return ids
}

const Told = z.object({ id: z.number() })

/** Stores what the open data says of playgrounds, and decides what is shown of it. Returns of how many it changed. */
export async function storeFacts({ db, onDone }: Writer, rows: Iterable<{ id: number; facts: OpenFacts }>) {
  let changed = 0
  await inBatches(
    rows,
    batch =>
      db.transaction(async tx => {
        const told = await tx.many(
          Told,
          sql`
          insert into place_open_facts (place_id, source, facts, at)
          select r.id, 'osm', r.facts, (now() at time zone 'utc')::date
            from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r (id integer, facts jsonb)
            left join place_open_facts f on f.place_id = r.id
           where (f.place_id is null and r.facts <> '{}') or (f.source = 'osm' and f.facts <> r.facts)
           order by r.id
              on conflict (place_id) do update set facts = excluded.facts, at = excluded.at
          returning place_id as id`,
        )
        changed += told.length
        if (told.length > 0)
          await settleFacts(
            tx,
            told.map(({ id }) => id),
          )
      }),
    onDone,
  )
  return changed
}

/** Updates places. Fathers' edits stay until the source agrees; places hidden by an import are shown again. */
export function updatePlaces({ db, onDone }: Writer, rows: Iterable<ChangedRow>) {
  return inBatches(
    rows,
    batch =>
      changing(
        db,
        sql`
        update places p set
          type = r.type,
          name = case when 'name' = any(p.edited_fields) then p.name else r.name end,
          named_after = case when 'name' = any(p.edited_fields) then p.named_after else r.named_after end,
          description = case when 'description' = any(p.edited_fields) then p.description else r.description end,
          address = case when 'address' = any(p.edited_fields) then p.address else r.address end,
          latitude = case when p.edited_fields && '{latitude,longitude}' then p.latitude else r.latitude end,
          longitude = case when p.edited_fields && '{latitude,longitude}' then p.longitude else r.longitude end,
          features = case when 'features' = any(p.edited_fields) and p.type = r.type then p.features else r.features end,
          changing_table = r.changing_table, indoor = r.indoor,
          -- What the source now says too is no difference any more.
          edited_fields = array(select field from unnest(p.edited_fields) field where not case field
            when 'name' then p.name = r.name
            when 'address' then p.address is not distinct from r.address
            when 'description' then p.description is not distinct from r.description
            when 'features' then p.features @> r.features and p.features <@ r.features
            when 'latitude' then abs(p.latitude - r.latitude) < ${samePlaceDegrees}::float8
            when 'longitude' then abs(p.longitude - r.longitude) < ${samePlaceDegrees}::float8
            else false end order by field),
          source_id = r.source_id, source_aliases = r.source_aliases,
          source_tags = r.source_tags, source_facts = ${facts}, source_hash = r.source_hash,
          hidden_at = case when p.missed_imports >= 2 and p.taken_down_at is null then null else p.hidden_at end,
          missed_imports = 0,
          updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r ${columns} join places b on b.id = r.id
        where p.id = r.id
        returning p.id, (p.name, p.address) is distinct from (b.name, b.address)
          or abs(p.latitude - b.latitude) >= ${samePlaceDegrees}::float8
          or abs(p.longitude - b.longitude) >= ${samePlaceDegrees}::float8 as "isElsewhere"`,
      ),
    onDone,
  )
}

const Changed = z.object({ id: z.number(), isElsewhere: z.boolean() })

/**
 * Creators who have planned something at a place that an import moves, renames or hides are notified, as of a member's
 * edit.
 */
function changing(db: Db, statement: Sql): Promise<void> {
  return db.transaction(async tx => {
    const changed = await tx.many(Changed, statement)
    const ids = changed.filter(({ isElsewhere }) => isElsewhere).map(({ id }) => id)
    if (ids.length > 0) await record(tx, { fact: 'placesImported', places: ids })
  })
}

/** Stores the open-data ids of a place that a father added, so that it is not imported a second time. */
export function linkPlaces({ db, onDone }: Writer, links: readonly { id: number; aliases: string[] }[]) {
  return inBatches(
    links,
    batch =>
      db.run(sql`
        update places p set source_aliases = r.aliases
          from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r (id integer, aliases text[]) where p.id = r.id`),
    onDone,
  )
}

/** Records that an import lacks these places; the second import in a row hides them. None is ever deleted. */
export function missPlaces({ db, onDone }: Writer, ids: readonly number[]) {
  return inBatches(
    ids,
    batch =>
      changing(
        db,
        sql`
        update places set missed_imports = missed_imports + 1,
                          hidden_at = case when missed_imports >= 1 then now() else hidden_at end
         where id = any(${batch}::int[]) and hidden_at is null
        returning id, hidden_at is not null as "isElsewhere"`,
      ),
    onDone,
  )
}

const Run = z.object({ id: z.number() })

/** Records the start of an import and returns its number. */
export async function beginRun(db: Db, files: readonly string[]): Promise<number> {
  const run = await db.one(Run, sql`insert into import_runs (files) values (${files}::text[]) returning id`)
  if (!run) throw new Error('an insert returned no row')
  return run.id
}

/** Records the result of an import. */
export function endRun(db: Db, id: number, counts: unknown) {
  return db.run(
    sql`update import_runs set counts = ${JSON.stringify(counts)}::jsonb, finished_at = now() where id = ${id}`,
  )
}
