import '../testing/page/indexed-db.ts'
import { expect, test, vi } from 'vitest'
import { standInForSockets, theSocket } from '../testing/live-stand-in.ts'
import { ok, serve } from '../testing/stand-in-server.ts'
import { goLive } from './live-parts.ts'

test('unread counts are read again when the server has recorded the father’s own reading, not another’s', async () => {
  const server = serve({
    'GET /api/ws-token': () => ok({ token: 'ticket' }),
    'GET /api/chats': () => ok([]),
    'GET /api/notifications/unread': () => ok({ notifications: 0, messages: 0, waiting: [] }),
  })
  standInForSockets()
  const counts = () => server.asked.filter(call => call === 'GET /api/notifications/unread').length
  const { end } = goLive(1, () => {})
  await vi.waitFor(() => theSocket())
  theSocket().welcomes()
  await vi.waitFor(() => expect(server.asked.filter(call => call === 'GET /api/chats')).toHaveLength(2))
  const before = counts()
  theSocket().says({ type: 'read', chatId: 5, seq: 3, userId: 2 })
  expect(counts()).toBe(before)
  theSocket().says({ type: 'read', chatId: 5, seq: 3, userId: 1 })
  await vi.waitFor(() => expect(counts()).toBe(before + 1))
  end()
})
