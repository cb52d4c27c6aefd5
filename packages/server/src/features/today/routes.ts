import * as contract from '@papadag/contract/today'
import { type Served, serve } from '../../platform/http/serve.ts'
import { todayOf, todayShows } from './queries.ts'

export const todayRoutes = (retentionDays: number): Served[] => [
  serve(contract.today, { shows: ({ db, member }) => todayShows(db, member.id, retentionDays) }, ({ db, member }) =>
    todayOf(db, member.id, retentionDays),
  ),
]
