import { act } from '@testing-library/react'
import { reads } from '../platform/data/reads.ts'

/** Repeats every read after a change, and waits until the screen has the results. */
export async function readAgain() {
  await act(async () => {
    await reads.invalidateQueries()
    // Watchers of a read are notified in a separate task.
    await new Promise(resolve => setTimeout(resolve))
  })
}
