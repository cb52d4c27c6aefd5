import * as contract from '@papadag/contract/playdates/series'
import { mustSeePlaydate, playdateSeenBy } from '../../../domain/playdates/projection.ts'
import { type Allow, type Served, serve } from '../../../platform/http/serve.ts'
import { day, minute, type RateLimit } from '../../../platform/rate-limits.ts'
import * as commands from './commands.ts'
import { answer } from './confirming.ts'
import * as queries from './queries.ts'

const standing: RateLimit = {
  name: 'standing-places',
  windows: [
    { times: 30, seconds: minute },
    { times: 200, seconds: day },
  ],
}
const changes: RateLimit = {
  name: 'series-changed',
  windows: [
    { times: 30, seconds: minute },
    { times: 100, seconds: day },
  ],
}
const answers: RateLimit = { name: 'dates-answered', windows: [{ times: 60, seconds: minute }] }

const isVisible: Allow<typeof contract.takeStanding | typeof contract.giveUpStanding> = ({ db, params, member }) =>
  queries.mustSeeSeries(db, params.id, member.id)
const isOwn: Allow<typeof contract.pauseSeries | typeof contract.endPause | typeof contract.renewSeries> = ({
  db,
  params,
  member,
}) => queries.mustOwnSeries(db, params.id, member.id)

export const seriesRoutes: Served[] = [
  serve(
    contract.oneSeries,
    { shows: ({ db, params, member }) => queries.shows(db, params.id, member.id) },
    ({ db, params, member }) => queries.seriesSeenBy(db, params.id, member.id),
  ),
  serve(contract.takeStanding, { limit: standing, allow: isVisible }, async ({ db, params, body, member }) => {
    await commands.takeStanding(db, params.id, member.id, body.children)
    return { standing: true as const }
  }),
  serve(contract.giveUpStanding, { limit: standing, allow: isVisible }, ({ db, params, member }) =>
    commands.leaveStanding(db, params.id, member.id),
  ),
  serve(contract.pauseSeries, { limit: changes, allow: isOwn }, ({ db, params, body, member }) =>
    commands.pauseSeries(db, params.id, body, member.id),
  ),
  serve(contract.endPause, { limit: changes, allow: isOwn }, ({ db, params, query, member }) =>
    commands.endPause(db, params.id, query, member.id),
  ),
  serve(contract.renewSeries, { limit: changes, allow: isOwn }, ({ db, params, member }) =>
    commands.renewSeries(db, params.id, member.id),
  ),
  serve(
    contract.confirmPlaydate,
    { limit: answers, allow: ({ db, params, member }) => mustSeePlaydate(db, params.id, member.id) },
    ({ db, params, body, member }) =>
      db.transaction(async tx => {
        await answer(tx, params.id, member.id, body)
        return playdateSeenBy(tx, params.id, member.id)
      }),
  ),
]
