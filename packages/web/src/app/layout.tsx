import { Trans, useLingui } from '@lingui/react/macro'
import type { PageName } from '@papadag/contract/pages'
import { Banner } from '@papadag/ui/layers/banner'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { ChatState } from '../features/chat/store/chat-state.ts'
import type { Chats } from '../features/chat/store/chats.ts'
import { usePath } from '../platform/navigation/navigation.tsx'
import { matchRoute } from '../platform/navigation/routes.ts'
import { noCookies } from '../platform/screen/notices.ts'
import { screen } from '../platform/screen/screen.ts'
import { usable } from '../platform/screen/usable.ts'
import { laterIfPossible } from '../platform/screen/when-near.tsx'
import { useSession } from '../platform/session/session.ts'
import { BottomBar } from './header/bottom-bar.tsx'
import { Header } from './header/header.tsx'
import { type LiveParts, liveParts, loadLiveParts } from './load-live-parts.ts'
import { MainArea } from './main-area.tsx'
import { useOnline } from './overlays/connectivity.ts'
import { useRefusesCookies } from './overlays/cookies.ts'
import { Toasts } from './overlays/toasts.tsx'

const Overlays = laterIfPossible(async () => (await import('./overlays/overlays.tsx')).Overlays)
const KeptNotice = laterIfPossible(async () => (await import('./overlays/kept-notice.tsx')).KeptNotice)

// Lets the first screen request its data first.
const calmMs = 400

/** Screens that use the full width of a large window. */
const wide: ReadonlySet<PageName> = new Set(['places', 'playground-map', 'chat'])

/** The shell around every screen, except the login page, which runs edge to edge. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const screenName = matchRoute(usePath())?.name
  const isBare = screenName === 'auth'
  const isWide = screenName !== undefined && wide.has(screenName)
  const session = useSession()
  const hasBottomBar = session.status === 'member' && !isBare
  const isUsable = usable.use()
  const isOnline = useOnline(isUsable)
  const refusesCookies = useRefusesCookies(session)
  const isCalm = useCalm(isUsable)
  // Elsewhere they wait for the screen; here they bring its messages.
  const isDue = isUsable || screenName === 'chat'
  const { unread, chats } = useLive(isDue && session.status === 'member' ? session.user.id : undefined)
  return (
    <>
      {!isBare && (
        <>
          <a href="#main" className="skip-link">
            <Trans>Skip to content</Trans>
          </a>
          <Header unread={unread} />
        </>
      )}
      {!isOnline && (
        <Banner tone="danger" icon="offline" role="status" flat className="min-h-11">
          <Trans>You are offline. What you have already seen is still here.</Trans>
        </Banner>
      )}
      {refusesCookies && (
        <Banner tone="danger" role="alert" flat className="min-h-11">
          {i18n._(noCookies)}
        </Banner>
      )}
      {isCalm && session.status === 'member' && (
        <Suspense>
          <KeptNotice />
        </Suspense>
      )}
      {/* A separate element, since changing the width of the old one would visibly move its content. */}
      <MainArea key={isWide ? 'wide' : 'narrow'} width={isBare ? 'bare' : isWide ? 'wide' : 'narrow'}>
        <ChatState value={chats}>{children}</ChatState>
      </MainArea>
      {hasBottomBar && <BottomBar unread={unread} />}
      <Toasts />
      {isCalm && (
        <Suspense>
          <Overlays />
        </Suspense>
      )}
    </>
  )
}

/** Whether the screen has been usable for a moment; overlays wait for that. */
function useCalm(isUsable: boolean) {
  const [isCalm, setIsCalm] = useState(false)
  useEffect(() => {
    if (!isUsable) return
    const timer = setTimeout(() => setIsCalm(true), calmMs)
    return () => clearTimeout(timer)
  }, [isUsable])
  return isCalm
}

/** Keeps a member's screens up to date. Returns his chats and his unread messages. */
function useLive(userId: number | undefined) {
  const [unread, setUnread] = useState(0)
  const [chats, setChats] = useState<Chats>()
  useEffect(() => {
    if (userId === undefined) return
    let end: (() => void) | undefined
    let hasLeft = false
    const go = ({ goLive }: LiveParts) => {
      const live = goLive(userId, setUnread)
      end = live.end
      // Ending it deletes his stored data.
      if (hasLeft) end()
      else setChats(live.chats)
    }
    // Offline the import fails and is retried.
    const start = (): unknown => loadLiveParts().then(go, () => setTimeout(start, screen.reconnectAfterFailureMs))
    const loaded = liveParts()
    if (loaded) go(loaded)
    else start()
    return () => {
      hasLeft = true
      end?.()
      setChats(undefined)
    }
  }, [userId])
  return { unread, chats }
}
