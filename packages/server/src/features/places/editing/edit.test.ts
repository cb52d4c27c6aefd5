import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadPendingPicture } from '@papadag/contract/pictures/uploads'
import { placeRevisions, type Revision, undoRevision } from '@papadag/contract/places/place-edits'
import { addPlaygroundWithImage, type EditedPlace, onePlace } from '@papadag/contract/places/places'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { openPictures } from '../../../domain/pictures.ts'
import type { Change } from '../../../platform/change.ts'
import { type Db, DbUnavailable, sql } from '../../../platform/db/db.ts'
import { aPhoto, aPlayground, aRestaurant, changePlace, everyPage, here } from '../../../testing/places.ts'
import { type Father, world } from '../../../testing/world.ts'
import { addPlaygroundWithPicture } from '../commands.ts'
import { edit } from './edits.ts'

test('any member may edit a playground; only its contributor or a moderator may edit a restaurant', async () => {
  const { db, host, father, other: moderator } = await world({ fathers: 2 })
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const playground = await aPlayground(host)
  const restaurant = await aRestaurant(host)
  const mayEdit = async (father: Father, { id }: { id: number }) =>
    (await father.call(onePlace, { params: { id } })).mayEdit
  const asked = (place: { id: number }) => Promise.all([host, father, moderator].map(one => mayEdit(one, place)))
  expect(await asked(playground)).toEqual([true, true, true])
  expect(await asked(restaurant)).toEqual([true, false, true])
  expect(await changePlace(father, playground.id, { name: 'Nieuwe naam' })).toMatchObject({ name: 'Nieuwe naam' })
  await expect(changePlace(father, restaurant.id, { name: 'Nieuwe naam' })).rejects.toMatchObject({
    status: 403,
    code: 'place.notYours',
  })
  expect(await changePlace(host, restaurant.id, { name: 'Eigen naam' })).toMatchObject({ name: 'Eigen naam' })
  expect(await changePlace(moderator, restaurant.id, { name: 'Nette naam' })).toMatchObject({ name: 'Nette naam' })
})

test('only moderators can edit a locked place, and nobody can edit a hidden one', async () => {
  const { db, host, father: moderator, other } = await world({ fathers: 2 })
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  for (const place of [await aPlayground(host), await aRestaurant(host)]) {
    await db.run(sql`update places set locked_at = now() where id = ${place.id}`)
    const locked = { status: 403, code: 'place.locked' }
    await expect(changePlace(host, place.id, { name: 'Anders' })).rejects.toMatchObject(locked)
    const code = place.type === 'playground' ? 'place.locked' : 'place.notYours'
    await expect(changePlace(other, place.id, { name: 'Anders' })).rejects.toMatchObject({ status: 403, code })
    const undo = host.call(undoRevision, { params: { id: place.id }, body: { revisionId: 1 } })
    await expect(undo).rejects.toMatchObject(locked)
    expect(await changePlace(moderator, place.id, { name: 'Anders' })).toMatchObject({ name: 'Anders' })
    await db.run(sql`update places set hidden_at = now() where id = ${place.id}`)
    const unknown = { status: 404, code: 'place.unknown' }
    await expect(changePlace(moderator, place.id, { name: 'Weg' })).rejects.toMatchObject(unknown)
    await expect(host.call(placeRevisions, { params: { id: place.id } })).rejects.toMatchObject(unknown)
  }
})

test('a field left out of an edit stays, an empty text clears it, and the type never changes', async () => {
  const { host } = await world()
  const { id } = await aRestaurant(host, { features: ['kidsMenu'] })
  await changePlace(host, id, { description: 'Met speeltuin' })
  const changed = await changePlace(host, id, { name: 'Zon', type: 'playground', rating: '5', isSaved: 'true' })
  expect(changed).toMatchObject({
    name: 'Zon',
    type: 'restaurant',
    description: 'Met speeltuin',
    address: 'Dam 1',
    ...here,
    features: ['kidsMenu'],
    rating: null,
    isSaved: false,
  })
  expect(await changePlace(host, id, { description: '', address: ' ', features: '[]' })).toMatchObject({
    description: null,
    address: null,
    features: [],
  })
  expect(await changePlace(host, id, { latitude: '52.4' })).toMatchObject({ latitude: 52.4, longitude: 4.9 })
  expect(await changePlace(host, id, { features: '["kidsMenu","kidsMenu"]' })).toMatchObject({ features: ['kidsMenu'] })
})

test('a place that gets a position is found nearby, and one that loses it no longer is', async () => {
  const { host } = await world()
  const { id } = await aPlayground(host, { latitude: 0, longitude: 0 })
  const distance = async () => (await host.call(onePlace, { params: { id }, query: here })).distance
  expect(await distance()).toBeNull()
  await changePlace(host, id, { latitude: '52.37', longitude: '4.9' })
  expect(await distance()).toBe(0)
  await changePlace(host, id, { latitude: '0', longitude: '0' })
  expect(await distance()).toBeNull()
})

const wrongEdits: Record<string, string>[] = [
  { name: 'ab' },
  { name: '' },
  { name: 'x'.repeat(201) },
  { description: 'x'.repeat(2001) },
  { latitude: 'x' },
  { longitude: '181' },
  { features: 'sandbox' },
  { features: '["kidsMenu"]' },
  { features: '["swing"]' },
  { features: 'null' },
]

test('a wrong edit is refused, changes nothing and keeps no picture', async () => {
  const { db, config, host } = await world()
  const { id } = await aPlayground(host)
  for (const form of wrongEdits)
    await expect(changePlace(host, id, form, await aPhoto()), JSON.stringify(form)).rejects.toMatchObject({
      status: 400,
    })
  expect(await host.call(onePlace, { params: { id } })).toMatchObject({ name: 'De Zandkuil', imageUrl: null })
  expect(await db.count(sql`from place_revisions`)).toBe(0)
  expect(await readdir(join(config.dataDir, 'uploads'))).toEqual([])
})

test('every edit is recorded with its changes, but not its author', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await aPlayground(host, { features: ['sandbox'] })
  await changePlace(father, id, { name: 'De Zandkuil', description: 'Groot', features: '["sandbox","benches"]' })
  // Nothing changes, so nothing is recorded.
  await changePlace(father, id, { name: 'De Zandkuil', description: 'Groot' })
  await changePlace(host, id, {}, await aPhoto())
  const revisions = await host.call(placeRevisions, { params: { id } })
  expect(revisions).toEqual([
    {
      id: 2,
      at: expect.any(String),
      isMine: true,
      isUndo: false,
      mayUndo: false,
      waits: false,
      mayApply: false,
      before: { hasImage: false },
      after: { hasImage: true },
    },
    {
      id: 1,
      at: expect.any(String),
      isMine: false,
      isUndo: false,
      mayUndo: true,
      waits: false,
      mayApply: false,
      before: { description: null, features: ['sandbox'] },
      after: { description: 'Groot', features: ['sandbox', 'benches'] },
    },
  ])
  const pages = await everyPage<Revision>(host, `/api/places/${id}/revisions?limit=1`)
  expect(pages.map(page => page.map(revision => revision.id))).toEqual([[2], [1]])
})

test('an edit can be reverted, and so can the revert; later changes by others stay', async () => {
  const { host, father: other } = await world({ fathers: 1 })
  const { id } = await aPlayground(host, { features: ['sandbox'] })
  await changePlace(other, id, { name: 'Onzin', description: 'Spam', features: '[]', latitude: '1', longitude: '1' })
  await changePlace(host, id, { address: 'Zandpad 1' })
  const undo = (father: Father, revisionId: number) =>
    father.call(undoRevision, { params: { id }, body: { revisionId } })
  expect(await undo(host, 1)).toMatchObject({
    name: 'De Zandkuil',
    description: null,
    features: ['sandbox'],
    address: 'Zandpad 1',
    ...here,
  })
  expect(await host.call(placeRevisions, { params: { id } })).toMatchObject([
    { id: 3, isUndo: true, isMine: true },
    { id: 2, isUndo: false },
    { id: 1, isUndo: false },
  ])
  expect(await undo(other, 3)).toMatchObject({ name: 'Onzin', features: [], latitude: 1 })
  await expect(undo(host, 99)).rejects.toMatchObject({ status: 404, code: 'place.unknownRevision' })
  const { id: another } = await aPlayground(host)
  const elsewhere = host.call(undoRevision, { params: { id: another }, body: { revisionId: 1 } })
  await expect(elsewhere).rejects.toMatchObject({ code: 'place.unknownRevision' })
})

test('a new photo replaces the old one for good; a revert does not bring it back', async () => {
  const { config, host, origin } = await world()
  const added = await host.call(addPlaygroundWithImage, {
    form: { name: 'Met foto', latitude: '1', longitude: '1' },
    file: await aPhoto('#ffc62e'),
  })
  const params = { id: added.id }
  const { imageUrl } = await changePlace(host, added.id, { name: 'Met andere foto' }, await aPhoto('#12332e'))
  expect(await host.call(placeRevisions, { params })).toMatchObject([
    { before: { name: 'Met foto', hasImage: true }, after: { name: 'Met andere foto', hasImage: true } },
  ])
  expect(imageUrl).not.toBe(added.imageUrl)
  expect((await fetch(new URL(added.imageUrl ?? '', origin))).status).toBe(404)
  expect(await readdir(join(config.dataDir, 'uploads'))).toEqual([imageUrl?.slice('/uploads/'.length)])
  const undone = await host.call(undoRevision, { params, body: { revisionId: 1 } })
  expect(undone).toMatchObject({ name: 'Met foto', imageUrl })
})

test('adding a place with its picture always counts as an upload, and adding one without a picture does not', async () => {
  // A tenth of every limit: three uploads an hour, and two writes of places a minute.
  const { host, father } = await world({ fathers: 1, env: { RATE_LIMIT: '0.1' } })
  const { id } = await aPlayground(host)
  const file = await aPhoto()
  const form = { name: 'Met foto', latitude: '1', longitude: '1' }
  for (let time = 0; time < 3; time += 1) {
    await host.call(uploadPendingPicture, { file })
    await father.call(uploadPendingPicture, { file })
  }
  const tooOften = { status: 429, code: 'request.tooOften' }
  await expect(host.call(addPlaygroundWithImage, { form, file })).rejects.toMatchObject(tooOften)
  await expect(changePlace(father, id, {}, file)).rejects.toMatchObject(tooOften)
  expect(await changePlace(father, id, { name: 'Zonder foto' })).toMatchObject({ name: 'Zonder foto', imageUrl: null })
})

test('concurrent edits lose nothing: each sees the one before', async () => {
  const { db, config, host, fathers } = await world({ fathers: 5 })
  const { id } = await aPlayground(host)
  const photo = await aPhoto()
  await Promise.all(fathers.map((father, index) => changePlace(father, id, { name: `Naam ${index}` }, photo)))
  const revisions = (await host.call(placeRevisions, { params: { id } })).toReversed()
  expect(revisions).toHaveLength(5)
  expect(revisions.map(({ before }) => before.name)).toEqual([
    'De Zandkuil',
    ...revisions.slice(0, 4).map(({ after }) => after.name),
  ])
  expect(await readdir(join(config.dataDir, 'uploads'))).toHaveLength(1)
  expect(await db.count(sql`from pictures`)).toBe(1)
})

test('an edit changes only its own place and is listed there, and only those who may edit a place can undo it', async () => {
  const { db, host, father: other } = await world({ fathers: 1 })
  const [playground, restaurant] = [await aPlayground(host), await aRestaurant(host)]
  await changePlace(host, restaurant.id, { name: 'De Wafel' })
  await changePlace(host, playground.id, { description: 'Groot' })
  await changePlace(host, playground.id, { address: 'Zandpad 1', description: 'Klein' })
  expect(await host.call(onePlace, { params: { id: restaurant.id } })).toMatchObject({
    ...{ name: 'De Wafel', description: null, address: 'Dam 1' },
  })
  const listed = async (father: Father, id: number) =>
    (await father.call(placeRevisions, { params: { id } })).map(({ after, mayUndo }) => [Object.keys(after), mayUndo])
  expect(await listed(other, restaurant.id)).toEqual([[['name'], false]])
  expect(await listed(host, restaurant.id)).toEqual([[['name'], true]])
  expect((await listed(other, playground.id)).map(([, mayUndo]) => mayUndo)).toEqual([true, true])
  const Fields = z.object({ fields: z.array(z.string()) })
  expect(await db.many(Fields, sql`select edited_fields as fields from places order by id`)).toEqual([
    { fields: ['address', 'description'] },
    { fields: ['name'] },
  ])
})

test('an edit is announced once at the place, and a move is announced where the place was and where it is now', async () => {
  const { db, config, host } = await world()
  const { id } = await aPlayground(host)
  const reader = { id: host.id, language: 'nl' } as const
  const heard: Change[] = []
  const pictures = await openPictures({ db, dataDir: config.dataDir })
  onTestFinished(() => pictures.close())
  const announced = async (form: EditedPlace) => {
    heard.length = 0
    await edit(
      db.for(undefined, some => heard.push(...some)),
      pictures,
      id,
      form,
      undefined,
      reader,
    )
    return heard.flatMap(one => ('things' in one && one.what === 'place' ? [one.things] : []))
  }
  const itself = `place ${id}`
  expect(await announced({ description: 'Groot' })).toEqual([[itself]])
  expect(await announced({ description: 'Groot' })).toEqual([])
  expect(await announced({ latitude: 52.4 })).toEqual([[itself], [itself]])
  expect(await announced({ longitude: 4.8 })).toEqual([[itself], [itself]])
})

test('a stored edit is confirmed, even when the database fails before the old photo is deleted', async () => {
  const { db, config, host } = await world()
  let isAway = false
  const going: Db = {
    ...db,
    count: from => (isAway ? Promise.reject(new DbUnavailable()) : db.count(from)),
    transaction: work =>
      db.transaction(work).finally(() => {
        isAway = true
      }),
  }
  const pictures = await openPictures({ db: going, dataDir: config.dataDir })
  onTestFinished(() => pictures.close())
  const reader = { id: host.id, language: 'nl' } as const
  const file = Buffer.from(await (await aPhoto()).arrayBuffer())
  const form = { name: 'Met foto', ...here }
  const added = await addPlaygroundWithPicture(work => work(going), pictures, form, file, reader)
  expect(added).toMatchObject({ name: 'Met foto', imageUrl: expect.any(String) })
  expect(isAway).toBe(true)
  isAway = false
  const changed = await edit(going, pictures, added.id, { name: 'Met andere foto' }, file, reader)
  expect(changed).toMatchObject({ name: 'Met andere foto', imageUrl: expect.any(String) })
  expect(changed.imageUrl).not.toBe(added.imageUrl)
})
