import { Trans, useLingui } from '@lingui/react/macro'
import type { Chat, Message } from '@papadag/contract/chat'
import { Button } from '@papadag/ui/button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useEffect, useState } from 'react'
import type { Chats } from '../store/chats.ts'
import type { Conversation } from '../store/conversations.ts'
import { reachedByAll } from '../store/marks.ts'
import { startOfDay, useDays } from './days.ts'
import { type GroupTalk, type InvitationCard, isRun, MessageChunk } from './message-chunk.tsx'
import { UnsentMessage } from './unsent-message.tsx'
import { useLogScroll } from './use-log-scroll.ts'

const chunkSize = 50
// Screen readers notice changes a little later.
const settledAfterMs = 1000

const logClass =
  'relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-3.5 pb-4 [overflow-anchor:none] focus-visible:-outline-offset-3'
const linesClass = 'flex min-h-full flex-col justify-end pt-14'

type Props = {
  chats: Chats
  chat: Chat
  conversation: Conversation
  ownId: number
  /** The other father of a pair, or a thread's playdate. */
  name: string
  group?: GroupTalk | undefined
  Invitation: InvitationCard
}

/** The messages: the latest at the bottom, earlier ones on scrolling up. */
export function MessageLog({ chats, chat, conversation, ownId, name, group, Invitation }: Props) {
  const { t } = useLingui()
  const days = useDays()
  const { messages, pending, isReady, isOutOfReach, hasEarlier, problem } = conversation
  const unreadFrom = useUnreadFrom(chat, conversation, ownId)
  const { log, shown, newCount, onScroll, toEnd } = useLogScroll(chats, chat.id, conversation, ownId)
  const last = messages.at(-1)
  const period = days.period(chats.retention())
  const isSettled = useIsSettled(isReady)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        role="log"
        aria-label={group ? t`Messages about ${name}` : t`Messages with ${name}`}
        // Earlier messages are not announced all at once.
        aria-live={isSettled ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        onScroll={onScroll}
        className={logClass}
      >
        <div className={linesClass}>
          {isReady && !hasEarlier && (
            <p className="mx-auto my-3 max-w-[60ch] text-center text-ink-2 text-xs">
              <Trans>Chat history is kept for {period}. After that, everybody is free to forget it.</Trans>
            </p>
          )}
          {!isReady && (isOutOfReach ? chat.lastSeq > 0 && <NotHere /> : <Waiting />)}
          <Chunks {...{ shown, chat, ownId, name, group, unreadFrom, Invitation }} />
          {/* Announced once, when it has been sent. */}
          <div aria-live="off">
            {pending.map((unsent, at) => (
              <UnsentMessage
                key={unsent.clientId}
                chats={chats}
                unsent={unsent}
                mustAwait={chat.messagesLeft === 0}
                about={unsent.playdateId && group?.about(unsent.playdateId)}
                quote={unsent.replyTo && group?.quote(unsent.replyTo)}
                follows={at > 0 || isRun(last, { senderId: ownId, sentAt: unsent.writtenAt })}
              />
            ))}
          </div>
          {problem && (
            <p role="alert" className="mt-3 text-center font-semibold text-danger text-sm">
              {problem}
            </p>
          )}
        </div>
      </div>
      {newCount > 0 && (
        <Button
          variant="picked"
          size={44}
          icon="down"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2"
        >
          <Trans>New messages</Trans>
        </Button>
      )}
    </div>
  )
}

type ChunksProps = Omit<Props, 'chats' | 'conversation'> & {
  shown: readonly Message[]
  unreadFrom: number | undefined
}

/** The messages that the server has; those not yet sent come after them. */
function Chunks({ shown, chat, ownId, name, group, unreadFrom, Invitation }: ChunksProps) {
  const today = startOfDay()
  const chunks = chunksOf(shown)
  const reached = reachedByAll(chat)
  return chunks.map((chunk, at) => {
    const [from = 0, to = 0] = [chunk[0]?.seq, chunk.at(-1)?.seq]
    const within = (seq: number) => Math.min(to, Math.max(from - 1, seq))
    return (
      <MessageChunk
        key={Math.floor(from / chunkSize)}
        messages={chunk}
        before={chunks[at - 1]?.at(-1)}
        after={chunks[at + 1]?.[0]}
        ownId={ownId}
        name={name}
        group={group}
        deliveredSeq={within(reached.deliveredSeq)}
        readSeq={within(reached.readSeq)}
        unreadFrom={unreadFrom}
        hasLinks={!chat.isRequest}
        today={today}
        isQuiet={at < chunks.length - 1}
        Invitation={Invitation}
      />
    )
  })
}

/** The same, before there are messages. */
export function LogDrawing() {
  return (
    <div data-log className={logClass}>
      <div className={linesClass}>
        <Waiting />
      </div>
    </div>
  )
}

/** In place of the messages until the chats have loaded. */
export function NoMessagesYet() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end px-3.5 pb-4">
      <Waiting />
    </div>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className="grid gap-3">
      <Skeleton className="h-14 w-3/5" />
      <Skeleton className="ml-auto h-14 w-2/5" />
      <Skeleton className="h-14 w-2/5" />
    </SkeletonGroup>
  )
}

/** The chat was never opened here, and now it cannot be loaded. */
function NotHere() {
  return (
    <p role="status" className="m-auto max-w-[40ch] text-center">
      <Trans>This chat is not on this device yet. It will be here once you are connected again.</Trans>
    </p>
  )
}

/** The first unread message when this chat opened; it stays there while he reads. */
function useUnreadFrom(chat: Chat, { messages }: Conversation, ownId: number) {
  const [readBefore] = useState(chat.unreadCount > 0 ? chat.ownReadSeq : undefined)
  if (readBefore === undefined) return undefined
  return messages.find(({ seq, senderId }) => seq > readBefore && senderId !== ownId)?.seq
}

/** Whether the loaded messages have been shown for a moment. */
function useIsSettled(isReady: boolean) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return isSettled
}

/** Cut at fixed numbers, so that a new message changes only the last piece. */
function chunksOf(messages: readonly Message[]): Message[][] {
  const chunks = new Map<number, Message[]>()
  for (const message of messages) {
    const at = Math.floor(message.seq / chunkSize)
    const chunk = chunks.get(at)
    if (chunk) chunk.push(message)
    else chunks.set(at, [message])
  }
  return [...chunks.values()]
}
