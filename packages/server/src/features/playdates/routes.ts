import { declineBuddy } from '@papadag/contract/playdates/buddies'
import { declinePlaydate, takeBackDecline } from '@papadag/contract/playdates/declines'
import { goOutNow } from '@papadag/contract/playdates/out-now'
import * as contract from '@papadag/contract/playdates/playdates'
import { stopWaiting, waitForPlaydate, waitingList } from '@papadag/contract/playdates/waiting-list'
import { mustBePlace } from '../../domain/places/must-be-place.ts'
import { decline, takeBack } from '../../domain/playdates/declines.ts'
import { mustOwnPlaydate, mustSeePlaydate, playdateSeenBy } from '../../domain/playdates/projection.ts'
import { type Allow, type Call, type Served, serve } from '../../platform/http/serve.ts'
import { day, minute, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import * as commands from './commands.ts'
import { goOut } from './now/out-now.ts'
import * as queries from './queries.ts'
import { safeMeetingOf, sawSafeMeeting } from './safe-meeting.ts'
import * as scoped from './series/scoped.ts'
import { countShown, upcomingShows } from './shown.ts'
import { upcoming, upcomingCount } from './upcoming.ts'

const playdatesCreated: RateLimit = {
  name: 'playdates-created',
  windows: [
    { times: 30, seconds: minute },
    { times: 100, seconds: day },
  ],
}
const edits: RateLimit = {
  name: 'playdates-edited',
  windows: [
    { times: 30, seconds: minute },
    { times: 100, seconds: day },
  ],
}
/** Counted separately, so that somebody who has edited a lot can still cancel. */
const cancellations: RateLimit = { ...edits, name: 'playdates-cancelled' }
const joins: RateLimit = { name: 'joins', windows: [{ times: 60, seconds: minute }] }

type Taking =
  | typeof contract.joinPlaydate
  | typeof contract.leavePlaydate
  | typeof waitForPlaydate
  | typeof stopWaiting
  | typeof declinePlaydate
  | typeof takeBackDecline
  | typeof declineBuddy
const isVisible: Allow<Taking> = ({ db, params, member }) => mustSeePlaydate(db, params.id, member.id)
const isOwn: Allow<typeof contract.editPlaydate | typeof contract.deletePlaydate | typeof waitingList> = ({
  db,
  params,
  member,
}) => mustOwnPlaydate(db, params.id, member.id)

const created = {
  limit: playdatesCreated,
  again: ({ db, member }: Pick<Call<typeof contract.createPlaydate>, 'db' | 'member'>, id: number) =>
    playdateSeenBy(db, id, member.id),
}
const joined = { limit: joins, allow: isVisible }

/** An edit or a cancellation counts as often as the dates that it changes. */
function scopedRoutes(limiter: RateLimiter): Served[] {
  type Scoped = Call<typeof contract.editPlaydate | typeof contract.deletePlaydate>
  const count = async (
    limit: RateLimit,
    { db, params, query, member }: Pick<Scoped, 'db' | 'params' | 'query' | 'member'>,
  ) => {
    const dates = await scoped.countInScope(db, params.id, query.scope, member.id)
    if (dates > 1) await limiter.consume(limit, member.id, dates - 1)
  }
  return [
    serve(contract.editPlaydate, { limit: edits, allow: isOwn }, async call => {
      const { db, params, body, query, member } = call
      await count(edits, call)
      return scoped.edit(db, params.id, body, { viewerId: member.id, scope: query.scope })
    }),
    serve(contract.deletePlaydate, { limit: cancellations, allow: isOwn }, async call => {
      const { db, params, body, query, member } = call
      await count(cancellations, call)
      await scoped.remove(db, params.id, body, { viewerId: member.id, scope: query.scope })
    }),
  ]
}

export const playdateRoutes = (limiter: RateLimiter): Served[] => [
  serve(contract.upcomingPlaydates, { shows: upcomingShows }, ({ db, member, page, query }) =>
    upcoming(db, member.id, page, query),
  ),
  serve(contract.upcomingCount, { shows: countShown }, ({ db, member, query }) => upcomingCount(db, member.id, query)),
  serve(contract.pastPlaydates, ({ db, member, page }) => queries.past(db, member.id, page)),
  serve(contract.ownPlaydates, ({ db, member, page }) => queries.own(db, member.id, page)),
  serve(
    contract.playdatesAtPlace,
    {
      allow: ({ db, params }) => mustBePlace(db, params.id),
      shows: ({ params }) => ({ things: [`playdates at ${params.id}`] }),
    },
    ({ db, params, member, page }) => queries.atPlace(db, params.id, member.id, page),
  ),
  serve(contract.safeMeeting, ({ db, member }) => safeMeetingOf(db, member.id)),
  serve(contract.safeMeetingSeen, ({ db, member }) => sawSafeMeeting(db, member.id)),
  serve(
    contract.onePlaydate,
    { shows: ({ params }) => ({ things: [`playdate ${params.id}`] }) },
    ({ db, params, member }) => playdateSeenBy(db, params.id, member.id),
  ),
  serve(contract.createPlaydate, created, ({ db, body, member }) => commands.create(db, body, member.id)),
  serve(goOutNow, created, ({ db, body, member, language }) => goOut(db, body, { id: member.id, language })),
  serve(contract.createTestPlaydate, created, async ({ db, body, member }) =>
    commands.create(db, await commands.withTimes(db, body), member.id),
  ),
  ...scopedRoutes(limiter),
  serve(contract.undoCancel, { limit: cancellations }, ({ db, params, member }) =>
    commands.undoCancel(db, params.id, member.id),
  ),
  serve(contract.cancelledPlaydates, ({ db, member }) => queries.cancelled(db, member.id)),
  serve(contract.joinPlaydate, joined, ({ db, params, body, member }) =>
    commands.join(db, params.id, member.id, body.children),
  ),
  serve(contract.leavePlaydate, joined, ({ db, params, body, member }) =>
    commands.leave(db, params.id, member.id, body.message),
  ),
  serve(waitForPlaydate, joined, ({ db, params, body, member }) =>
    commands.wait(db, params.id, member.id, body.children),
  ),
  serve(declinePlaydate, joined, ({ db, params, body, member }) =>
    db.transaction(tx => decline(tx, params.id, member.id, body.message ?? null)),
  ),
  serve(takeBackDecline, joined, ({ db, params, member }) => db.transaction(tx => takeBack(tx, params.id, member.id))),
  serve(declineBuddy, joined, ({ db, params, member }) => commands.declineBuddy(db, params.id, member.id)),
  serve(stopWaiting, joined, ({ db, params, member }) => commands.stopWaiting(db, params.id, member.id)),
  serve(
    waitingList,
    { allow: isOwn, shows: ({ params }) => ({ things: [`playdate ${params.id}`] }) },
    ({ db, params, member }) => queries.waitingFor(db, params.id, member.id),
  ),
]
