import { limits } from '@papadag/contract/limits'
import * as contract from '@papadag/contract/places/place-states'
import { uploads } from '../../../domain/uploads.ts'
import { type Allow, type Served, serve } from '../../../platform/http/serve.ts'
import type { Pictures } from '../../../platform/pictures/pictures.ts'
import { Problem } from '../../../platform/problem.ts'
import type { RateLimit } from '../../../platform/rate-limits.ts'
import { mustSee } from '../standing.ts'
import * as commands from './commands.ts'

const isNumber = /^[1-9]\d{0,9}$/

function whichIn({ id, state }: { id: number; state: string }): commands.Which {
  if (!(isNumber.test(state) && Number(state) <= limits.idMax)) throw new Problem('place.unknownState')
  return { placeId: id, stateId: Number(state) }
}

const isThere: Allow<typeof contract.reportState> = ({ db, params }) => mustSee(db, params.id)
const isOpenThere: Allow<typeof contract.stateStill> = async ({ db, params }) => {
  await mustSee(db, params.id)
  await commands.mustBeOpen(db, whichIn(params))
}

export function stateRoutes(pictures: Pictures, { secret, limit }: { secret: string; limit: RateLimit }): Served[] {
  const said = { limit, allow: isOpenThere }
  return [
    serve(contract.reportState, { limit, allow: isThere }, async ({ db, params, body, member, answerWith }) => {
      const { state, isNew } = await commands.report(db, params.id, body, member.id)
      if (!isNew) answerWith(200)
      return state
    }),
    serve(contract.pictureOfState, { limit: uploads, allow: isOpenThere }, ({ db, params, file, member }) =>
      commands.addPicture(db, pictures, whichIn(params), file, member.id),
    ),
    serve(contract.stateStill, said, ({ db, params, member, visitor }) =>
      commands.still(db, whichIn(params), { id: member.id, secret, visitor }),
    ),
    serve(contract.stateMended, said, ({ db, params, member, visitor }) =>
      commands.mended(db, whichIn(params), { id: member.id, secret, visitor }),
    ),
  ]
}
