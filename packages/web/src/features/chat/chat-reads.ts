import { type Chat, chats, type Message, oneChat } from '@papadag/contract/chat'
import { address } from '@papadag/contract/route'
import { QueryObserver } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { onOfflineDatabase } from '../../platform/offline-database.ts'
import { reads } from '../../platform/reads.ts'
import { conversation } from './conversations.ts'

const list = [address(chats)]
const oneOf = (chatId: number) => [address(oneChat, { params: { id: chatId } })]

/** Keeps the list of chats read and tells how many messages wait in it; the answer stops that. */
export function countUnread(tell: (unread: number) => void): () => void {
  const observer = new QueryObserver<Chat[]>(reads, { queryKey: list, queryFn: () => call(chats, {}) })
  const count = ({ data }: { data: Chat[] | undefined }) =>
    data && tell(data.reduce((sum, { unreadCount }) => sum + unreadCount, 0))
  const stop = observer.subscribe(count)
  // A screen may have read the list before.
  count(observer.getCurrentResult())
  return stop
}

export const knownChats = () => reads.getQueryData<Chat[]>(list) ?? []

/** Takes what is past its time out of the chats as they were read, also of those kept for when there is no network. */
export async function expirePreviews(retentionDays: number) {
  const from = Date.now() - retentionDays * 86_400_000
  const isOld = ({ lastMessage }: Chat) => lastMessage !== null && Date.parse(lastMessage.sentAt) <= from
  const fresh = (chat: Chat): Chat => (isOld(chat) ? { ...chat, lastMessage: null } : chat)
  // Undefined where there is nothing to change.
  const change = (read: Chat | Chat[] | undefined) => {
    if (Array.isArray(read)) return read.some(isOld) ? read.map(fresh) : undefined
    return read && isOld(read) ? fresh(read) : undefined
  }
  const isOfChats = (at: unknown) => /^\/api\/chats(\/\d+)?$/.test(String(at))
  await onOfflineDatabase(undefined, async db => {
    const writing = db.transaction('answers', 'readwrite')
    for (const key of await writing.store.getAllKeys()) {
      const kept = isOfChats(key[1]) && (await writing.store.get(key))
      // What these addresses answer.
      const answer = kept && change(kept.answer as Chat | Chat[])
      if (answer) void writing.store.put({ ...kept, answer })
    }
    await writing.done
  })
  reads.setQueriesData<Chat | Chat[]>({ predicate: ({ queryKey: [at] }) => isOfChats(at) }, change)
}

const gatherMs = 200
let timer: ReturnType<typeof setTimeout> | undefined

/** The list is not what the server has any more, in a way that no frame tells; what comes together is read once. */
export function readChatsAgain() {
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    void reads.invalidateQueries({ queryKey: list })
  }, gatherMs)
}

/** A message counts in the list as the server would count it, without reading the list for each of them. */
export function countMessage(message: Message, ownId: number) {
  const isOwn = message.senderId === ownId
  changeChat(
    message.chatId,
    chat => {
      // The list was read after this one had been stored.
      if (message.seq <= chat.lastSeq) return chat
      const sender = chat.participants.find(({ id }) => id === message.senderId)
      const { content, sentAt, senderId, seq } = message
      return {
        ...chat,
        lastMessage: { content, sentAt, senderId, senderName: sender?.firstName ?? '' },
        lastSeq: seq,
        unreadCount: chat.unreadCount + (isOwn ? 0 : 1),
        // Who answers accepts.
        isRequest: chat.isRequest && !isOwn,
      }
    },
    'to the top',
  )
}

/** Somebody has read, or received, up to this number. */
export function countMark(
  what: 'read' | 'delivered',
  { chatId, seq, userId }: { chatId: number; seq: number; userId: number },
  ownId: number,
) {
  changeChat(chatId, chat => {
    if (userId !== ownId) {
      const deliveredSeq = Math.max(chat.deliveredSeq, seq)
      return what === 'read'
        ? { ...chat, deliveredSeq, readSeq: Math.max(chat.readSeq, seq) }
        : { ...chat, deliveredSeq }
    }
    if (what === 'delivered' || seq <= chat.ownReadSeq) return chat
    return { ...chat, ownReadSeq: seq, unreadCount: seq >= chat.lastSeq ? 0 : unreadAfter(chat, seq, ownId) }
  })
}

function unreadAfter({ id, lastSeq, unreadCount }: Chat, seq: number, ownId: number) {
  const { messages } = conversation(id)
  const isAllHere = (messages[0]?.seq ?? lastSeq) <= seq + 1 && messages.at(-1)?.seq === lastSeq
  if (isAllHere) return messages.filter(message => message.seq > seq && message.senderId !== ownId).length
  readChatsAgain()
  return unreadCount
}

function changeChat(chatId: number, change: (chat: Chat) => Chat, position?: 'to the top') {
  reads.setQueryData<Chat>(oneOf(chatId), chat => chat && change(chat))
  // An answer that is on its way may not know of this yet, and would undo it.
  if (reads.isFetching({ queryKey: list }) > 0) readChatsAgain()
  const known = reads.getQueryData<Chat[]>(list)
  if (!known) return
  const chat = known.find(({ id }) => id === chatId)
  if (!chat) return readChatsAgain()
  const changed = change(chat)
  if (changed === chat) return
  const others = known.filter(other => other !== chat)
  reads.setQueryData<Chat[]>(
    list,
    position ? [changed, ...others] : known.map(other => (other === chat ? changed : other)),
  )
}
