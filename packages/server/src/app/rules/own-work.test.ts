import { logIn, logOut } from '@papadag/contract/auth'
import { createPlaydate, deletePlaydate } from '@papadag/contract/playdates/playdates'
import { endSession, sessions } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import type { Who } from '../../platform/fair-queue/fair-queue.ts'
import { acquainted } from '../../testing/chat.ts'
import { testDb } from '../../testing/database.ts'
import { connect, openSocket } from '../../testing/socket.ts'
import { aPlaydate, password, world } from '../../testing/world.ts'

/** A database that records in whose turns its statements run, and who is charged for time. */
function noting(db: Db) {
  const asked: { who: Who; text: string }[] = []
  const charged = new Set<Who>()
  const wrap = (plain: Db, who: Who): Db => {
    const noted = (text: string) => {
      asked.push({ who, text })
      return plain
    }
    return {
      ...plain,
      for: (other, tell) => wrap(plain.for(other, tell), other),
      many: (row, statement) => noted(statement.text).many(row, statement),
      one: (row, statement) => noted(statement.text).one(row, statement),
      count: from => noted(from.text).count(from),
      run: statement => noted(statement.text).run(statement),
      transaction: work => noted('transaction').transaction(work),
      charge(ms) {
        charged.add(who)
        plain.charge(ms)
      },
    }
  }
  return { db: wrap(db, undefined), asked, charged }
}

test('work that a person causes waits in his own queue, or in that of his address', async () => {
  const { db, asked } = noting(await testDb())
  const { host, father, visitor } = await world({ fathers: 1, db })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  asked.length = 0

  await expect(father.call(deletePlaydate, { params: { id } })).rejects.toMatchObject({ status: 403 })
  await father.fetch('POST', '/api/logout', { headers: { 'x-xsrf-token': 'verzonnen' } })
  await openSocket(visitor, { origin: 'https://evil.example' }).closed()
  await vi.waitFor(() => expect(asked.filter(({ text }) => text.includes('insert into audit'))).toHaveLength(3))
  for (const path of ['/m/none', '/p/none', '/i/none', '/i/none/1.jpg', '/unsubscribe/none'])
    await visitor.fetch('GET', path)
  await visitor.fetch('POST', '/unsubscribe/none')
  const screen = await connect(father)
  screen.send({ type: 'watch', paths: ['/api/moderation/queue'] })
  expect(await screen.frame('error')).toMatchObject({ code: 'live.unknownPath' })
  await openSocket(visitor, { cookie: 'sid=verzonnen' }).opened()
  await visitor.call(logIn, { body: { username: host.username, password } })
  const [session] = await visitor.call(sessions)
  await father.call(sessions)
  await visitor.call(endSession, { params: { id: session?.id ?? 0 } })
  await father.call(logOut)

  const address = 'network 127.0.0.1'
  // What the outbox sends, and the check for messages every few seconds, is the server's own work.
  const caused = asked.filter(({ text }) => !text.includes('outbox') && !text.includes('from messages'))
  expect(caused.filter(({ who }) => who === undefined)).toEqual([])
  expect(new Set(caused.map(({ who }) => who))).toEqual(new Set([address, `user ${host.id}`, `user ${father.id}`]))
})

test('a known session is looked up in its user’s own queue, however crowded his address is', async () => {
  const { db, asked } = noting(await testDb())
  const { host } = await world({ db })
  const lookedUp = () => asked.filter(({ text }) => text.includes('where token_hash')).map(({ who }) => who)
  await host.fetch('GET', '/api/user')
  expect(lookedUp()).toEqual(['network 127.0.0.1'])
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1000)
  await host.fetch('GET', '/api/user')
  later.mockRestore()
  expect(lookedUp()).toEqual(['network 127.0.0.1', `user ${host.id}`])
})

test('each frame is charged to its sender, whatever its form', async () => {
  const { db, charged } = noting(await testDb())
  const { host, father, visitor } = await world({ fathers: 1, db })
  const chatId = await acquainted(host, father)
  for (const frame of ['{', '{"type":"dance"}', { type: 'send_message', chatId }, { type: 'watch', paths: [] }]) {
    const screen = await connect(host)
    charged.clear()
    screen.send(frame)
    await vi.waitFor(() => expect([...charged]).toEqual([`user ${host.id}`]))
  }
  const stranger = openSocket(visitor)
  await stranger.opened()
  charged.clear()
  stranger.send('{')
  await stranger.frame('error')
  expect([...charged]).toEqual(['network 127.0.0.1'])
})
