import { notifications } from '@papadag/contract/notifications'
import {
  applyRevision,
  confirmPlace,
  decideOnPlace,
  placeRevisions,
  undoRevision,
} from '@papadag/contract/places/place-edits'
import { onePlace } from '@papadag/contract/places/places'
import { answerProposal } from '@papadag/contract/playdates/proposals'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../../platform/db/db.ts'
import { aPhoto, aPlayground, aRestaurant, changePlace } from '../../../testing/places.ts'
import { askedOf, neighbours, nextWeek, onlyOne, round } from '../../../testing/proposals.ts'
import { kindsOf } from '../../../testing/scenes/notices.ts'
import { type Father, world } from '../../../testing/world.ts'
import { exportCorrections } from '../../import/export-corrections.ts'
import { forgetWaitingEdits } from './waiting-edits.ts'

const read = (father: Father, id: number) => father.call(onePlace, { params: { id } })
const makeNew = (db: Db, father: Father) => db.run(sql`update users set created_at = now() where id = ${father.id}`)
const promote = (db: Db, father: Father) => db.run(sql`update users set is_moderator = true where id = ${father.id}`)
const newest = async (father: Father, id: number) => {
  const [one] = await father.call(placeRevisions, { params: { id } })
  if (!one) throw new Error('nobody has changed anything')
  return one
}
const apply = async (father: Father, id: number) =>
  father.call(applyRevision, { params: { id }, body: { revisionId: (await newest(father, id)).id } })

/** A playground that open data knows, and a father with an account of today. */
async function known() {
  const all = await world({ fathers: 4 })
  const [fresh, second, third, moderator] = all.fathers
  const { id } = await aPlayground(all.host)
  await all.db.run(sql`update places set source = 'osm', source_id = 'way/1', created_by = null, status = 'confirmed'`)
  await makeNew(all.db, fresh)
  await promote(all.db, moderator)
  return { ...all, id, fresh, second, third, moderator }
}

test.each([
  ['name', { name: 'Donkere Steeg' }],
  ['address', { address: 'Donkere Steeg 13' }],
  ['position', { latitude: '52.4', longitude: '4.95' }],
  ['description', { description: 'Anders' }],
  ['features', { features: '["benches"]' }],
])('the %s that a new account gives a place waits for a second member', async (_field, form) => {
  const { fresh, second, host, id } = await known()
  const before = await read(host, id)
  const mine = await changePlace(fresh, id, form)
  expect(mine).not.toMatchObject({ ...before, updatedAt: expect.anything() })
  expect(await read(fresh, id)).toMatchObject({ editWaits: true, editsToApply: 0 })
  expect(await read(host, id)).toEqual({ ...before, editsToApply: 1 })
  expect(await newest(host, id)).toMatchObject({ waits: true, mayApply: true, mayUndo: false, isMine: false })
  expect(await newest(fresh, id)).toMatchObject({ waits: true, mayApply: false, mayUndo: true, isMine: true })
  const { name, address, latitude, description, features } = await apply(second, id)
  const { name: hisName, ...his } = mine
  expect({ name, address, latitude, description, features }).toMatchObject({
    ...{ name: hisName, address: his.address, latitude: his.latitude },
    ...{ description: his.description, features: his.features },
  })
  expect(await newest(host, id)).toMatchObject({ waits: false, isMine: false })
  expect(await read(fresh, id)).toMatchObject({ editWaits: false })
})

test('a new account can confirm neither an edit nor its own later, nor add a picture to what others have added', async () => {
  const { db, host, fresh, second, id } = await known()
  await changePlace(fresh, id, { name: 'Donkere Steeg' })
  await makeNew(db, second)
  await expect(apply(second, id)).rejects.toMatchObject({ status: 403, code: 'place.newAccount' })
  await db.run(sql`update users set created_at = now() - interval '3 days'`)
  await expect(apply(fresh, id)).rejects.toMatchObject({ status: 409, code: 'place.yourEdit' })
  await makeNew(db, fresh)
  await expect(changePlace(fresh, id, { name: 'Met foto' }, await aPhoto())).rejects.toMatchObject({
    code: 'place.newAccount',
  })
  expect(await read(host, id)).toMatchObject({ name: 'De Zandkuil', imageUrl: null })
  await db.run(sql`update places set locked_at = now()`)
  await expect(apply(host, id)).rejects.toMatchObject({ status: 403, code: 'place.locked' })
})

test('a new account has one waiting edit per place, which it can add to and take back', async () => {
  const { db, host, fresh, moderator, id } = await known()
  await changePlace(fresh, id, { name: 'Donkere Steeg' })
  await changePlace(fresh, id, { address: 'Steeg 13' })
  expect(await read(fresh, id)).toMatchObject({ name: 'Donkere Steeg', address: 'Steeg 13' })
  expect(await read(host, id)).toMatchObject({ editsToApply: 1 })
  const takeBack = async (father: Father) =>
    father.call(undoRevision, { params: { id }, body: { revisionId: (await newest(father, id)).id } })
  await expect(takeBack(host)).rejects.toMatchObject({ status: 404, code: 'place.unknownRevision' })
  await takeBack(fresh)
  expect(await read(fresh, id)).toMatchObject({ name: 'De Zandkuil', editWaits: false })
  await changePlace(fresh, id, { name: 'Donkere Steeg' })
  await takeBack(moderator)
  await changePlace(fresh, id, { name: 'Weer anders' })
  await db.run(sql`update place_revisions set created_at = now() - interval '31 days'`)
  expect(await read(host, id)).toMatchObject({ editsToApply: 0 })
  await forgetWaitingEdits(db)
  expect(await db.count(sql`from place_revisions`)).toBe(0)
})

test.each([
  ['an established member', 'second', false],
  ['a moderator', 'moderator', false],
  ['a moderator with a new account', 'newModerator', false],
  ['a new account', 'fresh', true],
] as const)('the edit of %s takes effect at once unless it is a new account’s', async (_who, who, waits) => {
  const all = await known()
  if (who === 'newModerator') await makeNew(all.db, all.moderator)
  await changePlace(who === 'newModerator' ? all.moderator : all[who], all.id, { name: 'Echte naam' })
  expect(await read(all.host, all.id)).toMatchObject({ name: waits ? 'De Zandkuil' : 'Echte naam' })
})

test('an undo by a new account does not take effect at once either', async () => {
  const { host, fresh, second, id } = await known()
  await changePlace(second, id, { name: 'Echte naam' })
  await fresh.call(undoRevision, { params: { id }, body: { revisionId: (await newest(fresh, id)).id } })
  expect(await read(host, id)).toMatchObject({ name: 'Echte naam' })
  expect(await apply(host, id)).toMatchObject({ name: 'De Zandkuil' })
  expect(await newest(host, id)).toMatchObject({ isUndo: true })
})

test('a new account can edit what it has just added until others have confirmed that', async () => {
  const { db, host, fresh, second, third } = await known()
  for (const { id } of [await aPlayground(fresh), await aRestaurant(fresh)]) {
    expect(await changePlace(fresh, id, { name: 'Betere naam' })).toMatchObject({ name: 'Betere naam' })
    expect(await read(host, id)).toMatchObject({ name: 'Betere naam', status: 'new' })
    for (const father of [second, third]) await father.call(confirmPlace, { params: { id } })
    await changePlace(fresh, id, { name: 'Donkere Steeg' })
    expect(await read(host, id)).toMatchObject({ name: 'Betere naam', status: 'confirmed', editsToApply: 1 })
    expect(await apply(host, id)).toMatchObject({ name: 'Donkere Steeg' })
  }
  expect(await db.count(sql`from place_revisions where waits`)).toBe(0)
})

test('a confirmation holds for the place as it is, so an edit afterwards needs two again', async () => {
  const { host, second, third, moderator } = await known()
  const { id } = await aPlayground(host)
  const confirm = (father: Father) => father.call(confirmPlace, { params: { id } })
  await confirm(second)
  await changePlace(host, id, { name: 'Donkere Steeg' })
  expect(await confirm(third)).toMatchObject({ status: 'new' })
  expect(await read(second, id)).toMatchObject({ mayConfirm: true })
  expect(await confirm(second)).toMatchObject({ status: 'confirmed', mayConfirm: false })
  expect(await changePlace(third, id, { address: 'Elders 1' })).toMatchObject({ status: 'confirmed' })
  expect(await read(third, id)).toMatchObject({ mayConfirm: false })
  await expect(confirm(third)).rejects.toMatchObject({ status: 409, code: 'place.yourEdit' })
  expect(await read(moderator, id)).toMatchObject({ mayConfirm: true })
})

const proposed = async (father: Father) => (await askedOf(father)).map(({ place: { name } }) => name)

/** Three fathers who can be asked, the playground nearest to them, and a second one. */
async function nearOnes() {
  const all = await neighbours(5)
  const [, , first, second, moderator] = all.fathers
  const other = await aPlayground(all.host, { latitude: 52.3605, longitude: 4.9275, name: 'De Tweede' })
  await all.db.run(sql`update places set status = 'confirmed', source = 'osm', source_id = id::text, created_by = null`)
  await promote(all.db, moderator)
  return { ...all, other, first, second, moderator, id: all.place.id }
}
type Near = Awaited<ReturnType<typeof nearOnes>>

const form = { name: 'Donkere Steeg' }
const undo = async (father: Father, id: number) =>
  father.call(undoRevision, { params: { id }, body: { revisionId: (await newest(father, id)).id } })
const paths: [string, (all: Near) => Promise<unknown>, string][] = [
  ['nobody has changed', () => Promise.resolve(), 'De Zandkuil'],
  ['a member has renamed', ({ host, id }) => changePlace(host, id, form), 'De Tweede'],
  ['a member has given an address', ({ host, id }) => changePlace(host, id, { address: 'Steeg 13' }), 'De Tweede'],
  ['a member has described anew', ({ host, id }) => changePlace(host, id, { description: 'Leuk' }), 'De Zandkuil'],
  [
    'a member has moved in small steps',
    async ({ host, id }) => {
      for (const step of [1, 2, 3]) await changePlace(host, id, { latitude: String(52.3575 + step / 100_000) })
    },
    'De Tweede',
  ],
  [
    'a new account would rename',
    async all => {
      await makeNew(all.db, all.first)
      await changePlace(all.first, all.id, form)
    },
    'De Zandkuil',
  ],
  [
    'a new account has renamed with one member',
    async all => {
      await makeNew(all.db, all.first)
      await changePlace(all.first, all.id, form)
      await apply(all.second, all.id)
    },
    'De Tweede',
  ],
  [
    'two other members have confirmed after its renaming',
    async ({ host, first, second, id }) => {
      await changePlace(host, id, form)
      for (const father of [first, second]) await father.call(confirmPlace, { params: { id } })
    },
    'Donkere Steeg',
  ],
  [
    'one other member has confirmed twice after its renaming',
    async ({ host, first, id }) => {
      await changePlace(host, id, form)
      for (const father of [first, first]) await father.call(confirmPlace, { params: { id } })
    },
    'De Tweede',
  ],
  [
    'a member has renamed and another put right',
    async ({ host, first, id }) => {
      await changePlace(host, id, form)
      await undo(first, id)
    },
    'De Zandkuil',
  ],
  [
    'a member has renamed thirteen days ago',
    async ({ db, host, id }) => {
      await changePlace(host, id, form)
      await db.run(sql`update places set changed_at = now() - interval '13 days 23 hours'`)
    },
    'De Tweede',
  ],
  [
    'a member has renamed two weeks ago',
    async ({ db, host, id }) => {
      await changePlace(host, id, form)
      await db.run(sql`update places set changed_at = now() - interval '14 days'`)
    },
    'Donkere Steeg',
  ],
  ['a moderator has renamed', ({ moderator, id }) => changePlace(moderator, id, form), 'Donkere Steeg'],
  [
    'a moderator has confirmed after its renaming',
    async ({ host, moderator, id }) => {
      await changePlace(host, id, form)
      await moderator.call(decideOnPlace, { params: { id }, body: { decision: 'confirm', reason: 'Gebeld' } })
    },
    'Donkere Steeg',
  ],
  [
    'a moderator has described after its renaming',
    async ({ host, moderator, id }) => {
      await changePlace(host, id, form)
      await changePlace(moderator, id, { description: 'Leuk' })
    },
    'De Tweede',
  ],
]

test.each(paths)(
  'fathers are invited to meet only at a playground that is certain, such as one that %s',
  async (_what, path, name) => {
    const all = await nearOnes()
    await path(all)
    await round(all.db)
    expect(await proposed(all.host)).toEqual([name])
  },
)

test.each(paths)(
  'corrections are exported only once they are certain, and not from a place that %s',
  async (_what, path, name) => {
    const all = await nearOnes()
    await path(all)
    let text = ''
    for await (const part of exportCorrections(all.db)) text += part
    expect(text.includes('Donkere Steeg')).toBe(name === 'Donkere Steeg')
    expect(text).not.toMatch(/Steeg 13|52\.35753/)
  },
)

test('a change to a place stops a meeting proposed there, and those who were invited hear at once', async () => {
  const { db, host, everybody, fathers, id } = await nearOnes()
  await round(db)
  const proposal = await onlyOne(host)
  const answer = (father: Father) => father.call(answerProposal, { params: proposal, body: { coming: true } })
  const asked = everybody.slice(0, 3)
  for (const father of asked.slice(0, 2)) await answer(father)
  await makeNew(db, fathers[3])
  await changePlace(fathers[3], id, { name: 'Donkere Steeg' })
  expect(await onlyOne(host)).toMatchObject({ state: 'open', place: { name: 'De Zandkuil' } })
  const moderators = sql`update users set is_moderator = true where id = ${host.id}`
  await db.run(moderators)
  await changePlace(host, id, { latitude: '52.3576' })
  expect(await onlyOne(host)).toMatchObject({ state: 'over', place: { name: 'De Zandkuil' } })
  await expect(answer(fathers[1])).rejects.toMatchObject({ code: 'proposal.over' })
  // Fathers who have not read the question need not read it any more.
  expect(await fathers[2].call(notifications)).toEqual([])
  expect(await db.count(sql`from playdates`)).toBe(0)
  await nextWeek(db, 15)
  expect(await kindsOf(host)).toEqual(['proposal.asked'])
})
