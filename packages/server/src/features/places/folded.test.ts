import { fold } from '@papadag/contract/places/folding'
import { searchPlaces } from '@papadag/contract/places/places'
import { editProfile, suggestedUsers, users } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { townNamed } from '../../domain/position/towns.ts'
import { sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { aPlayground } from '../../testing/places.ts'
import { world } from '../../testing/world.ts'

/** What is stored, and how people type it. */
const spellings: [stored: string, ...typed: string[]][] = [
  ["'t Hofje", '’t Hof', '‘t hof', '`t hof', '´t hof', 't hof', "'T HOF", 'ʼt hof'],
  ['’t Hofje', "'t Hof", 't hofje'],
  ['Café Zoë', 'cafe zoe', 'CAFÉ ZOË', 'Cafe\u0301 Zoe\u0308', 'ｃａｆé zoë'],
  ['Speel-o-theek', 'speel o theek', 'Speel‐o‑theek', 'SPEEL–O–THEEK'],
  ['Straße am Œuvre', 'strasse am oeuvre', 'STRASSE', 'straße am œuv'],
  ['De ﬁjne Ĳsbaan', 'de fijne ijsbaan', 'FIJNE IJSBAAN', 'fijne ĳsbaan'],
  ['Ørsted', 'orsted', 'ØRSTED'],
  ['हिन्दी पार्क', 'हिन्दी'],
  ['Парк Москва', 'МОСКВА'],
  ['Spiel\u00adplatz', 'spielplatz', 'spiel\u200bplatz'],
  ['ΟΔΟΣ ΕΡΜΟΥ', 'ΟΔΟΣ', 'οδοσ ερμου'],
  ['GROẞE Wiese', 'grosse', 'große'],
  ['Ტყე', 'ტყე'],
]

test.each(spellings)('a search finds a playground called %s however its name is typed', async (name, ...typed) => {
  const { host } = await world()
  await aPlayground(host, { name })
  await aPlayground(host, { name: 'Iets anders' })
  for (const q of [name, ...typed]) {
    const found = await host.call(searchPlaces, { query: { q } })
    expect([q, found.map(place => place.name)]).toEqual([q, [name]])
  }
})

test.each(spellings)(
  'a search finds a father who writes %s about himself however it is typed',
  async (name, ...typed) => {
    const { host, father } = await world({ fathers: 2 })
    for (const field of [
      { firstName: name },
      { firstName: 'Bas', city: name },
      { city: 'Zwolle', bio: `Zie ${name}` },
    ]) {
      await father.call(editProfile, { body: field })
      for (const q of typed) {
        const found = await host.call(users, { query: { q } })
        expect([q, found.map(({ id }) => id)]).toEqual([q, [father.id]])
      }
    }
  },
)

test('two fathers who spell their town differently live in the same one', async () => {
  const { host, father } = await world({ fathers: 1 })
  await host.call(editProfile, { body: { city: "'s-Hertogenbosch" } })
  await father.call(editProfile, { body: { city: '’S HERTOGENBOSCH' } })
  expect((await host.call(suggestedUsers)).map(({ id }) => id)).toEqual([father.id])
  expect(townNamed('s hertogenbosch')).toEqual(townNamed("'s-Hertogenbosch"))
})

test('a search for nothing but marks finds nothing, and wildcard signs find only themselves', async () => {
  const { host } = await world({ fathers: 1 })
  await aPlayground(host, { name: 'De Kuil' })
  for (const q of ["'", '-', '’’’', '%', '％', '_', '\\']) {
    expect([q, await host.call(searchPlaces, { query: { q } })]).toEqual([q, []])
    expect([q, await host.call(users, { query: { q } })]).toEqual([q, []])
  }
})

test('the database and the browser ignore the same accents and capitals in a search', async () => {
  const db = await testDb()
  const Folded = z.object({ folded: z.string() })
  for (const text of [
    ...spellings.flat(),
    ' Łódź,  Đakovo & Þing ',
    '12-bis',
    'İstanbul',
    'rue de l’Île',
    'ΑΘΗΝΑΣ 12',
    'Ǆ ǅ ᾳ Ⅳ Ⓐ Ꭰ',
  ]) {
    expect(await db.one(Folded, sql`select folded(${text}) as folded`)).toEqual({ folded: fold(text) })
  }
})
