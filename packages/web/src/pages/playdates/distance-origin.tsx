import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from '../../features/location/locator.ts'
import { useUser } from '../../platform/session/session.ts'

const WhereDialog = lazy(async () => ({
  default: (await import('../../features/users/neighbourhood/where-dialog.tsx')).WhereDialog,
}))

/** The origin of distances, and a question about it while it is unknown. */
export function useDistanceOrigin() {
  const { home } = useUser()
  const location = useLocation()
  const here = location.status === 'obtained' ? location.position : undefined
  // Called with whether the position became known; set while the question is open.
  const [answer, setAnswer] = useState<(isKnown: boolean) => void>()
  const end = (isKnown: boolean) => {
    answer?.(isKnown)
    setAnswer(undefined)
  }

  /** Locates him, or else asks where he lives; false if it remains unknown. */
  async function find(): Promise<boolean> {
    if (here || home || (await location.find())) return true
    return new Promise(resolve => setAnswer(() => resolve))
  }
  const question: ReactNode = (
    <Question isOpen={answer !== undefined}>
      <WhereDialog
        open={answer !== undefined}
        locate={location.locateForPlaces}
        onClose={() => end(false)}
        onKnown={() => end(true)}
      />
    </Question>
  )
  return {
    /** His position; without it the server measures from his home. */
    from: here,
    isUnknown: location.status === 'fallback' && home === undefined,
    find,
    question,
  }
}

/** Loads the question when it is first asked. */
function Question({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen && <Suspense>{children}</Suspense>
}
