import { lazy, Suspense, useEffect, useState } from 'react'
import { markInstalled } from '../../features/install/installing.ts'
import { legalPages } from '../../features/legal/content/shape.ts'
import { installOffer, installQuestion, knowsInstalledApp } from '../../platform/screen/install.ts'
import { Quiet, sayUnavailable } from '../../platform/screen/quiet.tsx'
import { closeReport, useReported } from '../../platform/screen/reporting.ts'
import { closeSharing, useShared } from '../../platform/screen/sharing.ts'
import { mayAskToTell } from '../../platform/screen/useful-moment.ts'
import { later, laterIfPossible } from '../../platform/screen/when-near.tsx'
import { followOtherTabs, useConsent } from '../../platform/session/consent.ts'
import { useSession } from '../../platform/session/session.ts'
import { UpdateNotice } from './update-notice.tsx'

// Most visits need none of these.
const ConsentDialog = lazy(async () => ({
  default: (await import('../../features/consent/consent-dialog.tsx')).ConsentDialog,
}))
const InstallCard = lazy(async () => ({
  default: (await import('../../features/install/install-card.tsx')).InstallCard,
}))
const OpenInApp = lazy(async () => ({
  default: (await import('../../features/install/open-in-app.tsx')).OpenInApp,
}))
const InstallDialog = lazy(async () => ({
  default: (await import('../../features/install/install-dialog.tsx')).InstallDialog,
}))
const PermissionCard = laterIfPossible(
  async () => (await import('../../features/notifications/permission-card.tsx')).PermissionCard,
  'others',
)
const ReportDialog = later(
  async () => (await import('../../features/moderation/report-dialog.tsx')).ReportDialog,
  'others',
)
const ParentSheet = later(async () => (await import('../../features/invites/parent-link.tsx')).ParentSheet, 'others')
const ShareSheet = later(async () => (await import('../../features/invites/share-sheet.tsx')).ShareSheet, 'others')

/** Overlays over any screen, one at a time: the privacy dialog first, then the cards (R9). */
export function Overlays() {
  const { accepted, isAsking } = useConsent()
  const isAsked = accepted === undefined || isAsking
  const liftPx = useToastHeight()
  const session = useSession()
  const userId = session.status === 'member' ? session.user.id : undefined
  const reported = useReported()
  const shared = useShared()
  const isReading = useArrivedAtLegalPage()
  const wasAsked = useEver(isAsked && !isReading)
  const wantsToInstall = useEver(installQuestion.use())
  const offer = installOffer.use()
  const mayAsk = mayAskToTell.use()
  const installCard = offer ? (
    <InstallCard mayShow={!isAsked} />
  ) : (
    knowsInstalledApp() && <OpenInApp mayShow={!isAsked} />
  )
  useOtherTabsAndBrowser()
  return (
    <>
      {shared && userId !== undefined && (
        <Quiet onFailed={failToShare}>
          <Suspense>
            {shared.isForParent ? (
              <ParentSheet playdate={shared.playdate} />
            ) : (
              <ShareSheet key={shared.playdate.id} playdate={shared.playdate} isNew={shared.isNew ?? false} />
            )}
          </Suspense>
        </Quiet>
      )}
      {reported && userId !== undefined && (
        <Quiet onFailed={failToReport}>
          <Suspense>
            <ReportDialog key={`${reported.type} ${reported.id}`} reported={reported} />
          </Suspense>
        </Quiet>
      )}
      <Quiet>
        <Suspense>{wasAsked && <ConsentDialog />}</Suspense>
      </Quiet>
      <Quiet>
        <Suspense>{wantsToInstall && <InstallDialog />}</Suspense>
      </Quiet>
      <div
        className="toast-place pointer-events-none z-20 grid gap-3 *:pointer-events-auto"
        style={liftPx > 0 ? { marginBottom: liftPx + gapPx } : undefined}
      >
        <UpdateNotice />
        <Quiet>
          <Suspense>
            {mayAsk && userId !== undefined ? (
              <PermissionCard userId={userId} mayShow={!isAsked} otherwise={installCard} />
            ) : (
              installCard
            )}
          </Suspense>
        </Quiet>
      </div>
    </>
  )
}

function failToReport() {
  closeReport()
  sayUnavailable()
}

function failToShare() {
  closeSharing()
  sayUnavailable()
}

/** Whether this was ever true: whatever was open once stays rendered, so that it can fade out. */
function useEver(isSo: boolean) {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo || isSo
}

/** Answers and installs in other tabs count too. */
function useOtherTabsAndBrowser() {
  useEffect(() => {
    addEventListener('storage', followOtherTabs)
    addEventListener('appinstalled', markInstalled)
    return () => {
      removeEventListener('storage', followOtherTabs)
      removeEventListener('appinstalled', markInstalled)
    }
  }, [])
}

/** Whether he opened a legal text, which he may read before he is asked anything. */
function useArrivedAtLegalPage() {
  const [isReading, setIsReading] = useState(() => legalPages.some(page => `#${page}` === location.hash))
  useEffect(() => {
    const follow = () => setIsReading(isStill => isStill && legalPages.some(page => `#${page}` === location.hash))
    addEventListener('hashchange', follow)
    // The dialog may have closed before this component rendered.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return isReading
}

const gapPx = 12

/** The height of the toast below, measured because toasts are in a separate layer. */
function useToastHeight() {
  const [heightPx, setHeightPx] = useState(0)
  useEffect(() => {
    let shown: Element | null = null
    // Reading its height on every change would force the browser to lay out the page each time.
    const size = new ResizeObserver(() => setHeightPx(shown?.clientHeight ?? 0))
    const observe = () => {
      const toast = document.querySelector('.toast-place > .toast[data-state=open]')
      if (toast === shown) return
      shown = toast
      size.disconnect()
      if (toast) size.observe(toast)
      else setHeightPx(0)
    }
    const observer = new MutationObserver(observe)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state'] })
    return () => {
      observer.disconnect()
      size.disconnect()
    }
  }, [])
  return heightPx
}
