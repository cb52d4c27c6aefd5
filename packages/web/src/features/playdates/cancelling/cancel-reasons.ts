import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { cancelReasonKinds } from '@papadag/contract/playdates/cancel-reasons'

/** The reasons for a cancellation that can be chosen with one tap. */
export const reasonWords: Record<(typeof cancelReasonKinds)[number], MessageDescriptor> = {
  illChild: msg`A child is ill`,
  weather: msg`The weather`,
  work: msg`Work`,
  other: msg`Something else`,
}
