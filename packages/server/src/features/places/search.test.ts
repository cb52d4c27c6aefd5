import { addPlace, addPlayground, searchPlaces } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import type { Father } from '../../testing/world.ts'
import { world } from '../../testing/world.ts'

const here = { latitude: 52.37, longitude: 4.9 }

async function playgrounds(host: Father, names: readonly string[]) {
  for (const name of names) await host.call(addPlayground, { body: { name, ...here } })
}

async function names(host: Father, q: string, more: object = {}) {
  return (await host.call(searchPlaces, { query: { q, ...more } })).map(({ name }) => name).sort()
}

test('a search finds words in names and addresses, anywhere and in any case', async () => {
  const { host } = await world()
  await playgrounds(host, ['Étoile des pères', 'Speeltuin Linnaeus', 'ÇA ROULE'])
  await host.call(addPlace, {
    body: { type: 'restaurant', name: 'De Ceuvel', address: 'Korte Papaverweg 4', ...here },
  })
  expect(await names(host, 'étoile')).toEqual(['Étoile des pères'])
  expect(await names(host, 'PÈRES')).toEqual(['Étoile des pères'])
  expect(await names(host, 'ça r')).toEqual(['ÇA ROULE'])
  expect(await names(host, 'LINNAEUS')).toEqual(['Speeltuin Linnaeus'])
  expect(await names(host, 'nnae')).toEqual(['Speeltuin Linnaeus'])
  expect(await names(host, '  papaver ')).toEqual(['De Ceuvel'])
  expect(await names(host, 'ÉT')).toEqual(['Étoile des pères'])
  expect(await names(host, 'nergens')).toEqual([])
  expect(await names(host, '')).toHaveLength(4)
})

test('a search text is literal: %, _, \\ and quotes mean themselves', async () => {
  const { host } = await world()
  await playgrounds(host, ['100% zand', 'snake_case', 'back\\slash', "'t Hofje", 'gewoon'])
  expect(await names(host, '%')).toEqual(['100% zand'])
  expect(await names(host, '0% z')).toEqual(['100% zand'])
  expect(await names(host, '_')).toEqual(['snake_case'])
  expect(await names(host, 'ke_ca')).toEqual(['snake_case'])
  expect(await names(host, '\\')).toEqual(['back\\slash'])
  expect(await names(host, 'ck\\sl')).toEqual(['back\\slash'])
  expect(await names(host, "'t h")).toEqual(["'t Hofje"])
  expect(await names(host, '100_')).toEqual([])
  expect(await names(host, '%%%')).toEqual([])
})

test('a feature is found by its key, its English name and its name in the reader’s language', async () => {
  const { host } = await world()
  await host.call(addPlayground, { body: { name: 'Met zand', ...here, features: ['sandbox'] } })
  await host.call(addPlayground, { body: { name: 'Met water', ...here, features: ['waterGames'] } })
  await host.call(addPlace, {
    body: { type: 'restaurant', name: 'Met menu', address: 'Dam 1', ...here, features: ['kidsMenu'] },
  })
  const words = {
    nl: ['zandbak', 'waterpret', 'kindermenu'],
    en: ['sandbox', 'water games', 'kids menu'],
    de: ['Sandkasten', 'wasserspiele', 'KINDERMENÜ'],
    fr: ['bac à sable', 'jeux d’eau', 'menu enfant'],
    es: ['arenero', 'juegos de agua', 'menú infantil'],
  }
  for (const [language, [sand = '', water = '', menu = '']] of Object.entries(words)) {
    host.cookies.set('language', language)
    expect([language, await names(host, sand)]).toEqual([language, ['Met zand']])
    expect([language, await names(host, water)]).toEqual([language, ['Met water']])
    expect([language, await names(host, menu)]).toEqual([language, ['Met menu']])
    expect([language, await names(host, 'sandbox')]).toEqual([language, ['Met zand']])
    expect([language, await names(host, 'WATERGAMES')]).toEqual([language, ['Met water']])
    expect([language, await names(host, 'idsMen')]).toEqual([language, ['Met menu']])
  }
  host.cookies.set('language', 'nl')
  expect(await names(host, 'arenero')).toEqual([])
})

test('a generated name is found as shown, whole or in part, and any other name only as written', async () => {
  const { db, host } = await world()
  await playgrounds(host, ['Speeltuin Kerkstraat', 'Speeltuin Dorpsplein', 'Speeltuin Zonnig'])
  await db.run(sql`
    update places set named_after = substring(name from 11) where name in ('Speeltuin Kerkstraat', 'Speeltuin Dorpsplein')`)
  const read = {
    nl: ['Speeltuin Dorpsplein', 'Speeltuin Kerkstraat', 'speelt'],
    en: ['Playground Dorpsplein', 'Playground Kerkstraat', 'PLAYGR'],
    de: ['Spielplatz Dorpsplein', 'Spielplatz Kerkstraat', 'spielpl'],
    fr: ['Aire de jeux Dorpsplein', 'Aire de jeux Kerkstraat', 'aire de'],
    es: ['Parque infantil Dorpsplein', 'Parque infantil Kerkstraat', 'parque in'],
  }
  for (const [language, [square = '', street = '', beginning = '']] of Object.entries(read)) {
    host.cookies.set('language', language)
    const both = language === 'nl' ? [square, street, 'Speeltuin Zonnig'] : [square, street]
    expect([language, await names(host, street)]).toEqual([language, [street]])
    expect([language, await names(host, street.toUpperCase(), here)]).toEqual([language, [street]])
    expect([language, await names(host, square.slice(0, -2))]).toEqual([language, [square]])
    expect([language, await names(host, beginning)]).toEqual([language, both])
    expect([language, await names(host, 'kerk')]).toEqual([language, [street]])
    expect([language, await names(host, street.slice(2, -2))]).toEqual([language, [street]])
    expect([language, await names(host, beginning.slice(1, 3))]).toEqual([language, both])
  }
  host.cookies.set('language', 'de')
  expect(await names(host, 'Spielplatz Zonnig')).toEqual([])
  expect(await names(host, 'Spielplatz %')).toEqual([])
})

test('words of one or two letters are found too, with a position or without', async () => {
  const { host } = await world()
  await playgrounds(host, ['Het IJ', 'Zee', 'Q'.repeat(3)])
  await host.call(addPlayground, { body: { name: 'IJ nergens', latitude: 0, longitude: 0 } })
  expect(await names(host, 'ij')).toEqual(['Het IJ', 'IJ nergens'])
  expect(await names(host, 'ij', here)).toEqual(['Het IJ', 'IJ nergens'])
  expect(await names(host, 'q', { type: 'playground' })).toEqual(['QQQ'])
  expect(await names(host, 'q', { type: 'restaurant' })).toEqual([])
})

test('a search combines type, tab, features and position, and with a position shows the nearest first', async () => {
  const { host } = await world()
  for (const [name, latitude] of [
    ['Park ver', 52.5],
    ['Park dichtbij', 52.38],
    ['Park midden', 52.4],
  ] as const) {
    await host.call(addPlayground, { body: { name, latitude, longitude: 4.9, features: ['benches'] } })
  }
  await host.call(addPlayground, { body: { name: 'Park kaal', ...here } })
  await host.call(addPlace, { body: { type: 'restaurant', name: 'Parkzicht', address: 'Dam 1', ...here } })
  const found = await host.call(searchPlaces, {
    query: { q: 'park', ...here, type: 'playground', features: 'benches' },
  })
  expect(found.map(({ name }) => name)).toEqual(['Park dichtbij', 'Park midden', 'Park ver'])
  expect(found.map(({ distance }) => Math.round((distance ?? 0) / 100))).toEqual([11, 33, 145])
  expect(await names(host, 'park', { tab: 'restaurants' })).toEqual(['Parkzicht'])
  expect(await names(host, 'park', { type: 'all' })).toHaveLength(5)
  const newest = await host.call(searchPlaces, { query: { q: 'park' } })
  expect(newest.map(({ name }) => name)).toEqual(['Parkzicht', 'Park kaal', 'Park midden', 'Park dichtbij', 'Park ver'])
  expect(newest.every(({ distance }) => distance === null)).toBe(true)
})

test('a search with thousands of hits finds only places of the requested type and with the requested features', async () => {
  const { db, host } = await world()
  await db.run(sql`
    insert into places (type, name, latitude, longitude, features)
    select 'playground', 'Park ' || n, 52.3 + n / 1e5, 4.9, '{sandbox}' from generate_series(1, 2001) n`)
  await playgrounds(host, ['Plein', 'Park zonder zand'])
  await host.call(addPlace, { body: { type: 'restaurant', name: 'Parkzicht', address: 'Dam 1', ...here } })
  const newest = async (query: object) =>
    (await host.call(searchPlaces, { query: { q: 'park', limit: 3, ...query } })).map(({ name }) => name)
  expect(await newest({})).toEqual(['Parkzicht', 'Park zonder zand', 'Park 2001'])
  expect(await newest({ type: 'playground' })).toEqual(['Park zonder zand', 'Park 2001', 'Park 2000'])
  expect(await newest({ features: 'sandbox' })).toEqual(['Park 2001', 'Park 2000', 'Park 1999'])
})

test('a search text may have up to 200 characters, and a longer one is refused', async () => {
  const { host } = await world()
  const name = 'ä'.repeat(200)
  await playgrounds(host, [name])
  expect(await names(host, name)).toEqual([name])
  await expect(host.call(searchPlaces, { query: { q: `${name}ä` } })).rejects.toMatchObject({
    status: 400,
    body: { issues: [{ path: 'q', code: 'text.tooLong' }] },
  })
})
