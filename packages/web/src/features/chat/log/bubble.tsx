import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '@papadag/contract/chat'
import { Icon } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { useDays } from './days.ts'
import { LinkedText } from './linked-text.tsx'

export type Mark = 'sending' | 'sent' | 'delivered' | 'read'

type Props = {
  message: Pick<Message, 'content' | 'announcement'> & { sentAt: string; seq?: number }
  isOwn: boolean
  /** The sender, for screen readers. */
  sender: string
  /** Follows another message of the same sender. */
  follows: boolean
  hasTime: boolean
  hasLinks: boolean
  mark?: Mark | undefined
  /** What the message is about, below its text. */
  card?: ReactNode
  /** Whether the sender is shown above it: in a thread there are several. */
  showsSender?: boolean
  /** The date that it is about, above its text. */
  about?: ReactNode
  /** The message that it answers, above its text. */
  quote?: ReactNode
  /** What can be done with it, beside it. */
  menu?: ReactNode
  /** The reactions to it, below it. */
  reactions?: ReactNode
}

export function Bubble({
  message,
  isOwn,
  sender,
  follows,
  hasTime,
  hasLinks,
  mark,
  card,
  showsSender,
  about,
  quote,
  menu,
  reactions,
}: Props) {
  const { t } = useLingui()
  const days = useDays()
  const side = isOwn ? `${menu ? '' : 'ml-auto'} bg-picked text-picked-ink` : 'bg-surface edge-card'
  const firstCorner = isOwn ? 'rounded-[20px_6px_20px_20px]' : 'rounded-[6px_20px_20px]'
  const bubble = (
    <div
      data-seq={message.seq}
      className={`w-fit ${card ? 'max-w-[min(100%,22rem)]' : 'max-w-4/5 lg:max-w-3/5'} border border-transparent px-3.5 py-2.5 leading-[1.4] ${side} ${follows ? 'mt-1 rounded-[20px]' : `mt-2 ${firstCorner}`}`}
    >
      <span className={showsSender && !isOwn && !follows ? 'block font-[650] text-sm' : 'sr-only'}>
        {isOwn ? t`You` : sender}
        <span className="sr-only">: </span>
      </span>
      {message.announcement && (
        <span className="flex items-center gap-1 font-[650] text-sm">
          <Icon name="bell" size={14} />
          <Trans>Announcement</Trans>
        </span>
      )}
      {about}
      {quote}
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere] empty:hidden">
        {hasLinks ? <LinkedText>{message.content}</LinkedText> : message.content}
      </p>
      {/* It changes without anybody writing, which is not a new message. */}
      {card && (
        <div aria-live="off" className="my-1.5 w-80 max-w-full text-ink">
          {card}
        </div>
      )}
      {(hasTime || mark) && (
        <p
          className={`mt-0.5 flex items-center gap-1 text-xs leading-[1.2] tabular-nums ${isOwn ? 'justify-end opacity-80' : 'text-ink-2'}`}
        >
          <time dateTime={message.sentAt}>{days.time(message.sentAt)}</time>
          <MarkSign mark={mark} />
        </p>
      )}
    </div>
  )
  if (!menu) return bubble
  return (
    <>
      <div className={`flex items-center gap-0.5 ${isOwn ? 'flex-row-reverse' : ''}`}>
        {bubble}
        {menu}
      </div>
      {reactions}
    </>
  )
}

function MarkSign({ mark }: { mark: Mark | undefined }) {
  const { t } = useLingui()
  switch (mark) {
    case 'sending':
      return <span>· {t`sending`}</span>
    case 'sent':
      return <Icon name="check" size={14} label={t`Sent`} />
    case 'delivered':
      return (
        <span className="flex">
          <Icon name="check" size={14} label={t`Delivered`} />
          <Icon name="check" size={14} className="-ml-2" />
        </span>
      )
    case 'read':
      return <Icon name="eye" size={14} label={t`Read`} />
    case undefined:
      return null
  }
}
