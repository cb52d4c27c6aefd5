import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { toDbError } from '../../platform/db/db.ts'
import { watchDisk } from '../../platform/files/disk.ts'
import { aPlaydate, world } from '../../testing/world.ts'

test('while the disk is full, writes are refused with a sentence, reads and deletions work, and health reports it', async () => {
  let isFull = false
  const { host, visitor } = await world({ hasNoRoom: () => isFull })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  isFull = true
  const refused = await host.fetch('POST', '/api/playdates', {
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(aPlaydate()),
  })
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({
    code: 'server.full',
    error: 'We have run out of space and cannot save anything right now. You can still read everything.',
  })
  const health = await visitor.fetch('GET', '/api/health')
  expect([health.status, await health.json()]).toMatchObject([507, { status: 'full' }])
  expect((await visitor.fetch('GET', '/api/health/live')).status).toBe(200)
  expect((await host.fetch('GET', '/api/playdates/upcoming')).status).toBe(200)
  expect((await host.fetch('DELETE', `/api/playdates/${id}`)).status).toBe(204)
  isFull = false
  await host.call(createPlaydate, { body: aPlaydate() })
  expect((await visitor.fetch('GET', '/api/health')).status).toBe(200)
})

test('a database that cannot extend a file counts as full, not as unavailable', () => {
  const refused = Object.assign(new Error('could not extend file "base/1": No space left on device'), { code: '53100' })
  expect(toDbError(refused)).toMatchObject({ name: 'DbFull' })
})

test('a disk with room is not full, and its free space is checked at most once a second', () => {
  let looks = 0
  const isFull = watchDisk('/', () => {
    looks += 1
    return 0
  })
  expect(isFull()).toBe(false)
  expect(isFull()).toBe(false)
  expect(looks).toBeGreaterThan(0)
})
