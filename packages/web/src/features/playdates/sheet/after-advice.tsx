import { safeMeeting } from '@papadag/contract/playdates/playdates'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { LoadingCard } from '../../../platform/data/loading-card.tsx'
import { laterInside } from '../../../platform/screen/when-near.tsx'

// Loaded on demand: it is shown rarely, and once per user.
const SafeMeeting = laterInside(async () => (await import('./safe-meeting.tsx')).SafeMeeting, 'onOpen')

/** How long the children wait for the advice. */
const patienceMs = 1000

type Props = {
  /** Whether he would meet fathers he may not know. */
  isAdvised: boolean
  /** What stands in the room of the children meanwhile. */
  meanwhile?: ReactNode
  children: ReactNode
}

/** The advice on meeting unknown fathers, where it is due, and what it would otherwise push away under his finger. */
export function AfterAdvice({ isAdvised, meanwhile = <LoadingCard />, children }: Props) {
  const { isAwaited, isDue } = useAdvice(isAdvised)
  if (isAwaited) return meanwhile
  return (
    <Suspense fallback={meanwhile}>
      {isDue && <SafeMeeting />}
      {children}
    </Suspense>
  )
}

/** Whether the advice is due, awaited once and not for long. */
function useAdvice(isAdvised: boolean) {
  const { data, isPending } = useRead(safeMeeting, {}, { enabled: isAdvised })
  const isKnown = !isAdvised || !isPending
  const [hasWaited, setHasWaited] = useState(isKnown)
  useEffect(() => {
    if (hasWaited) return
    const timer = setTimeout(() => setHasWaited(true), isKnown ? 0 : patienceMs)
    return () => clearTimeout(timer)
  }, [hasWaited, isKnown])
  return { isAwaited: !hasWaited && !isKnown, isDue: isAdvised && data?.isDue === true }
}
