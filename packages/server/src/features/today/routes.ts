import { answerHint } from '@papadag/contract/hints'
import * as contract from '@papadag/contract/today'
import { type Served, serve } from '../../platform/http/serve.ts'
import { answer } from './hints.ts'
import { type TodayParts, todayOf, todayShows } from './queries.ts'

export const todayRoutes = (parts: TodayParts): Served[] => [
  serve(contract.today, { shows: ({ db, member }) => todayShows(db, member, parts) }, ({ db, member, language }) =>
    todayOf(db, { id: member.id, language }, parts),
  ),
  serve(answerHint, ({ db, params, body, member }) => answer(db, member.id, params.name, body.answer)),
]
