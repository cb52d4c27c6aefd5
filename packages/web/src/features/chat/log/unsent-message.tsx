import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useUser } from '../../../platform/session/session.ts'
import type { Chats } from '../store/chats.ts'
import type { Pending } from '../store/conversations.ts'
import { Bubble } from './bubble.tsx'

type Props = {
  chats: Chats
  unsent: Pending
  follows: boolean
  /** Whether the other must answer before another message. */
  mustAwait: boolean
  /** The date that it is about. */
  about?: ReactNode
  /** The message that it answers. */
  quote?: ReactNode
}

/** A message of the user that the server has not acknowledged. */
export function UnsentMessage({ chats, unsent, follows, mustAwait, about, quote }: Props) {
  const { firstName } = useUser()
  const hasFailed = unsent.state === 'failed'
  // He has answered since the server refused it for that reason.
  const isOutdated = unsent.code === 'chat.awaitAnswer' && !mustAwait
  const link = 'min-h-11 px-1 font-bold underline'
  return (
    <>
      <Bubble
        message={{
          content: unsent.content,
          sentAt: unsent.writtenAt,
          ...(unsent.announcement && { announcement: true }),
        }}
        about={about}
        quote={quote}
        isOwn
        sender={firstName}
        follows={follows}
        hasTime={!hasFailed}
        hasLinks
        mark={hasFailed ? undefined : 'sending'}
      />
      {hasFailed && (
        <div className="flex flex-wrap items-center justify-end gap-x-2 text-sm">
          <p role="alert" className="font-semibold text-danger">
            {(!isOutdated && unsent.reason) || <Trans>Not sent</Trans>}
          </p>
          <button type="button" className={link} onClick={() => chats.sendAgain(unsent)}>
            <Trans>Try again</Trans>
          </button>
          <button type="button" className={link} onClick={() => chats.discard(unsent)}>
            <Trans>Remove</Trans>
          </button>
        </div>
      )}
    </>
  )
}
