import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { NotificationDefinition } from './kind.ts'
import { moderationDecided } from './moderation-decided.ts'
import { playdateAnnounced } from './playdate-announced.ts'
import { playdateCancelled } from './playdate-cancelled.ts'
import { playdateChanged } from './playdate-changed.ts'
import { playdateChosen } from './playdate-chosen.ts'
import { playdateJoined } from './playdate-joined.ts'
import { playdateLeft } from './playdate-left.ts'
import { playdateNoRoom } from './playdate-no-room.ts'
import { playdatePlaceChanged } from './playdate-place-changed.ts'
import { playdateRestored } from './playdate-restored.ts'
import { playdateTooFew } from './playdate-too-few.ts'
import { playdateWithBlocked } from './playdate-with-blocked.ts'
import { pollAnswered } from './poll-answered.ts'
import { pollAsked } from './poll-asked.ts'
import { proposalAsked } from './proposal-asked.ts'
import { proposalMade } from './proposal-made.ts'
import { reportDecided } from './report-decided.ts'
import { seriesEnded } from './series/series-ended.ts'
import { seriesEnding } from './series/series-ending.ts'
import { standingAsked } from './series/standing-asked.ts'
import { standingEnded } from './series/standing-ended.ts'
import { standingReleased } from './series/standing-released.ts'
import { change, isAbout } from './tell.ts'
import { waitingAsked } from './waiting/waiting-asked.ts'
import { waitingCancelled } from './waiting/waiting-cancelled.ts'
import { waitingChanged } from './waiting/waiting-changed.ts'
import { waitingMovedUp } from './waiting/waiting-moved-up.ts'
import { waitingRestored } from './waiting/waiting-restored.ts'
import { waitingTooMany } from './waiting/waiting-too-many.ts'

/** Every kind of notification under the bell. */
export const notificationDefinitions: readonly NotificationDefinition[] = [
  playdateCancelled,
  playdateChanged,
  playdateRestored,
  playdateAnnounced,
  playdateLeft,
  playdatePlaceChanged,
  playdateJoined,
  playdateWithBlocked,
  playdateTooFew,
  standingAsked,
  standingReleased,
  standingEnded,
  seriesEnding,
  seriesEnded,
  waitingMovedUp,
  waitingAsked,
  waitingTooMany,
  waitingCancelled,
  waitingChanged,
  waitingRestored,
  playdateChosen,
  playdateNoRoom,
  pollAsked,
  pollAnswered,
  proposalAsked,
  proposalMade,
  reportDecided,
  moderationDecided,
]

const withPlaydate = notificationDefinitions.filter(({ goesWithPlaydate }) => goesWithPlaydate).map(({ kind }) => kind)

/**
 * Deletes notices of playdates (a condition on the row `p`) that no longer apply once they are cancelled or deleted.
 */
export async function withdrawNotices(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where n.kind = any(${withPlaydate}::text[]) and ${isAbout(sql`p.id`)} and ${which}
        returning n.user_id as "userId"`,
  )
}
