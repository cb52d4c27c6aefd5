import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PlaceStateKind } from '@papadag/contract/places/place-states'

/** What is the matter with a place, in a word or two and as a sentence. */
export const stateWords: Readonly<Record<PlaceStateKind, { short: MessageDescriptor; whole: MessageDescriptor }>> = {
  broken: { short: msg`Something is broken`, whole: msg`Something is broken here` },
  dirty: { short: msg`Dirty`, whole: msg`It’s dirty here` },
  closed: { short: msg`Closed for now`, whole: msg`It’s closed for now` },
  flooded: { short: msg`Under water`, whole: msg`It’s under water here` },
}
