import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { cancelReasonKinds } from '@papadag/contract/playdates'

/** Why a playdate is off, as one tap says it. */
export const reasonWords: Record<(typeof cancelReasonKinds)[number], MessageDescriptor> = {
  illChild: msg`A child is ill`,
  weather: msg`The weather`,
  work: msg`Work`,
  other: msg`Something else`,
}
