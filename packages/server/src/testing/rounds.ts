import { isNightly } from '../../../../tools/nightly.ts'

/** How often a test provokes a race. A change waits for a few rounds; the nightly run and `check:waiting` take twenty. */
export const rounds = isNightly ? 20 : 3
