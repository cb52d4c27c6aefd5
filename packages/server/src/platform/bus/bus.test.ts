import { expect, test, vi } from 'vitest'
import { patient, postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { sql } from '../db/db.ts'
import { openPostgres } from '../db/postgres.ts'
import { type Bus, createLocalBus } from './bus.ts'
import { createPostgresBus } from './bus-postgres.ts'

function heardBy(bus: Bus, topic: string): unknown[] {
  const heard: unknown[] = []
  bus.subscribe(topic, payload => heard.push(payload))
  return heard
}

test('a subscriber receives only its own topic', async () => {
  const bus = createLocalBus()
  const [first, second, other] = [heardBy(bus, 'a'), heardBy(bus, 'a'), heardBy(bus, 'b')]
  await bus.publish('a', { n: 1 })
  expect([first, second, other]).toEqual([[{ n: 1 }], [{ n: 1 }], []])
})

if (postgresUrl) {
  const quiet = { warn() {} }

  test('two nodes receive each other’s messages, each once', async () => {
    const url = await testDatabaseUrl()
    const [here, there] = [createPostgresBus(url, quiet), createPostgresBus(url, quiet)]
    const [heardHere, heardThere] = [heardBy(here, 'a'), heardBy(there, 'a')]
    // A node's first message is sent once it listens.
    await there.publish('a', 'from there')
    await vi.waitFor(() => expect(heardThere).toEqual(['from there']))
    await here.publish('a', 'é👨‍👧')
    await vi.waitFor(() => expect(heardThere).toContain('é👨‍👧'))
    await vi.waitFor(() => expect(heardHere).toContain('é👨‍👧'))
    expect(heardThere).toEqual(['from there', 'é👨‍👧'])
    await expect(here.publish('a', 'x'.repeat(8000))).rejects.toThrow('too long')
    await Promise.all([here.close(), there.close()])
  })

  test('a node that lost its connection receives its own messages, reconnects, and knows that it missed some', async () => {
    const url = await testDatabaseUrl()
    const [here, there] = [createPostgresBus(url, quiet), createPostgresBus(url, quiet)]
    const db = openPostgres({ ...patient, url })
    const heard = heardBy(there, 'a')
    await there.publish('a', 'before')
    await here.publish('b', 'before')
    const gap = vi.fn()
    there.onGap(gap)

    await db.run(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'papadag bus' and datname = current_database()`,
    )
    await vi.waitFor(async () => {
      await there.publish('a', 'alone')
      expect(heard).toContain('alone')
    })
    await vi.waitFor(() => expect(gap).toHaveBeenCalled())
    await vi.waitFor(async () => {
      await here.publish('a', 'after')
      expect(heard).toContain('after')
    })
    await Promise.all([here.close(), there.close(), db.close()])
  })

  test('a node knows whether other nodes are running', async () => {
    const url = await testDatabaseUrl()
    const here = createPostgresBus(url, quiet)
    expect(here.isAlone()).toBe(false)
    await vi.waitFor(() => expect(here.isAlone()).toBe(true))
    const there = createPostgresBus(url, quiet)
    await vi.waitFor(() => expect(here.isAlone()).toBe(false))
    expect(there.isAlone()).toBe(false)
    await there.close()
    await vi.waitFor(() => expect(here.isAlone()).toBe(true))
    await here.close()
  })

  test('a foreign message on the channel does no harm', async () => {
    const url = await testDatabaseUrl()
    const bus = createPostgresBus(url, quiet)
    const heard = heardBy(bus, 'a')
    await bus.publish('a', 1)
    const db = openPostgres({ ...patient, url })
    await db.run(sql`select pg_notify('papadag', 'no json')`)
    await bus.publish('a', 2)
    await vi.waitFor(() => expect(heard).toEqual([1, 2]))
    await Promise.all([bus.close(), db.close()])
  })
}
