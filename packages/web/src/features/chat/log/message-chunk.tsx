import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '@papadag/contract/chat'
import { type ComponentType, Fragment, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Bubble, type Mark } from './bubble.tsx'
import { daysAgo, useDays } from './days.ts'
import { invitationIn, type LinkedPlaydate } from './invitation-in.ts'

/** Shows the playdate that a message links to; from another feature. */
export type InvitationCard = ComponentType<{ to: LinkedPlaydate }>

/** What a group shows around its messages; pairs have none of it. */
export type GroupTalk = {
  /** The members by id; others have left. */
  names: ReadonlyMap<number, string>
  /** This date of a series, in one line. */
  about: (playdateId: number) => ReactNode
  /** The message with this number, in one line. */
  quote: (seq: number) => ReactNode
  /** What can be done with a message. */
  menu: (message: Message, sender: string, isOwn: boolean) => ReactNode
  reactions: (message: Message, isOwn: boolean) => ReactNode
}

type Props = {
  messages: readonly Message[]
  /** The messages just before and after these. */
  before: Message | undefined
  after: Message | undefined
  ownId: number
  name: string
  group?: GroupTalk | undefined
  deliveredSeq: number
  readSeq: number
  /** The first message that was unread when the chat opened. */
  unreadFrom: number | undefined
  hasLinks: boolean
  /** The current day in milliseconds; the next day changes the headings. */
  today: number
  /** Messages from before this screen opened, or far back, are not announced. */
  isQuiet: boolean
  Invitation: InvitationCard
}

const nearPx = 2000
const runMs = 5 * 60_000

/** A run of messages. Far from the viewport only its height is kept, which keeps a long history light. */
export const MessageChunk = memo(Chunk, (a, b) => {
  const { messages: one, ...restOfOne } = a
  const { messages: other, ...restOfOther } = b
  const isSame = one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1)
  // The same names on both sides: both are props of this component.
  return (
    isSame &&
    Object.entries(restOfOne).every(([name, value]) => value === restOfOther[name as keyof typeof restOfOther])
  )
})

function Chunk({ messages, before, after, isQuiet, ...look }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState<number>()

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        setHeightPx(entry.isIntersecting ? undefined : entry.boundingClientRect.height)
      },
      { root: element.parentElement?.parentElement ?? null, rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // For a screen reader, a re-rendered message would be new.
  const isFolded = isQuiet && heightPx !== undefined
  return (
    <div ref={box} aria-live={isQuiet ? 'off' : undefined} style={isFolded ? { height: heightPx } : undefined}>
      {!isFolded &&
        messages.map((message, at) => (
          <Row
            key={message.seq}
            message={message}
            previous={messages[at - 1] ?? before}
            next={messages[at + 1] ?? after}
            {...look}
          />
        ))}
    </div>
  )
}

type RowProps = Omit<Props, 'messages' | 'before' | 'after' | 'isQuiet'> & {
  message: Message
  previous: Message | undefined
  next: Message | undefined
}

function Row({
  message,
  previous,
  next,
  ownId,
  name,
  group,
  unreadFrom,
  hasLinks,
  today,
  Invitation,
  ...marks
}: RowProps) {
  const { t } = useLingui()
  const days = useDays()
  const sender = group ? (group.names.get(message.senderId) ?? t`Somebody who has left`) : name
  const isOwn = message.senderId === ownId
  const isNewDay = !previous || daysAgo(previous.sentAt) !== daysAgo(message.sentAt)
  const isFirstUnread = message.seq === unreadFrom
  const invited = invitationIn(message.content)
  const isLastOfMinute = next?.senderId !== message.senderId || next.sentAt.slice(0, 16) !== message.sentAt.slice(0, 16)
  return (
    <Fragment>
      {isNewDay && <Separator>{days.day(message.sentAt, today)}</Separator>}
      {isFirstUnread && <UnreadSeparator />}
      <Bubble
        message={invited ? { ...message, content: invited.words } : message}
        isOwn={isOwn}
        sender={sender}
        showsSender={group !== undefined}
        {...(group && {
          about: message.playdateId ? group.about(message.playdateId) : undefined,
          quote: message.replyTo ? group.quote(message.replyTo) : undefined,
          menu: group.menu(message, sender, isOwn),
          reactions: group.reactions(message, isOwn),
        })}
        follows={!isNewDay && !isFirstUnread && isRun(previous, message)}
        hasTime={isLastOfMinute}
        hasLinks={hasLinks || isOwn}
        mark={isOwn && isLastOfMinute ? markOf(message.seq, marks) : undefined}
        {...(invited && { card: <Invitation to={invited.to} /> })}
      />
    </Fragment>
  )
}

/** Whether a message continues the previous one. */
export function isRun(previous: Message | undefined, next: { senderId: number; sentAt: string }) {
  return previous?.senderId === next.senderId && Date.parse(next.sentAt) - Date.parse(previous.sentAt) < runMs
}

function markOf(seq: number, { deliveredSeq, readSeq }: { deliveredSeq: number; readSeq: number }): Mark {
  if (seq <= readSeq) return 'read'
  return seq <= deliveredSeq ? 'delivered' : 'sent'
}

export function Separator({ children, isUnread = false }: { children: React.ReactNode; isUnread?: boolean }) {
  return (
    <p
      data-unread={isUnread || undefined}
      className={`my-3.5 flex items-center gap-3 text-center font-[650] text-[.8125rem] ${isUnread ? 'text-danger before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current' : 'justify-center text-ink-2'}`}
    >
      {children}
    </p>
  )
}

export function UnreadSeparator() {
  return (
    <Separator isUnread>
      <Trans>New messages</Trans>
    </Separator>
  )
}
