import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { usePath } from '../platform/navigation.tsx'
import { useHasNotified } from '../platform/notices.ts'
import { matchRoute } from '../platform/routes.ts'
import { screen } from '../platform/screen.ts'

const ToastRegion = lazy(async () => ({ default: (await import('@papadag/ui/toast')).ToastRegion }))

/** The notification area; its code comes with the first toast. */
export function Toasts() {
  const { t } = useLingui()
  const hasNotified = useHasNotified()
  const isInChat = matchRoute(usePath())?.name === 'chat'
  if (!hasNotified) return null
  return (
    <Suspense>
      <ToastRegion
        label={t`Notification`}
        // Above the field in which he writes, and its button.
        className={isInChat ? 'mb-20' : ''}
        closeLabel={t`Close`}
        limits={{ durationMs: screen.toastMs, removalMs: screen.toastRemovalMs, swipePx: screen.toastSwipePx }}
      />
    </Suspense>
  )
}
