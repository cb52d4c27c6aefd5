import type { NotificationDefinitions } from '../domain/notifications/kind.ts'
import { passkeyAdded, passkeyCopied } from '../features/auth/passkeys/notifications.ts'
import { playdateAnnounced } from '../features/chat/notifications.ts'
import {
  circleAsked,
  circleJoined,
  circleLetIn,
  circleRemoved,
  circleWished,
  playdateBuddy,
  playdatePlanned,
} from '../features/circles/notifications.ts'
import { deviceCopied, deviceNew, recoveryCodesMade } from '../features/devices/notifications.ts'
import { moderationDecided, reportDecided } from '../features/moderation/notifications.ts'
import { playdatePlaceChanged, playdatePlaceState } from '../features/places/notifications.ts'
import { playdateCancelled, playdateChanged, playdateRestored } from '../features/playdates/notifications/changes.ts'
import { playdateNow } from '../features/playdates/notifications/out-now.ts'
import {
  playdateHasRoom,
  playdateJoined,
  playdateLeft,
  playdateWithBlocked,
} from '../features/playdates/notifications/seats.ts'
import {
  playdateTooFew,
  seriesEnded,
  seriesEnding,
  standingAsked,
  standingEnded,
  standingReleased,
} from '../features/playdates/series/notifications.ts'
import { playdateChosen, playdateNoRoom, pollAnswered, pollAsked } from '../features/polls/notifications.ts'
import { proposalAsked, proposalMade } from '../features/polls/proposals/notifications.ts'

/** Every kind of notification under the bell. */
export const notificationDefinitions: NotificationDefinitions = {
  'playdate.cancelled': playdateCancelled,
  'playdate.changed': playdateChanged,
  'playdate.restored': playdateRestored,
  'playdate.announced': playdateAnnounced,
  'playdate.left': playdateLeft,
  'playdate.placeChanged': playdatePlaceChanged,
  'playdate.placeState': playdatePlaceState,
  'playdate.joined': playdateJoined,
  'playdate.withBlocked': playdateWithBlocked,
  'playdate.hasRoom': playdateHasRoom,
  'playdate.tooFew': playdateTooFew,
  'playdate.confirm': standingAsked,
  'playdate.released': standingReleased,
  'series.standingEnded': standingEnded,
  'series.ending': seriesEnding,
  'series.ended': seriesEnded,
  'playdate.chosen': playdateChosen,
  'playdate.noRoom': playdateNoRoom,
  'poll.asked': pollAsked,
  'poll.answered': pollAnswered,
  'proposal.asked': proposalAsked,
  'proposal.made': proposalMade,
  'circle.asked': circleAsked,
  'circle.joined': circleJoined,
  'circle.wished': circleWished,
  'circle.letIn': circleLetIn,
  'circle.removed': circleRemoved,
  'playdate.planned': playdatePlanned,
  'passkey.added': passkeyAdded,
  'passkey.copied': passkeyCopied,
  'recoveryCodes.made': recoveryCodesMade,
  'playdate.now': playdateNow,
  'playdate.buddy': playdateBuddy,
  'device.new': deviceNew,
  'device.copied': deviceCopied,
  'report.decided': reportDecided,
  'moderation.decided': moderationDecided,
}
