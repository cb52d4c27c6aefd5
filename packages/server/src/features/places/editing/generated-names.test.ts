import { placeRevisions, undoRevision } from '@papadag/contract/places/place-edits'
import { onePlace } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, changePlace } from '../../../testing/places.ts'
import { world } from '../../../testing/world.ts'

test('a name that a father gives replaces a generated one, and a description that looks like one does not', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  await db.run(sql`update places set named_after = 'Kerkstraat'`)
  const described = { description: 'Speeltuin Kerkstraat' }
  expect(await changePlace(host, id, described)).toMatchObject({ ...described, isNameDerived: true })
  const named = { name: 'De Apenrots' }
  expect(await changePlace(host, id, named)).toMatchObject({ ...named, isNameDerived: false })
})

const madeUp = [
  ['nl', 'Speeltuin Kerkstraat'],
  ['en', 'Playground Kerkstraat'],
  ['de', 'Spielplatz Kerkstraat'],
  ['fr', 'Aire de jeux Kerkstraat'],
  ['es', 'Parque infantil Kerkstraat'],
] as const

async function aNamelessPlayground() {
  const { db, host } = await world()
  const { id } = await aPlayground(host, { name: 'Speeltuin Kerkstraat' })
  await db.run(sql`update places set named_after = 'Kerkstraat'`)
  /** The name of the place in each language. */
  const names = async () => {
    const read: [string, string][] = []
    for (const [language] of madeUp) {
      host.cookies.set('language', language)
      read.push([language, (await host.call(onePlace, { params: { id } })).name])
    }
    return read
  }
  return { db, host, id, names }
}

test.each(madeUp)('a form in %s that sends back a generated name keeps it translatable', async (language, name) => {
  const { db, host, id, names } = await aNamelessPlayground()
  host.cookies.set('language', language)
  expect(await changePlace(host, id, { name, description: 'Groot' })).toMatchObject({ name, isNameDerived: true })
  expect(await names()).toEqual(madeUp)
  expect(await db.count(sql`from places where 'name' = any(edited_fields)`)).toBe(0)
  const [revision] = await host.call(placeRevisions, { params: { id } })
  expect([revision?.before, revision?.after]).toEqual([{ description: null }, { description: 'Groot' }])
  await host.call(undoRevision, { params: { id }, body: { revisionId: revision?.id ?? 0 } })
  expect(await names()).toEqual(madeUp)
})

test('reverting a father’s name restores the generated one in every language', async () => {
  const { host, id, names } = await aNamelessPlayground()
  const undo = (revisionId: number) => host.call(undoRevision, { params: { id }, body: { revisionId } })
  await changePlace(host, id, { name: 'De Apenrots' })
  host.cookies.set('language', 'de')
  expect(await undo(1)).toMatchObject({ name: 'Spielplatz Kerkstraat', isNameDerived: true })
  expect(await names()).toEqual(madeUp)
  host.cookies.set('language', 'fr')
  const revisions = await host.call(placeRevisions, { params: { id } })
  expect(revisions.map(({ before, after }) => [before, after])).toEqual([
    [{ name: 'De Apenrots' }, { name: 'Aire de jeux Kerkstraat' }],
    [{ name: 'Aire de jeux Kerkstraat' }, { name: 'De Apenrots' }],
  ])
  expect(await undo(2)).toMatchObject({ name: 'De Apenrots', isNameDerived: false })
  expect(await undo(3)).toMatchObject({ name: 'Aire de jeux Kerkstraat', isNameDerived: true })
})
