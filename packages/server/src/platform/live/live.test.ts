import { scheduler } from 'node:timers/promises'
import { logOut } from '@papadag/contract/auth'
import { socketTicket } from '@papadag/contract/live/live'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { connect, openSocket } from '../../testing/socket.ts'
import { aPlaydate, world } from '../../testing/world.ts'

async function watching(client: Client & { id: number }, paths: string[], tab = 'a tab') {
  const screen = await connect(client, tab)
  screen.send({ type: 'watch', paths })
  // Frames are handled in order: the answer to this one comes when the watch is in place.
  screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await screen.frame('error')
  return screen
}

test('a screen learns of changes to the lists it shows, and of no others', async () => {
  const { host, father } = await world({ fathers: 1 })
  const screen = await watching(father, ['/api/playdates/upcoming', '/api/user'])

  await host.call(createPlaydate, { body: aPlaydate() })

  expect(await screen.frame('changed')).toEqual({ type: 'changed', paths: ['/api/playdates/upcoming'] })
})

test('a screen learns of changes between its read and its watch, and of nothing older', async () => {
  const { host, newFather } = await world()
  const father = await newFather()
  const readAtMs = performance.now()
  await host.call(createPlaydate, { body: aPlaydate() })

  const late = await watching(father, [])
  const readAgoMs = Math.ceil(performance.now() - readAtMs)
  late.send({ type: 'watch', paths: ['/api/playdates/upcoming'], readAgoMs })
  expect(await late.frame('changed')).toEqual({ type: 'changed', paths: ['/api/playdates/upcoming'] })

  const unconcerned = await watching(father, [])
  unconcerned.send({
    type: 'watch',
    paths: ['/api/user', '/api/playdates/past', '/api/notifications'],
    readAgoMs: 50_000,
  })
  unconcerned.send({ type: 'watch', paths: ['/api/playdates/upcoming'] })
  await host.call(createPlaydate, { body: aPlaydate() })
  expect(await unconcerned.frame('changed')).toEqual({ type: 'changed', paths: ['/api/playdates/upcoming'] })
})

test('the tab that wrote is not notified of its own change, and the writer’s other tab is', async () => {
  const { host } = await world()
  const writing = await watching(host, ['/api/playdates/upcoming'], 'writing')
  const other = await watching(host, ['/api/playdates/upcoming'], 'other')

  await host.fetch('GET', '/api/user')
  await host.fetch('POST', '/api/playdates', {
    headers: { 'content-type': 'application/json', 'x-tab-id': 'writing' },
    body: JSON.stringify(aPlaydate()),
  })
  await other.frame('changed')
  // A round later it is not notified either.
  await scheduler.wait(600)
  await host.fetch('POST', '/api/playdates', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aPlaydate()),
  })
  await writing.frame('changed')
  expect(writing.frames.filter(frame => frame.type === 'changed')).toHaveLength(1)
})

test('a socket is refused without a session, as another user, or from another site', async () => {
  const { host, father, visitor } = await world({ fathers: 1 })

  const nobody = openSocket(visitor)
  nobody.socket.on('open', () => nobody.send({ type: 'authenticate', userId: host.id, token: '{token}' }))
  expect(await nobody.closed()).toBe(4401)

  const impostor = openSocket(father)
  impostor.socket.on('open', () => impostor.send({ type: 'authenticate', userId: host.id, token: '{token}' }))
  expect(await impostor.closed()).toBe(4403)

  const early = openSocket(father)
  early.socket.on('open', () => early.send({ type: 'watch', paths: [] }))
  expect(await early.closed()).toBe(4401)

  expect(await openSocket(host, { origin: 'https://evil.example' }).closed()).toBe(403)
})

test('a ticket authenticates its owner once without a cookie', async () => {
  const { host, visitor } = await world()
  const { token } = await host.call(socketTicket)
  const first = openSocket(visitor)
  first.socket.on('open', () => first.send({ type: 'authenticate', userId: host.id, token }))
  expect(await first.frame('authenticated')).toMatchObject({ userId: host.id })

  const second = openSocket(visitor)
  second.socket.on('open', () => second.send({ type: 'authenticate', userId: host.id, token }))
  expect(await second.closed()).toBe(4401)
})

test('a ticket ends with its session', async () => {
  const { host, visitor } = await world()
  const { token } = await host.call(socketTicket)
  const late = openSocket(visitor)
  await late.opened()
  await host.call(logOut)
  late.send({ type: 'authenticate', userId: host.id, token })
  expect(await late.closed()).toBe(4401)
})

test('ending a session ends its sockets', async () => {
  const { host } = await world()
  const screen = await watching(host, ['/api/playdates/upcoming'])
  await host.call(logOut)
  expect(await screen.closed()).toBe(4401)
})

test('a malformed frame ends at most its own connection', async () => {
  const { host } = await world()
  const healthy = await watching(host, ['/api/playdates/upcoming'])

  const confused = openSocket(host)
  await new Promise(resolve => confused.socket.on('open', resolve))
  for (const nonsense of ['{', '[]', '{"type":"dance"}']) confused.send(nonsense)
  expect(await confused.closed()).toBe(1008)
  expect(confused.frames.map(frame => frame.code)).toEqual(['live.malformed', 'live.malformed', 'live.malformed'])

  const huge = openSocket(host)
  await new Promise(resolve => huge.socket.on('open', resolve))
  // 64 KiB is a frame, if a strange one, and a byte more is too long.
  huge.send('x'.repeat(64 * 1024))
  await huge.frame('error')
  huge.send('x'.repeat(64 * 1024 + 1))
  expect(await huge.closed()).toBe(1009)

  await host.call(createPlaydate, { body: aPlaydate() })
  await healthy.frame('changed')
})
