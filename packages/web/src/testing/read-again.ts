import { act } from '@testing-library/react'
import { reads } from '../platform/reads.ts'

/** Everything on the screen has been touched: reads it again, until the screen knows how that went. */
export async function readAgain() {
  await act(async () => {
    await reads.invalidateQueries()
    // Watchers of a read are notified in a separate task.
    await new Promise(resolve => setTimeout(resolve))
  })
}
