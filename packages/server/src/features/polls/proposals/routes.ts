import * as contract from '@papadag/contract/playdates/proposals'
import { type Served, serve } from '../../../platform/http/serve.ts'
import { day, minute, type RateLimit } from '../../../platform/rate-limits.ts'
import { answer } from './commands.ts'
import { listed } from './queries.ts'

// The other fathers asked read again after each of these.
const answered: RateLimit = {
  name: 'proposals-answered',
  windows: [
    { times: 20, seconds: minute },
    { times: 100, seconds: day },
  ],
}

export const proposalRoutes: Served[] = [
  serve(contract.proposals, ({ db, member, page }) => listed(db, member.id, page)),
  serve(contract.answerProposal, { limit: answered }, ({ db, params, body, member }) =>
    answer(db, params.id, { coming: body.coming, children: body.children }, member.id),
  ),
]
