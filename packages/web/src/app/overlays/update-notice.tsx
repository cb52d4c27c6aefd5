import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { useEffect, useState } from 'react'
import { serviceWorkers } from '../../platform/browser/service-worker.ts'

// How often to check for a newer version in a tab that stays open for days and becomes visible.
const checkAgainMs = 3_600_000
// The new service worker takes over immediately; if it does not, the page is reloaded without it.
const patienceMs = 2000

/** Announces a newer version. It never reloads by itself, since the user may be typing. */
export function UpdateNotice() {
  const [waiting, setWaiting] = useState<ServiceWorker>()
  useEffect(() => watchForUpdate(setWaiting), [])
  return (
    <div role="status">
      {waiting && (
        <Card className="flex flex-wrap items-center gap-3 shadow-3">
          <p className="min-w-0 flex-1 font-semibold">
            <Trans>New version ready</Trans>
          </p>
          <Button size={44} icon="refresh" onClick={() => reloadWith(waiting)}>
            <Trans>Reload</Trans>
          </Button>
        </Card>
      )}
    </div>
  )
}

function watchForUpdate(tell: (waiting: ServiceWorker) => void): () => void {
  const workers = serviceWorkers()
  if (!workers) return () => {}
  const over = new AbortController()
  const { signal } = over
  // On the first visit the worker is registered only after this is rendered.
  void workers.ready.then(registration => {
    if (signal.aborted) return
    // Without a controller this is the first version in this browser.
    const tellIfReady = (worker: ServiceWorker | null) => {
      if (worker?.state === 'installed' && workers.controller) tell(worker)
    }
    const follow = () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => tellIfReady(installing), { signal })
    }
    tellIfReady(registration.waiting)
    // The update may have been found before this component listened.
    follow()
    registration.addEventListener('updatefound', follow, { signal })
    let checkedAtMs = performance.now()
    const checkForUpdate = () => {
      if (document.hidden || performance.now() - checkedAtMs < checkAgainMs) return
      checkedAtMs = performance.now()
      registration.update().catch(() => {})
    }
    document.addEventListener('visibilitychange', checkForUpdate, { signal })
  })
  return () => over.abort()
}

function reloadWith(waiting: ServiceWorker) {
  const reload = () => location.reload()
  serviceWorkers()?.addEventListener('controllerchange', reload, { once: true })
  setTimeout(reload, patienceMs)
  waiting.postMessage('take over')
}
