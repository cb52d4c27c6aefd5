import type { ReportTarget } from '@papadag/contract/moderation'
import { createStore } from './store.ts'

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

const reported = createStore<Reported | undefined>(undefined)

/** Opens the dialog in which something is reported; its code comes with it. */
export const askToReport = (what: Reported) => reported.set(what)
export const closeReport = () => reported.set(undefined)

export const useReported = reported.use
