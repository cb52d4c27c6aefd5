import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Chat } from '@papadag/contract/chat'
import { buttonClass } from '@papadag/ui/button'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { memo, useState } from 'react'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { useEqualItems } from '../../platform/lists/equal-items.ts'
import { LongList } from '../../platform/lists/long-list.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { startOfDay, useDays } from './log/days.ts'
import { useChatState } from './store/chat-state.ts'
import { CircleSign } from './thread/circle-sign.tsx'
import { LastMessage } from './thread/last-message.tsx'
import { ThreadSign } from './thread/thread-sign.tsx'
import { nameOf, otherOf, useChats } from './use-chats.ts'

type Props = { openId: number | undefined; ownId: number }

/** All chats, latest first, with what strangers ask as one row above them. */
export function ChatList({ openId, ownId }: Props) {
  const { t } = useLingui()
  const { data: read, isError, refetch } = useChats()
  const data = useEqualItems(read)
  if (isError && !data) {
    return <ReadFailed title={t`The chats could not be loaded`} onRetry={() => void refetch()} heading="h2" />
  }
  if (!data) return <Waiting />
  if (data.length === 0) {
    return (
      // Its action is the yellow button in the screen's header.
      <EmptyState illustration="noChat" title={t`No chats yet`} className="md:hidden">
        {t`Two tins and a string would do, but this is quicker.`}
      </EmptyState>
    )
  }
  const requests = data.filter(({ isRequest }) => isRequest)
  const others = data.filter(({ isRequest }) => !isRequest)
  return (
    <>
      {requests.length > 0 && <Requests chats={requests} openId={openId} ownId={ownId} />}
      <Chats label={t`Chats`} chats={others} openId={openId} ownId={ownId} />
    </>
  )
}

type ListProps = { chats: readonly Chat[]; openId: number | undefined; ownId: number }

/** Who would like to write to him: one row, which leads to the only request or opens all of them. */
function Requests(props: ListProps) {
  const { chats, openId, ownId } = props
  const { t } = useLingui()
  const view = useChatState()?.view
  const [isOpen, setIsOpen] = useState(view?.isFolderOpen || chats.some(({ id }) => id === openId))
  const [newest] = chats
  if (!newest) return null
  if (chats.length === 1) {
    return (
      <Link
        to={pathTo('chat', { id: newest.id })}
        aria-current={newest.id === openId ? 'page' : undefined}
        className={requestsClass}
      >
        <RequestsSay {...props} newest={newest} />
        <span aria-hidden className={buttonClass({ size: 44 })}>
          <Trans context="what a stranger wrote">Read</Trans>
        </span>
      </Link>
    )
  }
  const toggle = () => {
    if (view) view.isFolderOpen = !isOpen
    setIsOpen(!isOpen)
  }
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={toggle} className={requestsClass}>
        <RequestsSay {...props} newest={newest} />
        <Icon name="down" className={isOpen ? 'rotate-180' : ''} />
      </button>
      {isOpen && (
        <div className="mb-2 border-line border-b-[1.5px] pb-1">
          <Chats label={t`Requests`} chats={chats} openId={openId} ownId={ownId} />
        </div>
      )}
    </>
  )
}

const requestsClass =
  'mb-2 flex min-h-14 w-full items-center gap-3 rounded-[6px_18px_18px] bg-do-soft px-4 py-2 text-left'

function RequestsSay({ chats, newest, ownId }: ListProps & { newest: Chat }) {
  const other = otherOf(newest, ownId)
  const { firstName } = other
  const others = chats.length - 1
  const unread = chats.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  return (
    <>
      <Avatar userId={other.id} name={nameOf(other)} src={other.profileImage} size={36} />
      <span className="min-w-0 flex-1">
        <b className="block break-words font-[650]">
          {others > 0 ? (
            <Plural
              value={others}
              one={`${firstName} and # other would like to write to you`}
              other={`${firstName} and # others would like to write to you`}
            />
          ) : (
            <Trans>{firstName} would like to write to you</Trans>
          )}
        </b>
        <span dir="auto" className="block truncate text-ink-2 text-sm">
          <Preview chat={newest} ownId={ownId} />
        </span>
      </span>
      {unread > 0 && <Unread count={unread} />}
    </>
  )
}

function Chats({ label, chats, openId, ownId }: ListProps & { label: string }) {
  const today = startOfDay()
  return (
    <LongList items={chats} label={label} className="long-list-19">
      {chat => <ChatRow chat={chat} isOpen={chat.id === openId} ownId={ownId} today={today} />}
    </LongList>
  )
}

type RowProps = {
  chat: Chat
  isOpen: boolean
  ownId: number
  /** The current day in milliseconds; the next day changes the times. */
  today: number
}

const ChatRow = memo(DrawnRow)

function DrawnRow({ chat, isOpen, ownId, today }: RowProps) {
  const days = useDays()
  const { id, lastMessage, unreadCount } = chat
  const other = otherOf(chat, ownId)
  const name = chat.title ?? nameOf(other)
  const isUnread = unreadCount > 0
  return (
    <Link
      to={pathTo('chat', { id })}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-19 items-center gap-3 rounded-[6px_18px_18px] px-4 py-3 hover:bg-sunken aria-[current]:md:bg-picked-soft"
    >
      {chat.kind === 'pair' ? (
        <Avatar userId={other.id} name={name} src={other.profileImage} size={52} />
      ) : chat.kind === 'circle' ? (
        <CircleSign />
      ) : (
        <ThreadSign startTime={chat.startTime} />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <b className="truncate font-[650]">{name}</b>
          {lastMessage && (
            <time dateTime={lastMessage.sentAt} className="shrink-0 text-ink-2 text-xs tabular-nums">
              {days.brief(lastMessage.sentAt, today)}
            </time>
          )}
        </span>
        <span className="flex min-h-6 items-center justify-between gap-2">
          <span dir="auto" className={`truncate text-sm ${isUnread ? 'font-[650]' : 'text-ink-2'}`}>
            <Preview chat={chat} ownId={ownId} />
          </span>
          {isUnread && <Unread count={unreadCount} />}
        </span>
      </span>
    </Link>
  )
}

type PreviewProps = { chat: Chat; ownId: number }

function Preview({ chat: { kind, lastMessage: message, lastSeq, startTime }, ownId }: PreviewProps) {
  if (!message) {
    if (lastSeq === 0) return <Trans>No messages yet</Trans>
    return startTime && new Date(startTime) < new Date() ? (
      <Trans>It’s over. The messages have expired.</Trans>
    ) : (
      <Trans>Messages have expired</Trans>
    )
  }
  return <LastMessage message={message} kind={kind} ownId={ownId} />
}

function Unread({ count }: { count: number }) {
  const { t } = useLingui()
  return (
    <span className="h-6 min-w-6 shrink-0 rounded-full bg-heart px-1.5 text-center font-[750] text-[.8125rem] text-danger-ink leading-6 tabular-nums">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t`${count} unread`}</span>
    </span>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`}>
      {[1, 2, 3, 4].map(row => (
        <div key={row} className="flex min-h-19 items-center gap-3 px-4">
          <Skeleton className="size-13" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}
