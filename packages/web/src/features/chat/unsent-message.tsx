import { Trans } from '@lingui/react/macro'
import { useUser } from '../../platform/session.ts'
import { Bubble } from './bubble.tsx'
import type { Chats } from './chats.ts'
import type { Pending } from './conversations.ts'

/** A message of the user that the server has not acknowledged. */
export function UnsentMessage({ chats, unsent, follows }: { chats: Chats; unsent: Pending; follows: boolean }) {
  const { firstName } = useUser()
  const hasFailed = unsent.state === 'failed'
  const link = 'min-h-11 px-1 font-bold underline'
  return (
    <>
      <Bubble
        message={{ content: unsent.content, sentAt: unsent.writtenAt }}
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
            {unsent.reason ?? <Trans>Not sent</Trans>}
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
