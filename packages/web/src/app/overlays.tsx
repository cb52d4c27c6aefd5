import { lazy, Suspense, useEffect, useState } from 'react'
import { ConsentDialog } from '../features/consent/consent-dialog.tsx'
import { InstallCard } from '../features/install/install-card.tsx'
import { InstallDialog } from '../features/install/install-dialog.tsx'
import { useConsent } from '../platform/consent.ts'
import { useReported } from '../platform/reporting.ts'
import { useSession } from '../platform/session.ts'
import { goOffline } from './offline-parts.ts'
import { UpdateNotice } from './update-notice.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('../features/moderation/report-dialog.tsx')).ReportDialog,
}))

/** What comes over any screen, one after the other: the privacy dialog first, the cards when it has gone (R9). */
export function Overlays() {
  const { accepted, isAsking } = useConsent()
  const isAsked = accepted === undefined || isAsking
  const liftPx = useToastHeight()
  const session = useSession()
  const userId = session.status === 'member' ? session.user.id : undefined
  useEffect(() => (userId === undefined ? undefined : goOffline()), [userId])
  const reported = useReported()
  return (
    <>
      {reported && userId !== undefined && (
        <Suspense>
          <ReportDialog key={`${reported.type} ${reported.id}`} reported={reported} />
        </Suspense>
      )}
      <ConsentDialog />
      <InstallDialog />
      <div
        className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--pd-bottombar-h)+env(safe-area-inset-bottom)+12px)] z-20 grid gap-3 *:pointer-events-auto md:right-6 md:bottom-6 md:left-auto md:w-105"
        style={liftPx > 0 ? { marginBottom: liftPx + gapPx } : undefined}
      >
        <UpdateNotice />
        <InstallCard mayShow={!isAsked} />
      </div>
    </>
  )
}

const gapPx = 12

/** How much room the toast below takes; toasts live in a layer of their own, so it is measured. */
function useToastHeight() {
  const [heightPx, setHeightPx] = useState(0)
  useEffect(() => {
    const measure = () => setHeightPx(document.querySelector('.toast[data-state=open]')?.clientHeight ?? 0)
    const observer = new MutationObserver(measure)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state'] })
    return () => observer.disconnect()
  }, [])
  return heightPx
}
