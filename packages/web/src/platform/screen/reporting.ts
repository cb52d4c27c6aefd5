import type { ReportTarget } from '@papadag/contract/moderation'
import { createStore } from '../store.ts'

/** The content to report. */
export type Reported = {
  type: ReportTarget
  /** An id, or a photo's address. */
  id: number | string
  /** The name under which it was shown. */
  name: string
  /** The user behind it, to offer a block. */
  person?: { id: number; name: string } | undefined
}

const reported = createStore<Reported | undefined>(undefined)

/** Opens the report dialog, whose code is loaded on demand. */
export const askToReport = (what: Reported) => reported.set(what)
export const closeReport = () => reported.set(undefined)

export const useReported = reported.use
