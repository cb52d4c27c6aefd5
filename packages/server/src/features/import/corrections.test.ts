import { type FactKey, type WordKey, wordsOf } from '@papadag/contract/places/facts'
import { placeRevisions, undoRevision } from '@papadag/contract/places/place-edits'
import { addPlayground, editPlace, onePlace, type PlaceType } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tagOf, tagsOfFacts } from '../../domain/places/corrections.ts'
import { settleFacts } from '../../domain/places/facts/settle.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { bringIn } from '../../testing/scenes/open-data.ts'
import { world } from '../../testing/world.ts'
import { exportCorrections } from './export-corrections.ts'
import { Around } from './facts/around.ts'
import { factRules } from './facts/rules.ts'
import { featuresOf } from './mapping.ts'

const nothingAround = new Around({
  ...{ id: 'node/1', aliases: [], type: 'playground', tags: {}, factTags: {}, name: undefined, features: [] },
  ...{ changingTable: null, latitude: 52.09, longitude: 5.12, rings: [] },
})

/** Imports one playground with these tags. */
async function bringOneIn(db: Db, tags: Record<string, string> = {}, position = { lat: 52.09, lon: 5.12 }) {
  const node = { id: 1, ...position, tags: { leisure: 'playground', name: 'De Wip', ...tags } }
  await bringIn(db, { nodes: [node] })
}

async function exported(db: Db): Promise<{ id: string; properties: { url: string; changes: unknown } }[]> {
  let text = ''
  for await (const piece of exportCorrections(db)) text += piece
  const collection = JSON.parse(text)
  expect(collection.license).toContain('ODbL')
  return collection.features
}

const letStand = async (db: Db, days: number) => {
  await db.run(sql`update place_revisions set created_at = now() - make_interval(days => ${days})`)
  await db.run(sql`update places set changed_at = now() - make_interval(days => ${days})`)
}

/** A playground from OpenStreetMap, in a new world. */
async function corrected(...edits: Record<string, string>[]) {
  const all = await world()
  const { db, host: father } = all
  await bringOneIn(db, { bench: 'yes', 'addr:street': 'Dam', 'addr:housenumber': '1', 'addr:city': 'Utrecht' })
  const found = await db.one(z.object({ id: z.number() }), sql`select id from places where source = 'osm'`)
  const params = { id: found?.id ?? 0 }
  for (const form of edits) await father.call(editPlace, { params, form })
  return { ...all, father, params }
}

test('each tag named by a correction is one that an import reads', () => {
  for (const [type, keys] of [
    ['restaurant', ['kidsMenu', 'highChairs', 'changingTables', 'playCorner', 'strollerAccessible']],
    ['playground', ['restrooms', 'picnicTables', 'benches', 'sandbox', 'waterGames']],
  ] as [PlaceType, (keyof typeof tagOf)[]][]) {
    for (const key of keys) {
      expect(featuresOf(type, { [tagOf[key]]: 'yes' })).toEqual([key])
      expect(featuresOf(type, { [tagOf[key]]: 'no' })).toEqual([])
    }
  }
})

const ages = [
  { from: 3, to: 12 },
  { from: 0, to: null },
  { from: null, to: 6 },
]
const answersOf = (key: FactKey): readonly unknown[] =>
  key === 'ages' ? ages : key === 'openingHours' ? [{ text: 'Mo-Fr 08:00-20:00' }] : wordsOf[key as WordKey]

test('the tags of an answer about a playground are ones that an import reads as that answer', () => {
  const untold: unknown[] = []
  for (const key of Object.keys(tagsOfFacts) as FactKey[]) {
    for (const answer of answersOf(key)) {
      const tags = Object.entries(tagsOfFacts[key]?.(answer) ?? {}).flatMap(([tag, value]) =>
        value === null ? [] : [[tag, value]],
      )
      if (tags.length === 0) untold.push([key, answer])
      else expect([key, factRules[key](Object.fromEntries(tags), nothingAround)]).toEqual([key, answer])
    }
  }
  expect(untold).toEqual([['fence', 'partly']])
})

test('what fathers agree on about a playground leaves with the corrections, and is gone once open data says it', async () => {
  const { db, params, father } = await corrected()
  expect(await exported(db)).toEqual([])
  await db.run(sql`
    insert into place_fact_answers (place_id, user_id, key, value, network, day, is_established)
    select ${params.id}, null, 'fence', '"whole"', n::text, '2026-11-29', true from generate_series(1, 2) n`)
  await settleFacts(db, [params.id])
  const changes = [{ key: 'fenced', before: null, after: 'yes' }]
  expect((await father.call(onePlace, { params })).corrections).toEqual(changes)
  expect(await exported(db)).toMatchObject([
    { id: 'node/1', properties: { since: '2026-11-29T00:00:00.000Z', changes } },
  ])
  await bringOneIn(db, { fenced: 'yes' })
  expect(await exported(db)).toEqual([])
})

test('a place shows as tags what fathers corrected in the open data, but not their own description', async () => {
  const { father, params } = await corrected({ name: 'De Wipkip', features: '["sandbox"]', description: 'Bel Piet.' })
  expect((await father.call(onePlace, { params })).corrections).toEqual([
    { key: 'name', before: 'De Wip', after: 'De Wipkip' },
    { key: 'bench', before: 'yes', after: 'no' },
    { key: 'playground:sandpit', before: null, after: 'yes' },
  ])
})

test('a moved place and a changed address count as corrections, and a place that fathers added has none', async () => {
  const { father, params } = await corrected(
    { latitude: '52.0905', address: 'Dam 3, Utrecht' },
    { longitude: '5.1215' },
  )
  expect((await father.call(onePlace, { params })).corrections).toEqual([
    { key: 'addr:full', before: 'Dam 1, Utrecht', after: 'Dam 3, Utrecht' },
    { key: 'position', before: '52.09, 5.12', after: '52.0905, 5.1215' },
  ])
  const { id } = await father.call(addPlayground, { body: { name: 'Eigen speeltuin', latitude: 52.2, longitude: 5.1 } })
  await father.call(editPlace, { params: { id }, form: { name: 'Toch anders' } })
  expect((await father.call(onePlace, { params: { id } })).corrections).toEqual([])
})

test('a correction that was undone does not count, and after two edits the difference is with the first value', async () => {
  const { father, params } = await corrected(
    { features: '["benches","sandbox"]' },
    { features: '["benches","restrooms"]' },
  )
  expect((await father.call(onePlace, { params })).corrections).toEqual([
    { key: 'toilets', before: null, after: 'yes' },
  ])
  for (const { id } of await father.call(placeRevisions, { params })) {
    await father.call(undoRevision, { params, body: { revisionId: id } })
  }
  expect((await father.call(onePlace, { params })).corrections).toEqual([])
})

test('an import that agrees with a correction clears that difference and no other', async () => {
  const { db, father, params } = await corrected({ name: 'De Wipkip', features: '["benches","sandbox"]' })
  const corrections = async () => (await father.call(onePlace, { params })).corrections.map(({ key }) => key)
  await bringOneIn(db, { name: 'De Wipkip', bench: 'yes' })
  expect(await corrections()).toEqual(['playground:sandpit'])
  await bringOneIn(db, { name: 'De Wipkip', bench: 'yes', 'playground:sandpit': 'yes' })
  expect(await corrections()).toEqual([])
  // From here on, the place follows its source again.
  await bringOneIn(db, { name: 'De Schommel', bench: 'yes' })
  expect(await father.call(onePlace, { params })).toMatchObject({ name: 'De Schommel', features: ['benches'] })
})

test('a new correction after an import is compared with that import', async () => {
  const { db, father, params } = await corrected({ features: '["benches","sandbox"]' })
  await bringOneIn(db, { bench: 'yes', 'playground:sandpit': 'yes' })
  await father.call(editPlace, { params, form: { features: '["benches"]' } })
  expect((await father.call(onePlace, { params })).corrections).toEqual([
    { key: 'playground:sandpit', before: 'yes', after: 'no' },
  ])
})

test('for a place imported before its facts were kept, the first correction records the original', async () => {
  const { db, father, params } = await corrected({ features: '["sandbox"]' })
  await db.run(sql`update places set source_facts = null`)
  expect((await father.call(onePlace, { params })).corrections.map(({ key }) => key)).toEqual([
    'bench',
    'playground:sandpit',
  ])
})

test('an imported position within a few metres of the corrected one clears that difference too; one further away does not', async () => {
  const { db, father, params } = await corrected({ latitude: '52.0905', longitude: '5.1205' })
  const keys = async () => (await father.call(onePlace, { params })).corrections.map(({ key }) => key)
  await bringOneIn(db, { bench: 'yes' }, { lat: 52.0903, lon: 5.1205 })
  expect(await keys()).toEqual(['position'])
  await bringOneIn(db, { bench: 'yes' }, { lat: 52.09052, lon: 5.12048 })
  expect(await keys()).toEqual([])
})

test('corrections are exported once they have stood for two weeks', async () => {
  const { db } = await corrected({ name: 'De Wipkip' })
  await letStand(db, 13)
  expect(await exported(db)).toEqual([])
  await letStand(db, 15)
  expect(await exported(db)).toMatchObject([
    {
      id: 'node/1',
      geometry: { type: 'Point', coordinates: [5.12, 52.09] },
      properties: {
        url: 'https://www.openstreetmap.org/node/1',
        changes: [{ key: 'name', before: 'De Wip', after: 'De Wipkip' }],
      },
    },
  ])
  await db.run(sql`update places set hidden_at = now()`)
  expect(await exported(db)).toEqual([])
})

test('a moderator’s correction is exported at once, but not a later one by somebody else', async () => {
  const { db, father, params, newFather } = await corrected()
  await db.run(sql`update users set is_moderator = true where id = ${father.id}`)
  await father.call(editPlace, { params, form: { name: 'De Wipkip' } })
  const changes = [{ key: 'name', before: 'De Wip', after: 'De Wipkip' }]
  expect(await exported(db)).toMatchObject([{ properties: { changes } }])
  const another = await newFather()
  await another.call(editPlace, { params, form: { features: '["benches","sandbox"]' } })
  expect(await exported(db)).toMatchObject([{ properties: { changes } }])
})
