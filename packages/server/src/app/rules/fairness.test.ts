import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { acquainted } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'

test('a user who requests messages again and again delays only himself', async () => {
  const { host, father: busy, other } = await world({ fathers: 2 })
  const chatId = await acquainted(busy, other)
  // His first call opens a connection and plans its statements, which takes time that nobody competes for.
  await host.call(upcomingPlaydates, {})
  const screens = await Promise.all([connect(busy, 'one'), connect(busy, 'two'), connect(busy, 'three')])
  for (const screen of screens) {
    for (let count = 0; count < 40; count += 1) screen.send({ type: 'get_messages', chatId, peek: true })
  }
  const answered = () =>
    screens.flatMap(({ frames }) => frames).filter(({ type }) => type === 'initial_messages').length
  await screens[0]?.frame('initial_messages')

  await host.call(upcomingPlaydates, {})
  expect(answered()).toBeLessThan(100)
  for (const screen of screens) {
    await screen.until(() => screen.frames.filter(({ type }) => type === 'initial_messages').length === 40 || undefined)
  }
})
