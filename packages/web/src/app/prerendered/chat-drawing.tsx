import { Skeleton } from '@papadag/ui/states/skeleton'
import { ComposerRoom } from '../../features/chat/composer.tsx'
import { ConversationFrame } from '../../features/chat/conversation-pane.tsx'
import { Bubble } from '../../features/chat/log/bubble.tsx'
import { Separator, UnreadSeparator } from '../../features/chat/log/message-chunk.tsx'
import { LogDrawing } from '../../features/chat/log/message-log.tsx'
import { PaneHeader } from '../../features/chat/pane-header.tsx'

const anyMessage = { content: '', sentAt: '2026-01-01T00:00:00Z' }

/** An open chat on a phone, with patterns for its messages, which write-messages.ts writes. */
export function ChatDrawing() {
  return (
    <>
      <ConversationFrame isOpen>
        <PaneHeader
          isCutOff={false}
          sign={<Skeleton className="size-9 rounded-full" />}
          title={
            <span data-name className="grid py-[.1125em]">
              <Skeleton className="h-4 w-32" />
            </span>
          }
          about={'\u00a0'}
        >
          <span className="w-24" />
        </PaneHeader>
        <LogDrawing />
        <ComposerRoom />
      </ConversationFrame>
      <template id="lines">
        {[false, true].map(isOwn =>
          [false, true].map(follows => (
            <Bubble
              key={`${isOwn} ${follows}`}
              message={anyMessage}
              isOwn={isOwn}
              sender=""
              follows={follows}
              hasTime
              hasLinks={false}
              mark={isOwn ? 'sent' : undefined}
            />
          )),
        )}
        <Separator>
          <Skeleton className="my-[.25em] h-[1em] w-24" />
        </Separator>
        <UnreadSeparator />
      </template>
    </>
  )
}
