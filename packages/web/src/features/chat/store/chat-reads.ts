import { type Chat, chats, type Marks, type Message, oneChat } from '@papadag/contract/chat'
import { address } from '@papadag/contract/route'
import { QueryObserver } from '@tanstack/react-query'
import { call } from '../../../platform/data/call.ts'
import { reads } from '../../../platform/data/reads.ts'
import { onOfflineDatabase } from '../../../platform/offline/offline-database.ts'
import type { Conversations } from './conversations.ts'

const list = [address(chats)]
const oneOf = (chatId: number) => [address(oneChat, { params: { id: chatId } })]
const isThread = (at: unknown) => /^\/api\/playdates\/\d+\/thread$/.test(String(at))
const gatherMs = 200

export type ChatReads = ReturnType<typeof createChatReads>

/** Keeps the chats among the reads up to date from frames, so that no frame makes the list be read again. */
export function createChatReads(ownId: number, conversations: Conversations) {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Keeps the list read and reports its number of unread messages; returns a function that stops it. */
  function countUnread(tell: (unread: number) => void): () => void {
    const observer = new QueryObserver<Chat[]>(reads, { queryKey: list, queryFn: () => call(chats, {}) })
    const count = ({ data }: { data: Chat[] | undefined }) =>
      data && tell(data.reduce((sum, { unreadCount }) => sum + unreadCount, 0))
    const stop = observer.subscribe(count)
    // A screen may already have read the list.
    count(observer.getCurrentResult())
    return stop
  }

  const known = () => reads.getQueryData<Chat[]>(list) ?? []

  /** Reads the list again after a change that frames do not describe; requests within 200 ms are merged. */
  function readAgain() {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void reads.invalidateQueries({ queryKey: list })
    }, gatherMs)
  }

  /** Applies a new message to the list. */
  function countMessage(message: Message) {
    changeChat(
      message.chatId,
      chat => {
        // The list was read after this message had been stored.
        if (message.seq <= chat.lastSeq) return chat
        if (!senderIn(chat, message)) readAgain()
        return withMessage(chat, message, message.senderId === ownId)
      },
      'to the top',
    )
  }

  /** Applies a mark: somebody has read, or received, the messages up to this number. */
  function countMark(what: 'read' | 'delivered', { chatId, seq, userId }: Mark) {
    changeChat(chatId, chat => {
      if (userId !== ownId) return { ...chat, marks: moved(chat.marks, { what, seq, userId }) }
      if (what === 'delivered' || seq <= chat.ownReadSeq) return chat
      return { ...chat, ownReadSeq: seq, unreadCount: seq >= chat.lastSeq ? 0 : unreadAfter(chat, seq) }
    })
  }

  function unreadAfter({ id, lastSeq, unreadCount }: Chat, seq: number) {
    const { messages } = conversations.get(id)
    const isAllHere = (messages[0]?.seq ?? lastSeq) <= seq + 1 && messages.at(-1)?.seq === lastSeq
    if (isAllHere) return messages.filter(message => message.seq > seq && message.senderId !== ownId).length
    readAgain()
    return unreadCount
  }

  function changeChat(chatId: number, change: (chat: Chat) => Chat, position?: 'to the top') {
    changeAlone(chatId, change)
    // A reply under way may be older than this change and would undo it.
    if (reads.isFetching({ queryKey: list }) > 0) readAgain()
    const all = reads.getQueryData<Chat[]>(list)
    if (!all) return
    const chat = all.find(({ id }) => id === chatId)
    if (!chat) return readAgain()
    const changed = change(chat)
    if (changed === chat) return
    const others = all.filter(other => other !== chat)
    reads.setQueryData<Chat[]>(
      list,
      position ? [changed, ...others] : all.map(other => (other === chat ? changed : other)),
    )
  }

  return { countUnread, known, readAgain, countMessage, countMark, stop: () => clearTimeout(timer) }
}

const senderIn = ({ participants }: Chat, { senderId }: Message) => participants.find(({ id }) => id === senderId)

/** The chat after a new message, as the server would describe it. */
function withMessage(chat: Chat, message: Message, isOwn: boolean): Chat {
  const { content, sentAt, senderId, seq } = message
  return {
    ...chat,
    lastMessage: { content, sentAt, senderId, senderName: senderIn(chat, message)?.firstName ?? '' },
    lastSeq: seq,
    unreadCount: chat.unreadCount + (isOwn ? 0 : 1),
    // An answer accepts the request.
    isRequest: chat.isRequest && !isOwn,
    isAwaiting: chat.isAwaiting && isOwn,
    messagesLeft: isOwn && chat.messagesLeft !== null ? Math.max(0, chat.messagesLeft - 1) : null,
  }
}

/** Changes a chat where it is read on its own, and as a playdate's thread. */
function changeAlone(chatId: number, change: (chat: Chat) => Chat) {
  reads.setQueryData<Chat>(oneOf(chatId), chat => chat && change(chat))
  reads.setQueriesData<Chat>({ predicate: ({ queryKey: [at] }) => isThread(at) }, chat =>
    chat?.id === chatId ? change(chat) : chat,
  )
}

/** The marks of members after one of them has read, or received, messages up to this number. */
function moved(marks: readonly Marks[], { what, seq, userId }: { what: 'read' | 'delivered' } & Omit<Mark, 'chatId'>) {
  const { deliveredSeq, readSeq } = marks.find(mark => mark.userId === userId) ?? { deliveredSeq: 0, readSeq: 0 }
  return [
    ...marks.filter(mark => mark.userId !== userId),
    // A read message has also been delivered.
    {
      userId,
      deliveredSeq: Math.max(deliveredSeq, seq),
      readSeq: what === 'read' ? Math.max(readSeq, seq) : readSeq,
    },
  ]
}

type Mark = { chatId: number; seq: number; userId: number }

/** Removes expired previews from the chats among the reads and among the replies kept for offline use. */
export async function expirePreviews(retentionDays: number) {
  const from = Date.now() - retentionDays * 86_400_000
  const isOld = ({ lastMessage }: Chat) => lastMessage !== null && Date.parse(lastMessage.sentAt) <= from
  const fresh = (chat: Chat): Chat => (isOld(chat) ? { ...chat, lastMessage: null } : chat)
  // Undefined if nothing has expired.
  const change = (read: Chat | Chat[] | undefined) => {
    if (Array.isArray(read)) return read.some(isOld) ? read.map(fresh) : undefined
    return read && isOld(read) ? fresh(read) : undefined
  }
  const isOfChats = (at: unknown) => /^\/api\/chats(\/\d+)?$/.test(String(at)) || isThread(at)
  await onOfflineDatabase(undefined, async db => {
    const writing = db.transaction('answers', 'readwrite')
    for (const key of await writing.store.getAllKeys()) {
      const kept = isOfChats(key[1]) && (await writing.store.get(key))
      // Replies of these reads are one chat or a list of chats.
      const answer = kept && change(kept.answer as Chat | Chat[])
      if (answer) void writing.store.put({ ...kept, answer })
    }
    await writing.done
  })
  reads.setQueriesData<Chat | Chat[]>({ predicate: ({ queryKey: [at] }) => isOfChats(at) }, change)
}
