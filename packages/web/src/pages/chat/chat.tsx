import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { ScreenHead } from '@papadag/ui/screen-head'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { ChatList } from '../../features/chat/chat-list.tsx'
import { ConversationFrame, ConversationPane, ConversationSkeleton } from '../../features/chat/conversation-pane.tsx'
import type { LinkedPlaydate } from '../../features/chat/log/invitation-in.ts'
import { otherOf, useChat } from '../../features/chat/use-chats.ts'
import { GoingTogether } from '../../features/playdates/elsewhere/going-together.tsx'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { errorTitle, notify } from '../../platform/screen/notices.ts'
import { useUser } from '../../platform/session/session.ts'

// Loaded on demand: most visits open none.
const NewChatDialog = lazy(async () => ({
  default: (await import('../../features/chat/new-chat-dialog.tsx')).NewChatDialog,
}))

const BlockDialog = lazy(async () => ({
  default: (await import('../../features/users/fathers/block-dialog.tsx')).BlockDialog,
}))

// Few chats contain an invitation. If its code cannot be loaded, the address is shown as it was written.
const LoadedInvitation = lazy(() =>
  import('../../features/invites/invitation-in-chat.tsx').then(
    ({ InvitationInChat }) => ({ default: InvitationInChat }),
    () => ({ default: InvitationLink }),
  ),
)

const LoadedPlaydate = lazy(() =>
  import('../../features/playdates/elsewhere/playdate-in-chat.tsx').then(
    ({ PlaydateInChat }) => ({ default: PlaydateInChat }),
    () => ({ default: PlaydateLink }),
  ),
)

function InvitationInChat({ to }: { to: LinkedPlaydate }) {
  return (
    // As high as the card, so that the messages do not move.
    <Suspense fallback={<div className="card min-h-36 w-full max-w-sm rounded-kap-m bg-surface" />}>
      {'token' in to ? <LoadedInvitation token={to.token} /> : <LoadedPlaydate id={to.playdateId} />}
    </Suspense>
  )
}

function InvitationLink({ token }: { token: string }) {
  return <AsWritten path={`/i/${token}`} />
}

function PlaydateLink({ id }: { id: number }) {
  return <AsWritten path={pathTo('playdates', {}, { open: String(id) })} />
}

function AsWritten({ path }: { path: string }) {
  return (
    <a href={path} className="break-all underline underline-offset-4">
      {location.origin}
      {path}
    </a>
  )
}

const ThreadPane = lazy(async () => ({
  default: (await import('../../features/chat/thread/thread-pane.tsx')).ThreadPane,
}))

const CirclePane = lazy(async () => ({
  default: (await import('../../features/chat/thread/circle-pane.tsx')).CirclePane,
}))

export function Page({ id }: { id?: number }) {
  const { t } = useLingui()
  const { id: ownId } = useUser()
  const [choosing, setChoosing] = useState<boolean>()
  const isOpen = id !== undefined
  const startNew = () => setChoosing(true)
  return (
    <div className="panes md:-mt-2 md:-mb-3 md:grid md:grid-cols-[1fr_2fr] md:grid-rows-[minmax(0,1fr)]">
      <section
        aria-label={t`Chats`}
        className={`md:card-shadow -mx-4 md:mx-0 md:overflow-y-auto md:rounded-[10px_0_0_30px] md:border-line md:border-r-[1.5px] md:bg-surface md:px-2.5 md:pt-2 md:pb-4 ${isOpen ? 'max-md:hidden' : ''}`}
      >
        <div className="px-4 md:px-2">
          <ScreenHead
            heading={isOpen ? 'h2' : 'h1'}
            title={<Trans>Chats</Trans>}
            actions={
              <Button variant="do" size={44} icon="plus" onClick={startNew}>
                <Trans>New Chat</Trans>
              </Button>
            }
          />
        </div>
        <ChatList openId={id} ownId={ownId} />
      </section>
      <ConversationFrame isOpen={isOpen}>
        {isOpen ? (
          <Open id={id} ownId={ownId} />
        ) : (
          <EmptyState
            illustration="noChat"
            heading="h2"
            title={t`Select a chat or start a new conversation`}
            className="m-auto"
          />
        )}
      </ConversationFrame>
      {choosing !== undefined && (
        <Suspense>
          <NewChatDialog open={choosing} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}

const toList = () => navigate(pathTo('chat'), { replace: true })

function Open({ id, ownId }: { id: number; ownId: number }) {
  const { t } = useLingui()
  const { chat, error, retry } = useChat(id)
  const [isBlocking, setIsBlocking] = useState<boolean>()
  const isUnknown = error?.code === 'chat.unknown'
  const [shownId, setShownId] = useState<number>()
  if (chat && shownId !== id) setShownId(id)
  const wasShown = shownId === id
  const leave = useCallback(() => {
    // Whoever is taken off a date or out of a circle has done nothing wrong.
    if (wasShown) notify({ title: msg`You are no longer in this chat`, icon: 'logout' })
    else notify({ title: errorTitle, description: msg`This chat could not be found.`, tone: 'destructive' })
    toList()
  }, [wasShown])
  useEffect(() => {
    if (isUnknown) leave()
  }, [isUnknown, leave])
  if (chat?.playdateId || chat?.seriesId) {
    return (
      <Suspense fallback={<ConversationSkeleton />}>
        <ThreadPane key={id} chat={chat} ownId={ownId} onGone={leave} Invitation={InvitationInChat} />
      </Suspense>
    )
  }
  if (chat?.circleId) {
    return (
      <Suspense fallback={<ConversationSkeleton />}>
        <CirclePane
          key={id}
          chat={chat}
          circleId={chat.circleId}
          ownId={ownId}
          onGone={leave}
          Invitation={InvitationInChat}
        />
      </Suspense>
    )
  }
  if (chat) {
    const father = otherOf(chat, ownId)
    return (
      <>
        <ConversationPane
          chat={chat}
          ownId={ownId}
          ahead={<GoingTogether userId={father.id} />}
          onBlock={() => setIsBlocking(true)}
          Invitation={InvitationInChat}
        />
        {isBlocking !== undefined && (
          <Suspense>
            <BlockDialog father={father} open={isBlocking} onClose={() => setIsBlocking(false)} onBlocked={toList} />
          </Suspense>
        )}
      </>
    )
  }
  if (error && !isUnknown) {
    return <ReadFailed error={error} title={t`The chat could not be loaded`} onRetry={retry} heading="h1" />
  }
  return (
    <>
      <h1 className="sr-only">
        <Trans>Chat</Trans>
      </h1>
      {!isUnknown && <ConversationSkeleton />}
    </>
  )
}
