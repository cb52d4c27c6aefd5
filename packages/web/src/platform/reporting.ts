import type { ReportTarget } from '@papadag/contract/moderation'
import { useSyncExternalStore } from 'react'

/** What somebody wants to report. */
export type Reported = {
  type: ReportTarget
  /** An id, or a photo's address. */
  id: number | string
  /** What it is called where he saw it. */
  name: string
  /** Who is behind it, to offer a block. */
  person?: { id: number; name: string } | undefined
}

let reported: Reported | undefined
const watchers = new Set<() => void>()

function become(next: Reported | undefined) {
  reported = next
  for (const watcher of watchers) watcher()
}

/** Opens the dialog in which something is reported; its code comes with it. */
export const askToReport = (what: Reported) => become(what)
export const closeReport = () => become(undefined)

export function useReported(): Reported | undefined {
  return useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => reported,
  )
}
