import { invitation, makeInvite, revokeInvites } from '@papadag/contract/invites'
import { createPlaydate, deletePlaydate, editPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mapFile } from '../../testing/map-file.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, world } from '../../testing/world.ts'
import { installMap } from '../map/install.ts'

const inUtrecht = { latitude: 52.0907123, longitude: 5.1214123 }
const metadata = { bounds: '5.1,52.03,5.2,52.11' }

async function invited({ hasMap = true, at = inUtrecht } = {}) {
  const folder = emptyFolder()
  const map = hasMap ? installMap({ file: mapFile({ metadata }), folder }) : undefined
  const here = await world({ fathers: 1, env: { MAP_DIR: folder } })
  const place = await aPlayground(here.host, { name: 'De "Wip" <b>', ...at })
  const body = aPlaydate({ placeId: place.id, location: 'Geheime straat 5', area: 'Wittevrouwen' })
  const { id } = await here.host.call(createPlaydate, { body })
  const params = { id }
  const { token } = await here.host.call(makeInvite, { params, body: {} })
  const [guest] = here.fathers
  return {
    ...{ ...here, map, folder, place, body, params, token, guest },
    html: async () => (await here.visitor.fetch('GET', `/i/${token}`)).text(),
    shown: () => here.visitor.call(invitation, { params: { token } }),
  }
}

const picture = /data-map="([^"]*)"/

test('an invitation to a public place has its map, for visitors and members, with the same point', async () => {
  const { map, token, guest, html, shown } = await invited()
  const { map: ofVisitor } = await shown()
  expect(ofVisitor).toEqual({
    version: map?.version,
    minZoom: map?.minZoom,
    maxZoom: map?.maxZoom,
    bounds: map?.bounds,
    ...inUtrecht,
  })
  expect((await guest.call(invitation, { params: { token } })).map).toEqual(ofVisitor)
  const page = await html()
  const written = picture.exec(page)?.[1]?.replaceAll('&quot;', '"')
  expect(JSON.parse(written ?? '')).toEqual(ofVisitor)
  expect(page).toContain('data-label="Kaart van de straten rond De &quot;Wip&quot; &lt;b&gt;"')
  expect(page).toContain('© OpenStreetMap')
})

test('an invitation has no map if it is to a home, a place off the map or no place, or if the server has no map file', async () => {
  const { html, shown, host, params, body, db, place } = await invited()
  const hasMap = async () => [(await shown()).map !== undefined, picture.test(await html())]
  const edit = (change: object) => host.call(editPlaydate, { params, body: { ...body, ...change } })
  expect(await hasMap()).toEqual([true, true])
  await edit({ locationVisibility: 'participants' })
  expect(await hasMap()).toEqual([false, false])
  expect(await html()).not.toContain('52.09')
  await edit({ locationVisibility: 'public' })
  expect(await hasMap()).toEqual([true, true])
  await edit({ placeId: null })
  expect(await hasMap()).toEqual([false, false])
  await edit({})
  await db.run(sql`update places set hidden_at = now(), taken_down_at = now() where id = ${place.id}`)
  expect(await hasMap()).toEqual([false, false])

  const beside = await invited({ at: { latitude: 52.3676, longitude: 4.9041 } })
  expect([(await beside.shown()).map, picture.test(await beside.html())]).toEqual([undefined, false])
  const without = await invited({ hasMap: false })
  expect([(await without.shown()).map, picture.test(await without.html())]).toEqual([undefined, false])
})

test('a cancelled, revoked or unknown invitation has no map', async () => {
  const { html, shown, host, params, visitor } = await invited()
  await host.call(deletePlaydate, { params, body: {} })
  expect((await shown()).map).toBeUndefined()
  expect(await html()).not.toMatch(picture)
  await host.call(revokeInvites, { params })
  expect(await html()).not.toMatch(picture)
  await expect(shown()).rejects.toMatchObject({ status: 404 })
  expect(await (await visitor.fetch('GET', '/i/verzonnenverzonnenverz')).text()).not.toMatch(picture)
})
