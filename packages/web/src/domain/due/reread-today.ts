import { address } from '@papadag/contract/route'
import { today } from '@papadag/contract/today'
import { reads } from '../../platform/data/reads.ts'

/** Reads again what waits for him, for an answer that was refused because something has changed. */
export function rereadToday() {
  void reads.invalidateQueries({ queryKey: [address(today, {})] })
}
