import { Trans, useLingui } from '@lingui/react/macro'
import { type Chat, threadOf } from '@papadag/contract/chat'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { Banner } from '@papadag/ui/layers/banner'
import { Icon } from '@papadag/ui/pictures/icon'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { listIn } from '../../../platform/language/formats.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { Composer } from '../composer.tsx'
import type { InvitationCard } from '../log/message-chunk.tsx'
import { MessageLog, NoMessagesYet } from '../log/message-log.tsx'
import { useCutOff } from '../log/use-cut-off.ts'
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

/** The group chat of a playdate: its title, who is on it, the messages and the composer. */
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
      <header className="flex min-h-15 items-center gap-2.5 border-line border-b-[1.5px] bg-surface py-2 pr-2 pl-3">
        <Link to={pathTo('chat')} aria-label={t`Back to chats`} className={`${iconLink} -ml-1 md:hidden`}>
          <Icon name="back" />
        </Link>
        <ThreadSign startTime={chat.startTime} size={40} />
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-[650] [font-family:inherit] text-base leading-[1.35] tracking-normal md:text-base">
            {title}
          </h1>
          <p className="truncate text-ink-2 text-xs">
            {isConnected || isCutOff ? <Members chat={chat} ownId={ownId} /> : <Trans>Connecting…</Trans>}
          </p>
        </div>
        <Link
          to={pathTo('playdates', {}, { open: String(playdateId) })}
          aria-label={t`View the playdate ${title}`}
          className={iconLink}
        >
          <Icon name="calendar" />
        </Link>
      </header>
      {isCutOff && (
        <Banner tone="warn" icon="offline" role="status" className="rounded-none">
          <Trans>Connection lost. Reconnecting...</Trans>
        </Banner>
      )}
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
        <p className="border-line border-t-[1.5px] bg-surface px-4 py-4 text-center text-ink-2 text-sm">
          {chat.participants.length < 2 ? (
            <Trans>Nobody else is on this playdate now. You can write again once somebody joins.</Trans>
          ) : (
            <Trans>This group chat is closed. You cannot send messages here any more.</Trans>
          )}
        </p>
      ) : (
        <ThreadComposer chat={chat} ownId={ownId} isConnected={isConnected} />
      )}
    </>
  )
}

const iconLink = 'grid size-11 shrink-0 place-items-center rounded-m hover:bg-sunken'

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
            label={t`As an announcement`}
            hint={t`Notifies everybody who is coming.`}
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
