import type { BellKind } from './kind.ts'

/** The outcome of his report, told in the app alone (safety S33). */
export const reportDecided = { kind: 'report.decided' } satisfies BellKind
