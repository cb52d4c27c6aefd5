import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useHasNotified } from '../../platform/screen/notices.ts'
import { screen } from '../../platform/screen/screen.ts'

const ToastRegion = lazy(async () => ({ default: (await import('@papadag/ui/layers/toast')).ToastRegion }))

/** The notification region; its code loads with the first toast. */
export function Toasts() {
  const { t } = useLingui()
  const hasNotified = useHasNotified()
  if (!hasNotified) return null
  return (
    <Suspense>
      <ToastRegion
        label={t`Notification`}
        closeLabel={t`Close`}
        limits={{ durationMs: screen.toastMs, removalMs: screen.toastRemovalMs, swipePx: screen.toastSwipePx }}
      />
    </Suspense>
  )
}
