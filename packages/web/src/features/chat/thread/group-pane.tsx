import { Trans, useLingui } from '@lingui/react/macro'
import type { Chat, Message } from '@papadag/contract/chat'
import { onePlaydate } from '@papadag/contract/playdates/playdates'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { listIn } from '../../../platform/language/formats.ts'
import { useSearch } from '../../../platform/navigation/navigation.tsx'
import { Composer } from '../composer.tsx'
import type { InvitationCard } from '../log/message-chunk.tsx'
import { MessageLog, NoMessagesYet } from '../log/message-log.tsx'
import { useCutOff } from '../log/use-cut-off.ts'
import { PaneHeader } from '../pane-header.tsx'
import { ReadOnlyNote } from '../read-only-reason.tsx'
import { useChatState } from '../store/chat-state.ts'
import { useConversation } from '../use-conversation.ts'
import { WritingAbout } from './about-date.tsx'
import { Answering } from './quote.tsx'
import { useGroupTalk } from './use-group-talk.tsx'

export type GroupProps = {
  chat: Chat
  ownId: number
  /** The user is no longer in it. */
  onGone: () => void
  Invitation: InvitationCard
}

type Props = GroupProps & {
  isGone: boolean
  sign: ReactNode
  /** Where it leads to what the chat is about. */
  link: ReactNode
  /** To whom one writes. */
  everybody: string
  /** Why nothing can be written, if so. */
  closed: ReactNode
}

/** A chat of several: its title, its members, the messages and the composer. */
export function GroupPane({ chat, ownId, onGone, Invitation, isGone, sign, link, everybody, closed }: Props) {
  const chats = useChatState()
  const conversation = useConversation(chats, chat.id)
  const { isConnected, isCutOff } = useCutOff()
  const title = chat.title ?? ''
  const [answered, setAnswered] = useState<Message>()
  const group = useGroupTalk({ chat, chats, ownId, onReply: setAnswered })
  const notAnswering = useCallback(() => setAnswered(undefined), [])
  // Messages that are here already are part of the first paint.
  useLayoutEffect(() => chats?.open(chat.id), [chats, chat.id])
  useEffect(() => {
    if (!isGone) return
    chats?.forget(chat.id)
    onGone()
  }, [isGone, chats, chat.id, onGone])
  return (
    <>
      <PaneHeader
        isCutOff={isCutOff}
        sign={sign}
        title={title}
        about={isConnected || isCutOff ? <Members chat={chat} ownId={ownId} /> : <Trans>Connecting…</Trans>}
      >
        {link}
      </PaneHeader>
      {chats ? (
        <MessageLog
          chats={chats}
          chat={chat}
          conversation={conversation}
          ownId={ownId}
          name={title}
          group={group}
          Invitation={Invitation}
        />
      ) : (
        <NoMessagesYet />
      )}
      {chat.readOnly ? (
        <ReadOnlyNote>{closed}</ReadOnlyNote>
      ) : (
        <GroupComposer
          {...{ chat, ownId, isConnected, everybody, answered }}
          onAnswered={notAnswering}
          names={group.names}
        />
      )}
    </>
  )
}

/** Who is in it besides the user. */
function Members({ chat, ownId }: { chat: Chat; ownId: number }) {
  const { i18n } = useLingui()
  const others = chat.participants.filter(({ id }) => id !== ownId).map(({ firstName }) => firstName)
  const names = listIn(i18n.locale, others)
  return <Trans>You, {names}</Trans>
}

/** The date from whose sheet the chat of a series or circle was opened. */
function aboutIn(search: string, { kind }: Chat) {
  const id = Number(new URLSearchParams(search).get('about'))
  return kind !== 'playdate' && Number.isInteger(id) && id > 0 ? id : undefined
}

type ComposerProps = Pick<Props, 'chat' | 'ownId' | 'everybody'> & {
  isConnected: boolean
  /** The message that he answers. */
  answered: Message | undefined
  onAnswered: () => void
  names: ReadonlyMap<number, string>
}

/** Writes to everybody; the creator of a playdate can make what is about it an announcement. */
function GroupComposer({ chat, ownId, isConnected, everybody, answered, onAnswered, names }: ComposerProps) {
  const { t } = useLingui()
  const chats = useChatState()
  const conversation = useConversation(chats, chat.id)
  const [announces, setAnnounces] = useState(false)
  const [chosen, setChosen] = useState<number | null | undefined>(aboutIn(useSearch(), chat))
  const mayBeAbout = chat.kind !== 'playdate' && chosen !== null
  // Whoever answers what is about a date writes about it, also to those who are only on that.
  const about = (mayBeAbout && (answered?.playdateId ?? chosen)) || undefined
  const isOfCircle = chat.kind === 'circle'
  const date = useRead(onePlaydate, { params: { id: about ?? 0 } }, { enabled: isOfCircle && about !== undefined })
  const mayAnnounce = chat.canAnnounce && (!isOfCircle || (about !== undefined && date.data?.myStatus === 'creator'))
  return (
    <>
      {mayAnnounce && (
        <div className="border-line border-t-[1.5px] bg-surface px-4 py-2">
          <SwitchRow
            label={t`Send this message as an announcement`}
            hint={t`Then everybody who is coming gets a notification of it.`}
            checked={announces}
            onChange={setAnnounces}
          />
        </div>
      )}
      <Composer
        chatId={chat.id}
        ownId={ownId}
        name={everybody}
        isReady={chats !== undefined}
        isConnected={isConnected}
        isSending={conversation.pending.some(({ state }) => state === 'sending')}
        onSend={content => {
          const announcement = mayAnnounce && announces
          chats?.send(chat.id, content, { announcement, replyTo: answered?.seq, playdateId: about })
          setAnnounces(false)
          if (chosen === null) setChosen(undefined)
          onAnswered()
        }}
        above={about && <WritingAbout playdateId={about} onCancel={() => setChosen(null)} />}
        answering={
          answered && {
            seq: answered.seq,
            line: <Answering message={answered} names={names} ownId={ownId} onCancel={onAnswered} />,
          }
        }
        // Nobody is shown who is typing.
        onTyping={() => true}
      />
    </>
  )
}
