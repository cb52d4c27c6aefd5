import { type Answer, type FactValues, factTermsIn, fits } from '@papadag/contract/places/facts'
import { mapTile } from '@papadag/contract/places/map'
import {
  countPlaces,
  favoritePlaces,
  nearbyPlaces,
  onePlace,
  places,
  savePlace,
  searchPlaces,
} from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import { decide } from '../../../domain/places/facts/decide.ts'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, aRestaurant, everyPage, here, saysOpenData } from '../../../testing/places.ts'
import { world } from '../../../testing/world.ts'

/** The slippy-map numbers of the tile around a position. */
function tileOf(zoom: number, { latitude, longitude }: typeof here) {
  const n = 2 ** zoom
  const y = (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2
  return [Math.floor(((longitude + 180) / 360) * n), Math.floor(y * n)].map(String) as [string, string]
}

test('every list and the page of a playground show what is known of it, and nothing where nothing is known', async () => {
  const { db, host } = await world()
  const known = await aPlayground(host)
  const other = await aPlayground(host)
  await host.call(savePlace, { params: { id: known.id } })
  await saysOpenData(db, known.id, { fence: 'whole', equipment: ['swing', 'slide'], ages: { from: 2, to: null } })

  const said = { source: 'osm', agreed: 0, at: '2026-11-29' }
  const facts = {
    fence: { value: 'whole', ...said },
    equipment: { value: ['swing', 'slide'], ...said },
    ages: { value: { from: 2, to: null }, ...said },
  }
  for (const list of [places, nearbyPlaces] as const) {
    const read = await host.call(list, { query: here })
    expect(read.map(place => [place.id, place.facts])).toEqual([
      [known.id, facts],
      [other.id, {}],
    ])
  }
  expect((await host.call(places)).map(place => place.facts)).toEqual([{}, facts])
  expect((await host.call(favoritePlaces)).map(place => place.facts)).toEqual([facts])
  expect((await host.call(onePlace, { params: { id: known.id } })).facts).toEqual(facts)
})

const toilet = { distance: 120, fee: 'yes', access: 'everyone', changingTable: null } as const
const table: [term: string, facts: Partial<FactValues>, answer: Answer][] = [
  ['ages:2-4', { ages: { from: 1, to: 6 } }, 'yes'],
  ['ages:2-4', { ages: { from: 2, to: 4 } }, 'yes'],
  ['ages:2-4', { ages: { from: 3, to: null } }, 'no'],
  ['ages:2-4', { ages: { from: null, to: 3 } }, 'no'],
  ['ages:17-17', { ages: { from: 16, to: 99 } }, 'yes'],
  ['ages:2-4', { ages: { from: 30, to: null } }, 'no'],
  ['equipment:swing', { equipment: ['slide', 'swing'] }, 'yes'],
  ['equipment:babySwing', { equipment: ['slide', 'swing'] }, 'unknown'],
  ['fence:whole', { fence: 'whole' }, 'yes'],
  ['fence:whole', { fence: 'partly' }, 'no'],
  ['fence:partly+', { fence: 'whole' }, 'yes'],
  ['fence:partly+', { fence: 'none' }, 'no'],
  ['fence:none+', { fence: 'none' }, 'yes'],
  ['openWater:no', { openWater: 'no' }, 'yes'],
  ['openWater:no', { openWater: 'yes' }, 'no'],
  ['shade:some+', { shade: 'much' }, 'yes'],
  ['shade:some', { shade: 'much' }, 'no'],
  ['surface:rubber', { surface: 'sand' }, 'no'],
  ['wheelchair:partly+', { wheelchair: 'partly' }, 'yes'],
  ['wheelchair:yes', { wheelchair: 'partly' }, 'no'],
  ['toilet:500', { toilet }, 'yes'],
  ['toilet:120', { toilet }, 'yes'],
  ['toilet:119', { toilet }, 'no'],
  ['toilet:500', { toilet: 'none' }, 'no'],
  ['indoor:yes', { indoor: 'yes' }, 'yes'],
  ['indoor:yes', { indoor: 'no' }, 'no'],
  ['fee:no', { fee: 'no' }, 'yes'],
  ['coffee:yes', { fence: 'whole' }, 'unknown'],
  ['state:none', {}, 'yes'],
  ['fence:whole,shade:much', { fence: 'whole', shade: 'much' }, 'yes'],
  ['fence:whole,shade:much', { fence: 'whole' }, 'unknown'],
  ['fence:whole,shade:much', { shade: 'none' }, 'no'],
  ['fence:whole,fence:none', { fence: 'whole' }, 'no'],
]

test('each term of a filter is answered alike by lists, search, saved places, map and count: yes, no, or not known', async () => {
  const { db, host } = await world()
  const ids: number[] = []
  for (const [, facts] of table) {
    const { id } = await aPlayground(host)
    await host.call(savePlace, { params: { id } })
    await saysOpenData(db, id, facts)
    ids.push(id)
  }
  const [x, y] = tileOf(14, here)
  const [farX, farY] = tileOf(8, here)
  const answerIn = (list: readonly { id: number; certain?: boolean | undefined }[], id: number): Answer => {
    const place = list.find(each => each.id === id)
    return place ? (place.certain ? 'yes' : 'unknown') : 'no'
  }
  for (const [at, [terms, facts, answer]] of table.entries()) {
    const id = ids[at] ?? 0
    const query = { facts: terms, ...here }
    const lists = [
      await host.call(places, { query: { facts: terms } }),
      await host.call(places, { query }),
      await host.call(nearbyPlaces, { query: { ...query, radius: 5000 } }),
      await host.call(searchPlaces, { query: { ...query, q: 'zandkuil' } }),
      await host.call(favoritePlaces, { query }),
      (await host.call(mapTile, { params: { z: '14', x, y }, query: { facts: terms } })).places,
    ]
    const answers = lists.map(list => answerIn(list, id))
    expect([terms, facts, answers]).toEqual([terms, facts, lists.map(() => answer)])

    const shown = decide({ source: 'osm', facts, at: '2026-11-29' })
    expect([terms, facts, fits(factTermsIn(terms) ?? [], { facts: shown })]).toEqual([terms, facts, answer])

    const certain = lists[0]?.filter(place => place.certain).length ?? 0
    const unknown = (lists[0]?.length ?? 0) - certain
    for (const each of [{ facts: terms }, query, { ...query, radius: 5000 }, { ...query, q: 'zandkuil' }]) {
      expect([terms, await host.call(countPlaces, { query: each })]).toEqual([terms, { certain, unknown }])
    }
    const { cells } = await host.call(mapTile, { params: { z: '8', x: farX, y: farY }, query: { facts: terms } })
    expect([terms, cells.map(cell => [cell.count, cell.unknown])]).toEqual([
      terms,
      certain + unknown > 0 ? [[certain, unknown]] : [],
    ])
  }
})

test('a page goes from the places that are certain to those that may fit, and every place comes once', async () => {
  const { db, host } = await world()
  const ids: number[] = []
  for (let at = 0; at < 12; at += 1) {
    const { id } = await aPlayground(host, { latitude: here.latitude + at / 1000 })
    if (at % 4 === 0) await saysOpenData(db, id, { fence: 'whole' })
    if (at % 4 === 1) await saysOpenData(db, id, { fence: 'none' })
    ids.push(id)
    await host.call(savePlace, { params: { id } })
  }
  const nearestFirst = [0, 4, 8, 2, 3, 6, 7, 10, 11].map(at => ids[at])
  const newestFirst = [8, 4, 0, 11, 10, 7, 6, 3, 2].map(at => ids[at])
  const where = `latitude=${here.latitude}&longitude=${here.longitude}`
  for (const limit of [1, 2, 3, 4, 100]) {
    for (const [path, ordered] of [
      [`/api/places?${where}&`, nearestFirst],
      [`/api/places/nearby?${where}&`, nearestFirst],
      [`/api/places/search?q=zand&${where}&`, nearestFirst],
      ['/api/places?', newestFirst],
      ['/api/users/me/favorite-places?', newestFirst],
    ] as const) {
      const pages = await everyPage<{ id: number; certain: boolean }>(host, `${path}facts=fence:whole&limit=${limit}`)
      expect([path, limit, pages.flat().map(({ id }) => id)]).toEqual([path, limit, ordered])
      expect(pages.flat().map(({ certain }) => certain)).toEqual(ordered.map((_, at) => at < 3))
    }
  }
})

test('a filter for nothing broken leaves out a playground in a state, until that is over', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  const fine = await aPlayground(host)
  const [x, y] = tileOf(14, here)
  const found = async () => {
    const query = { facts: 'state:none', ...here }
    const facts = { facts: 'state:none,fence:whole' }
    return [
      (await host.call(nearbyPlaces, { query })).map(place => place.id),
      (await host.call(places, { query: facts })).map(place => place.id),
      (await host.call(mapTile, { params: { z: '14', x, y }, query: { facts: 'state:none' } })).places.map(
        place => place.id,
      ),
      [await host.call(countPlaces, { query }), await host.call(countPlaces, { query: facts })],
    ]
  }
  const endsIn = (days: number) =>
    db.run(sql`update places set state_until = (now() at time zone 'utc')::date + ${days}::int where id = ${id}`)
  await endsIn(0)
  const one = [
    { certain: 1, unknown: 0 },
    { certain: 0, unknown: 1 },
  ]
  expect(await found()).toEqual([[fine.id], [fine.id], [fine.id], one])
  await endsIn(-1)
  const two = [
    { certain: 2, unknown: 0 },
    { certain: 0, unknown: 2 },
  ]
  expect(await found()).toEqual([[id, fine.id], [fine.id, id], [id, fine.id], two])
})

test('a filtered tile with more than 5,000 places is estimated, and says so', async () => {
  const { db, host } = await world()
  const playgrounds = (from: number, to: number) =>
    db.run(sql`insert into places (type, name, latitude, longitude, facts, fits)
      select 'playground', 'Speeltuin ' || n, ${here.latitude}, ${here.longitude},
             case when n % 2 = 0 then '{"fence": {"value": "whole"}}'::jsonb else '{}' end,
             case when n % 2 = 0 then '''fence:whole'''::tsquery end
        from generate_series(${from}::int, ${to}::int) n`)
  const [x, y] = tileOf(8, here)
  const read = () => host.call(mapTile, { params: { z: '8', x, y }, query: { facts: 'fence:whole' } })
  await playgrounds(1, 5000)
  const exact = await read()
  expect(exact).toMatchObject({ cells: [{ count: 2500, unknown: 2500 }] })
  expect(exact.isEstimate).toBeUndefined()
  await playgrounds(5001, 5002)
  const { isEstimate, cells } = await read()
  expect(isEstimate).toBe(true)
  const all = cells.reduce((sum, { count, unknown }) => sum + count + unknown, 0)
  expect(all % 16).toBe(0)
  expect(Math.abs(all - 5002)).toBeLessThan(16)
})

test('a restaurant may fit, since nothing is known of it, and is never certain', async () => {
  const { host } = await world()
  await aRestaurant(host)
  for (const query of [{ facts: 'fence:whole' }, { facts: 'fence:whole', ...here }]) {
    expect((await host.call(places, { query })).map(({ certain }) => certain)).toEqual([false])
  }
})

const wrongFilters = [
  'fence',
  'fence:',
  'fence:high',
  'roof:yes',
  'fence:whole,roof:yes',
  'surface:sand+',
  'ages:4-2',
  'ages:2',
  'ages:2-18',
  'ages:-1-2',
  'equipment:rocket',
  'toilet:501',
  'toilet:1e2',
  'state:broken',
  'open:2020-01-01T10:00',
  'open:2999-01-01T10:00',
  'open:2026-02-30T10:00',
  'open:now',
  'constructor:yes',
  ',',
  Array.from({ length: 40 }, (_, at) => `toilet:${at}`).join(),
  `fence:whole,${'x'.repeat(3000)}`,
]

test('a filter with one wrong part is refused as a whole', async () => {
  const { host } = await world()
  const refused = { status: 400 }
  for (const facts of wrongFilters) {
    await expect(host.call(places, { query: { facts } }), facts).rejects.toMatchObject(refused)
    await expect(host.call(countPlaces, { query: { facts } }), facts).rejects.toMatchObject(refused)
    const tile = host.call(mapTile, { params: { z: '14', x: '0', y: '0' }, query: { facts } })
    await expect(tile, facts).rejects.toMatchObject(refused)
  }
})

test('a filter by opening hours goes by the place’s clock, and a text that cannot be read is shown and filters nothing', async () => {
  const { db, host } = await world()
  const texts = ['Sa 10:00-18:00', 'Sa 12:00-18:00', 'kapot']
  const ids: number[] = []
  for (const text of texts) {
    const { id } = await aPlayground(host)
    await saysOpenData(db, id, { openingHours: { text } })
    ids.push(id)
  }
  const { id } = await aPlayground(host)
  const today = Temporal.Now.plainDateISO()
  const saturday = today.add({ days: 13 - today.dayOfWeek })
  const query = { facts: `open:${saturday}T10:00`, ...here }
  const found = await host.call(nearbyPlaces, { query })
  expect(found.map(place => [place.id, place.certain])).toEqual([
    [ids[0], true],
    [ids[2], false],
    [id, false],
  ])
  expect(await host.call(countPlaces, { query })).toEqual({ certain: 1, unknown: 2 })
  expect(found[1]?.facts.openingHours?.value).toEqual({ text: 'kapot', openNow: null, opensAt: null })
  expect(found[0]?.facts.openingHours?.value).toMatchObject({ openNow: expect.any(Boolean) })
  // Wherever the place is shown, however it is read.
  const params = { id: ids[0] ?? 0 }
  await host.call(savePlace, { params })
  for (const list of [places, searchPlaces, favoritePlaces] as const) {
    const shown = (await host.call(list, { query: {} })).find(place => place.id === params.id)
    expect(shown?.facts.openingHours?.value).toMatchObject({ text: texts[0], openNow: expect.any(Boolean) })
  }
  const { facts } = await host.call(onePlace, { params })
  expect(facts.openingHours?.value).toMatchObject({ text: texts[0], openNow: expect.any(Boolean) })
})
