import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Decision, ReportReason, ReportTarget } from '@papadag/contract/moderation'

export const reasonWords: Record<ReportReason, MessageDescriptor> = {
  child_safety: msg`The safety of a child`,
  harassment: msg`Bullying, threats or unwanted messages`,
  spam: msg`Advertising or spam`,
  fake: msg`Somebody pretending to be somebody else`,
  dangerous_place: msg`A dangerous place`,
  privacy: msg`Private details about me or somebody else`,
  illegal: msg`Something illegal`,
  other: msg`Something else`,
}

export const targetWords: Record<ReportTarget, MessageDescriptor> = {
  user: msg`Profile`,
  message: msg`Message`,
  chat: msg`Chat`,
  playdate: msg`Playdate`,
  poll: msg`Question`,
  departure: msg`Sentence at leaving`,
  place: msg`Place`,
  state: msg`State of a place`,
  photo: msg`Photo`,
}

/** The possible decisions. */
export const decisionWords: Record<Decision, MessageDescriptor> = {
  dismiss: msg`Nothing is wrong`,
  hide: msg`Hide it`,
  restore: msg`Restore it`,
  remove: msg`Remove it for good`,
  warn: msg`Warn him`,
  suspend: msg`Suspend his account`,
}

/** The decisions made, in the list of earlier ones. */
export const decidedWords: Record<string, MessageDescriptor> = {
  dismiss: msg`Nothing was wrong`,
  hide: msg`Hidden`,
  restore: msg`Restored`,
  remove: msg`Removed`,
  warn: msg`Warned`,
  suspend: msg`Suspended`,
  stop: msg`Cannot start chats or playdates`,
}
