import { reportState } from '@papadag/contract/places/place-states'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground, here } from '../../testing/places.ts'
import { world } from '../../testing/world.ts'
import { exportStates } from './export-states.ts'

test('a town gets what was reported of its places this week, without who said so', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  await host.call(reportState, { params: { id }, body: { kind: 'broken', text: 'De schommel.' } })
  await host.call(reportState, { params: { id }, body: { kind: 'dirty' } })
  await db.run(sql`update place_states set ended_on = current_date - 8 where kind = 'dirty'`)
  const { features } = JSON.parse((await Array.fromAsync(exportStates(db))).join(''))
  expect(features).toMatchObject([
    {
      geometry: { coordinates: [here.longitude, here.latitude] },
      properties: { kind: 'broken', text: 'De schommel.', place: 'De Zandkuil', mended: null },
    },
  ])
  expect(JSON.stringify(features)).not.toContain(host.username)
})
