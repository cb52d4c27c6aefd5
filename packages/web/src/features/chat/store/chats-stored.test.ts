import type { Chat } from '@papadag/contract/chat'
import { describe, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { onOfflineDatabase } from '../../../platform/offline/offline-database.ts'
import {
  a,
  aChat,
  answers,
  asked,
  chatId,
  chats,
  connected,
  databases,
  daysAgo,
  ends,
  inList,
  numbers,
  open,
  ownId,
  pending,
  prepareChats,
  stored,
} from '../../../testing/chats.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { createChatDatabase } from './chat-database.ts'
import { expirePreviews } from './chat-reads.ts'
import { createChats } from './chats.ts'

prepareChats()

describe('storing the chats', () => {
  test('stored chats contain no message past its retention, in lists, on screen or offline', async () => {
    const said = (days: number) => ({
      content: `${days} dagen`,
      sentAt: daysAgo(days),
      senderId: 2,
      senderName: 'Kwame',
    })
    const list = [aChat({ lastMessage: said(4) }), aChat({ id: 6, lastMessage: said(1) })]
    const kept = { userId: ownId, at: '/api/chats', answer: list, keptAtMs: Date.now() }
    await onOfflineDatabase(undefined, async db => {
      await db.put('answers', kept)
      await db.put('answers', { ...kept, at: '/api/chats/5', answer: list[0] })
    })
    await connected(list)
    reads.setQueryData(['/api/chats/5'], list[0])
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 3 })
    const previews = (chats: Chat[] = []) => chats.map(({ lastMessage }) => lastMessage?.content)
    await vi.waitFor(() => expect(previews(inList())).toEqual([undefined, '1 dagen']))
    expect(reads.getQueryData(['/api/chats/5'])).toMatchObject({ lastMessage: null })
    const answers = await onOfflineDatabase([], db => db.getAll('answers'))
    expect(answers.map(({ answer }) => previews([answer].flat() as Chat[]))).toEqual([
      [undefined, '1 dagen'],
      [undefined],
    ])
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 7 })
    await onOfflineDatabase(undefined, db => db.clear('answers'))
  })

  test('stored chats lose their previews when the messages’ retention is over, and no other reply changes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const of = (days: number, more = 0) => ({
      content: `${days}`,
      sentAt: new Date(Date.now() - days * 86_400_000 + more).toISOString(),
      senderId: 2,
      senderName: 'Kwame',
    })
    const [old, young] = [aChat({ lastMessage: of(7) }), aChat({ id: 6, lastMessage: of(7, 1) })]
    const silent = aChat({ id: 9 })
    const answers = {
      '/api/chats': [young, silent],
      '/api/chats/5': old,
      '/api/chats/6': young,
      '/api/chats/9': silent,
      '/api/playdates/7/thread': old,
      '/api/playdates/8/thread': young,
      '/api/chats/5/messages': old,
      '/api/playdates/7': old,
    }
    await onOfflineDatabase(undefined, async db => {
      for (const [at, answer] of Object.entries(answers)) {
        await db.put('answers', { userId: ownId, at, answer, keptAtMs: Date.now() })
      }
    })
    for (const [at, answer] of Object.entries(answers)) reads.setQueryData([at], answer)
    await expirePreviews(7)
    const changed = Object.keys(answers).filter(
      at => JSON.stringify(reads.getQueryData([at])) !== JSON.stringify(answers[at as keyof typeof answers]),
    )
    expect(changed).toEqual(['/api/chats/5', '/api/playdates/7/thread'])
    for (const at of changed) expect(reads.getQueryData([at])).toEqual({ ...old, lastMessage: null })
    // What has not changed is still the same object, so nothing is drawn again.
    expect(reads.getQueryData(['/api/chats'])).toBe(answers['/api/chats'])
    const kept = await onOfflineDatabase([], db => db.getAll('answers'))
    expect(
      kept.filter(({ at, answer }) => JSON.stringify(answer) !== JSON.stringify(answers[at as keyof typeof answers])),
    ).toMatchObject([
      { at: '/api/chats/5', answer: { lastMessage: null } },
      { at: '/api/playdates/7/thread', answer: { lastMessage: null } },
    ])
    await onOfflineDatabase(undefined, db => db.clear('answers'))
    vi.useRealTimers()
  })

  test('stored chats are shown before the server has answered, and only newer messages are read', async () => {
    await stored.keepMessages([a(7), a(8)])
    await connected()
    open()
    await vi.waitFor(() => expect(numbers()).toEqual([7, 8]))
    await vi.waitFor(() => expect(asked()).toEqual([{ chatId, afterSeq: 8, peek: true }]))
  })

  test('stored chats are deleted after the server’s retention time', async () => {
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString()
    await stored.keepMessages([a(1, { sentAt: old }), a(2)])
    await connected()
    await vi.waitFor(async () => expect((await stored.readMessages(chatId)).map(({ seq }) => seq)).toEqual([2]))
  })

  test('stored chats are checked every day, and when the server shortens its retention', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    await connected()
    await stored.keepMessages([a(1, { sentAt: daysAgo(6.5) }), a(2, { sentAt: daysAgo(4) }), a(3)])
    await vi.advanceTimersByTimeAsync(86_400_000)
    await vi.waitFor(async () => expect((await stored.readMessages(chatId)).map(({ seq }) => seq)).toEqual([2, 3]))
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 3 })
    await vi.waitFor(async () => expect((await stored.readMessages(chatId)).map(({ seq }) => seq)).toEqual([3]))
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 7 })
    vi.useRealTimers()
  })

  test('stored chats lose only those unsent messages that have waited for that long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    const unsent = (n: number, days: number) =>
      stored.keepUnsent({
        clientId: `00000000-0000-4000-8000-00000000000${n}`,
        chatId,
        content: `${n}`,
        writtenAt: daysAgo(days),
        reason: 'No.',
      })
    await unsent(1, 6.5)
    await unsent(2, 5.5)
    await connected()
    await vi.waitFor(() => expect(pending()).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(86_400_000)
    await vi.waitFor(() => expect(pending().map(({ content }) => content)).toEqual(['2']))
    await vi.waitFor(async () => expect((await stored.readOutbox()).map(({ content }) => content)).toEqual(['2']))
    vi.useRealTimers()
  })

  test('stored chats are gone once the chats are stopped, and the next user starts empty', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    answers([a(1)], false)
    chats.stop()
    await vi.waitFor(async () => expect(await databases()).toEqual([]))
    chats.send(chatId, 'Te laat')
    const next = createChats(2, () => {})
    expect(next.conversation(chatId)).toMatchObject({ messages: [], pending: [], isReady: false })
    next.stop()
    expect((await databases()).includes(`papadag-chat-${ownId}`)).toBe(false)
  })

  test('stored chats are deleted at logout and when another user signs in', async () => {
    await createChatDatabase(2).keepMessages([a(1)])
    await connected()
    await stored.keepMessages([a(2)])
    await vi.waitFor(async () => expect(await databases()).toEqual([`papadag-chat-${ownId}`]))
    // The database of a user who has logged in in another tab since.
    indexedDB.open('papadag-chat-2').onsuccess = ({ target }) =>
      target instanceof IDBOpenDBRequest && target.result.close()
    await vi.waitFor(async () => expect(await databases()).toHaveLength(2))
    for (const end of ends) end()
    await vi.waitFor(async () => expect(await databases()).toEqual(['papadag-chat-2']))
    indexedDB.deleteDatabase('papadag-chat-2')
  })
})
