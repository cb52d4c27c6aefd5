import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { useDates } from '../platform/dates.ts'
import { oldestShown, watchKept } from '../platform/offline-answers.ts'
import { reads } from '../platform/reads.ts'

/** Says since when what is on the screen is known, where the server could not be asked. */
export function KeptNotice() {
  const sinceMs = useSyncExternalStore(watch, oldestShown)
  // Always there: what comes into it is said, what comes with it is not.
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

// Which reads are on the screen changes with the screen.
const mayChangeWhatIsShown = (type: string) => /^(observerAdded|observerRemoved|updated)$/.test(type)

function isToday(ms: number) {
  return new Date(ms).toDateString() === new Date().toDateString()
}
