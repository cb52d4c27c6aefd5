import { Trans, useLingui } from '@lingui/react/macro'
import { type Chat, threadOf } from '@papadag/contract/chat'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { listIn } from '../../../platform/language/formats.ts'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { Composer } from '../composer.tsx'
import type { InvitationCard } from '../log/message-chunk.tsx'
import { MessageLog, NoMessagesYet } from '../log/message-log.tsx'
import { useCutOff } from '../log/use-cut-off.ts'
import { HeaderLink, PaneHeader } from '../pane-header.tsx'
import { ReadOnlyNote } from '../read-only-reason.tsx'
import { useChatState } from '../store/chat-state.ts'
import { nameOf } from '../use-chats.ts'
import { useConversation } from '../use-conversation.ts'
import { ThreadSign } from './thread-sign.tsx'

type Props = {
  chat: Chat
  playdateId: number
  ownId: number
  /** The user is no longer on the playdate. */
  onGone: () => void
  Invitation: InvitationCard
}

/** The group chat of a playdate: its title, its participants, the messages and the composer. */
export function ThreadPane({ chat: known, playdateId, ownId, onGone, Invitation }: Props) {
  const { t } = useLingui()
  const chats = useChatState()
  // Watches everything that changes the playdate, which the list of chats does not.
  const read = useRead(threadOf, { params: { id: playdateId } })
  const chat = read.data ?? known
  const conversation = useConversation(chats, chat.id)
  const { isConnected, isCutOff } = useCutOff()
  const isGone = read.error?.status === 404
  const title = chat.title ?? ''
  const names = useMemo(() => new Map(chat.participants.map(one => [one.id, nameOf(one)])), [chat.participants])
  useEffect(() => chats?.open(chat.id), [chats, chat.id])
  useEffect(() => {
    if (!isGone) return
    chats?.forget(chat.id)
    onGone()
  }, [isGone, chats, chat.id, onGone])
  return (
    <>
      <PaneHeader
        isCutOff={isCutOff}
        sign={<ThreadSign startTime={chat.startTime} size={40} />}
        title={title}
        about={isConnected || isCutOff ? <Members chat={chat} ownId={ownId} /> : <Trans>Connecting…</Trans>}
      >
        <HeaderLink
          to={pathTo('playdates', {}, { open: String(playdateId) })}
          icon="calendar"
          label={t`View the playdate ${title}`}
        />
      </PaneHeader>
      {chats ? (
        <MessageLog
          chats={chats}
          chat={chat}
          conversation={conversation}
          ownId={ownId}
          name={title}
          names={names}
          Invitation={Invitation}
        />
      ) : (
        <NoMessagesYet />
      )}
      {chat.readOnly ? (
        <ReadOnlyNote>
          {chat.participants.length < 2 ? (
            <Trans>Nobody else is on this playdate now. You can write again once somebody joins.</Trans>
          ) : (
            <Trans>This group chat is closed. You cannot send messages here any more.</Trans>
          )}
        </ReadOnlyNote>
      ) : (
        <ThreadComposer chat={chat} ownId={ownId} isConnected={isConnected} />
      )}
    </>
  )
}

/** Who is on the playdate besides the user. */
function Members({ chat, ownId }: { chat: Chat; ownId: number }) {
  const { i18n } = useLingui()
  const others = chat.participants.filter(({ id }) => id !== ownId).map(({ firstName }) => firstName)
  const names = listIn(i18n.locale, others)
  return <Trans>You, {names}</Trans>
}

/** Writes to everybody; the creator can make it an announcement. */
function ThreadComposer({ chat, ownId, isConnected }: Pick<Props, 'chat' | 'ownId'> & { isConnected: boolean }) {
  const { t } = useLingui()
  const chats = useChatState()
  const conversation = useConversation(chats, chat.id)
  const [announces, setAnnounces] = useState(false)
  return (
    <>
      {chat.canAnnounce && (
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
        name={t`everybody who is coming`}
        isReady={chats !== undefined}
        isConnected={isConnected}
        isSending={conversation.pending.some(({ state }) => state === 'sending')}
        onSend={content => {
          chats?.send(chat.id, content, announces)
          setAnnounces(false)
        }}
        // Nobody is shown who is typing.
        onTyping={() => true}
      />
    </>
  )
}
