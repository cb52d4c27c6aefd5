import { act } from '@testing-library/react'
import { reads } from '../platform/reads.ts'

/** Everything on the screen has been touched: reads it again, until the screen knows how that went. */
export async function readAgain() {
  await act(async () => {
    await reads.invalidateQueries()
    // Those who watch a read are told in a task of its own.
    await new Promise(resolve => setTimeout(resolve))
  })
}
