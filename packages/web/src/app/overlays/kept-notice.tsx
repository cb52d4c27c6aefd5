import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { reads } from '../../platform/data/reads.ts'
import { useDates } from '../../platform/language/dates.ts'
import { oldestShown, watchKept } from '../../platform/offline/offline-answers.ts'

/** Says how old the screen's data is if the server cannot be reached. */
export function KeptNotice() {
  const sinceMs = useSyncExternalStore(watch, oldestShown)
  // Always rendered, since only changes in it are announced.
  return <div role="status">{sinceMs !== undefined && <Since sinceMs={sinceMs} />}</div>
}

function Since({ sinceMs }: { sinceMs: number }) {
  const { t } = useLingui()
  const dates = useDates()
  const since = new Date(sinceMs).toISOString()
  const when = isToday(sinceMs) ? dates.time(since) : `${dates.shortDate(since)}, ${dates.time(since)}`
  return <p className="px-4 py-1.5 text-center text-ink-2 text-sm">{t`Last updated: ${when}`}</p>
}

function watch(watcher: () => void) {
  const stop = [
    watchKept(watcher),
    reads.getQueryCache().subscribe(({ type }) => mayChangeWhatIsShown(type) && watcher()),
  ]
  return () => {
    for (const end of stop) end()
  }
}

// The reads on screen change with the screen.
const mayChangeWhatIsShown = (type: string) => /^(observerAdded|observerRemoved|updated)$/.test(type)

function isToday(ms: number) {
  return new Date(ms).toDateString() === new Date().toDateString()
}
