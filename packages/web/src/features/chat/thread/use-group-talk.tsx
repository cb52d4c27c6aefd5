import { type Chat, chatReactions, type Message } from '@papadag/contract/chat'
import { useMemo } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import type { GroupTalk } from '../log/message-chunk.tsx'
import type { Chats } from '../store/chats.ts'
import { nameOf } from '../use-chats.ts'
import { AboutDate } from './about-date.tsx'
import { MessageMenu } from './message-menu.tsx'
import { Quote } from './quote.tsx'
import { ReactionRow } from './reaction-row.tsx'
import { useReacting } from './use-reacting.ts'

type Needs = {
  chat: Chat
  chats: Chats | undefined
  ownId: number
  onReply: (message: Message) => void
}

/** Replies to single messages of a group, and reactions to them. */
export function useGroupTalk({ chat, chats, ownId, onReply }: Needs): GroupTalk {
  const { id: chatId, kind, participants, readOnly } = chat
  const names = useMemo(() => new Map(participants.map(one => [one.id, nameOf(one)])), [participants])
  // Watched, so that others' reactions show at once, and after a while without a connection.
  const { data } = useRead(chatReactions, { params: { id: chatId } })
  const toggle = useReacting(chatId)
  return useMemo(() => {
    const known = data && new Map(data.map(({ seq, reactions }) => [seq, reactions]))
    const reactionsTo = ({ seq, reactions }: Message) => (known ? known.get(seq) : reactions) ?? {}
    return {
      names,
      // The thread of one date is about nothing else.
      about: playdateId => (kind === 'playdate' ? null : <AboutDate playdateId={playdateId} />),
      quote: seq => {
        const message = chats?.conversation(chatId).messages.find(one => one.seq === seq)
        return <Quote {...{ chatId, seq, message, names, ownId }} />
      },
      menu: (message, sender, isOwn) => (
        <MessageMenu
          {...{ message, sender, isOwn }}
          reactions={reactionsTo(message)}
          {...(!readOnly && { onReply, onReact: toggle })}
        />
      ),
      reactions: (message, isOwn) => (
        <ReactionRow seq={message.seq} reactions={reactionsTo(message)} isOwn={isOwn} onToggle={toggle} />
      ),
    }
  }, [names, data, chats, chatId, kind, ownId, readOnly, onReply, toggle])
}
