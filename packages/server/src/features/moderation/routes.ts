import * as contract from '@papadag/contract/moderation'
import * as places from '@papadag/contract/places/place-edits'
import { type Allow, type Served, serve } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { day, type RateLimit } from '../../platform/rate-limits.ts'
import type { Sessions } from '../../platform/sessions/sessions.ts'
import { decide } from './decisions.ts'
import { decideOnPlace, mustModeratePlace } from './places.ts'
import * as queries from './queries.ts'
import { report, reportAsVisitor } from './reporting.ts'

const reports: RateLimit = { name: 'reports', windows: [{ times: 30, seconds: day }] }
const visitorReports: RateLimit = { name: 'visitor-reports', windows: [{ times: 5, seconds: day }] }

export interface ModerationParts {
  pictures: Pictures
  sessions: Sessions
  retentionDays: number
}

const isModerator: Allow<typeof contract.moderationQueue> = ({ db, member }) => queries.mustModerate(db, member.id)

export function moderationRoutes({ pictures, sessions, retentionDays }: ModerationParts): Served[] {
  return [
    serve(contract.sendReport, { limit: reports, visitorLimit: visitorReports }, ({ db, body, member }) =>
      member
        ? report(db, { pictures, retentionDays }, body, member.id)
        : reportAsVisitor(db, { pictures, retentionDays }, body),
    ),
    serve(contract.ownReports, ({ db, member }) => queries.ownReports(db, member.id)),
    serve(
      contract.moderationQueue,
      { allow: isModerator, shows: () => ({ things: ['moderation'] }) },
      ({ db, member }) => queries.queue(db, member.id),
    ),
    serve(contract.heldPicture, { allow: isModerator }, ({ db, params, member }) =>
      queries.picture(db, pictures, params.id, member.id),
    ),
    serve(
      contract.decideOnReport,
      // Effects are announced after the transaction: a suspension ends sockets on every node.
      { allow: isModerator, isOnceInside: true },
      async ({ db, once, params, body, member }) => {
        await sessions.announceEnd(await decide({ db, once, pictures }, params.id, body, member.id))
      },
    ),
    serve(
      places.decideOnPlace,
      { allow: ({ db, params, member }) => mustModeratePlace(db, params.id, member.id) },
      ({ db, params, body, member }) => decideOnPlace(db, params.id, body, member.id),
    ),
  ]
}
