import { Trans, useLingui } from '@lingui/react/macro'
import type { Chat } from '@papadag/contract/chat'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu } from '@papadag/ui/layers/menu'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { type ReactNode, useLayoutEffect } from 'react'
import { pathTo } from '../../platform/navigation/routes.ts'
import { sayUnavailable } from '../../platform/screen/quiet.tsx'
import { askToReport } from '../../platform/screen/reporting.ts'
import { Composer, ComposerRoom } from './composer.tsx'
import { FatherOf } from './father-of.tsx'
import type { InvitationCard } from './log/message-chunk.tsx'
import { MessageLog, NoMessagesYet } from './log/message-log.tsx'
import { useCutOff } from './log/use-cut-off.ts'
import { Openers } from './openers.tsx'
import { HeaderLink, PaneHeader } from './pane-header.tsx'
import { ReadOnlyNote, ReadOnlyReason } from './read-only-reason.tsx'
import { RequestAnswer } from './request-answer.tsx'
import { useChatState } from './store/chat-state.ts'
import { nameOf, otherOf } from './use-chats.ts'
import { useConversation } from './use-conversation.ts'

type Props = {
  chat: Chat
  ownId: number
  /** The playdates that both are on, above the messages. */
  ahead?: ReactNode
  /** Opens the question whether to block the other father. */
  onBlock: () => void
  Invitation: InvitationCard
}

/** The open chat of two: the other father, the messages and the composer. */
export function ConversationPane({ chat, ownId, ahead, onBlock, Invitation }: Props) {
  const { t } = useLingui()
  const chats = useChatState()
  const conversation = useConversation(chats, chat.id)
  const { isConnected, isCutOff } = useCutOff()
  const father = otherOf(chat, ownId)
  const name = nameOf(father)
  const report = () =>
    askToReport({ type: 'chat', id: chat.id, name: t`the chat with ${name}`, person: { id: father.id, name } })
  const underWay = conversation.pending.filter(({ state }) => state === 'sending').length
  const isFull = chat.messagesLeft !== null && underWay >= chat.messagesLeft
  // Messages that are here already are part of the first paint.
  useLayoutEffect(() => chats?.open(chat.id), [chats, chat.id])
  return (
    <>
      <PaneHeader
        isCutOff={isCutOff}
        sign={<Avatar userId={father.id} name={name} src={father.profileImage} />}
        title={name}
        about={
          conversation.isSomebodyTyping ? (
            <Trans>is typing…</Trans>
          ) : isConnected || isCutOff ? (
            !chat.readOnly && <FatherOf userId={father.id} />
          ) : (
            <Trans>Connecting…</Trans>
          )
        }
      >
        {!chat.readOnly && (
          <HeaderLink to={pathTo('user', { id: father.id })} icon="user" label={t`View profile of ${name}`} />
        )}
        <Menu
          label={t`Options for the chat with ${name}`}
          onUnavailable={sayUnavailable}
          items={[
            { label: t`Report`, icon: 'flag', onSelect: report },
            ...(chat.readOnly ? [] : [{ label: t`Block`, icon: 'ban' as const, destructive: true, onSelect: onBlock }]),
          ]}
          trigger={props => (
            <IconButton {...props} icon="more" aria-label={t`More options for the chat with ${name}`} />
          )}
        />
      </PaneHeader>
      {/* It overlays the messages, since it loads later than they do. */}
      <div className="relative z-10 h-0">{ahead}</div>
      {chats ? <MessageLog {...{ chats, chat, conversation, ownId, name, Invitation }} /> : <NoMessagesYet />}
      {chat.isRequest && <RequestAnswer chat={chat} father={father} onReport={report} onBlock={onBlock} />}
      {chat.readOnly ? (
        <ReadOnlyNote>
          <ReadOnlyReason father={father} />
        </ReadOnlyNote>
      ) : (
        <Composer
          chatId={chat.id}
          ownId={ownId}
          name={name}
          isReady={chats !== undefined}
          isConnected={isConnected}
          isSending={underWay > 0}
          awaits={isFull ? father.firstName : undefined}
          onSend={content => chats?.send(chat.id, content)}
          onTyping={() => chats?.tellTyping(chat.id) ?? false}
          whenEmpty={
            chat.isAwaiting && chat.lastSeq === 0 && conversation.pending.length === 0
              ? write => <Openers father={father} onChoose={write} />
              : undefined
          }
        />
      )}
    </>
  )
}

/** The open chat beside the list; on a phone it fills what the bars leave. */
export function ConversationFrame({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <section
      aria-label={t`Conversation`}
      className={`flex flex-col md:card-shadow md:overflow-hidden md:rounded-[0_30px_30px_0] md:bg-[color-mix(in_srgb,var(--pd-surface)_35%,var(--pd-bg))] ${isOpen ? 'open-chat cramped:inset-y-0 max-md:fixed max-md:inset-x-0 max-md:top-(--pd-header-h) max-md:bottom-[calc(var(--pd-bottombar-h)+env(safe-area-inset-bottom))] max-md:z-10 max-md:bg-bg' : 'max-md:hidden'}`}
    >
      {children}
    </section>
  )
}

/** A chat about which nothing is known yet. */
export function ConversationSkeleton() {
  return (
    <>
      <div aria-hidden className="flex min-h-15 items-center gap-2.5 border-line border-b-[1.5px] bg-surface px-3 py-2">
        <Skeleton className="size-10 rounded-full" />
        <Skeleton className="h-4 w-2/5" />
      </div>
      <NoMessagesYet />
      <ComposerRoom />
    </>
  )
}
