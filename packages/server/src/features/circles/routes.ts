import * as contract from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import { openCards } from '../../domain/circle-cards.ts'
import { asTry } from '../../domain/circle-codes.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { day, hour, minute, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import * as cards from './cards.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

const made: RateLimit = {
  name: 'circles-made',
  windows: [
    { times: 10, seconds: hour },
    { times: 30, seconds: day },
  ],
}
/** What the members read again, or somebody is told. */
const changed: RateLimit = {
  name: 'circles-changed',
  windows: [
    { times: 30, seconds: minute },
    { times: 200, seconds: day },
  ],
}
const answered: RateLimit = {
  name: 'circles-answered',
  windows: [
    { times: 20, seconds: minute },
    { times: 100, seconds: day },
  ],
}

/** A member's id in an address; what is none is no member. */
function memberIn({ userId }: { userId: string }): number {
  const id = /^[1-9]\d{0,9}$/.test(userId) ? Number(userId) : 0
  if (id < 1 || id > limits.idMax) throw new Problem('circle.noMember')
  return id
}

const entered: RateLimit = { name: 'circles-entered', windows: [{ times: 30, seconds: hour }] }

export const circleRoutes = (secret: string, limiter: RateLimiter): Served[] => [
  serve(
    contract.circles,
    { shows: ({ db, member }) => queries.circlesShow(db, member.id) },
    ({ db, member, language, page }) => queries.listed(db, { id: member.id, language }, page),
  ),
  serve(
    contract.circleSuggestions,
    { shows: ({ db, member }) => queries.suggestionsShow(db, member.id) },
    ({ db, member }) => openCards(db, member.id),
  ),
  serve(contract.answerSuggestion, { limit: answered }, async ({ db, params, body, member }) => ({
    circleId: await cards.answer(db, { cardId: params.id, userId: member.id, ...body }),
  })),
  serve(
    contract.oneCircle,
    { shows: ({ db, params, member }) => queries.circlesShow(db, member.id, params.id) },
    ({ db, params, member, language }) => queries.byId(db, params.id, { id: member.id, language }),
  ),
  serve(
    contract.createCircle,
    { limit: made, again: ({ db, member, language }, id) => queries.byId(db, id, { id: member.id, language }) },
    async ({ db, body, member, language }) =>
      queries.byId(db, await commands.create(db, body, member.id), { id: member.id, language }),
  ),
  serve(contract.editCircle, { limit: changed }, async ({ db, params, body, member, language }) => {
    await commands.edit(db, params.id, body, member.id)
    return queries.byId(db, params.id, { id: member.id, language })
  }),
  serve(contract.endCircle, { limit: changed }, ({ db, params, member }) => commands.end(db, params.id, member.id)),
  serve(contract.askIntoCircle, { limit: changed }, async ({ db, params, body, member, language }) => {
    await commands.askFathers(db, params.id, body.fathers, member.id)
    return queries.byId(db, params.id, { id: member.id, language })
  }),
  serve(contract.answerCircle, { limit: answered }, ({ db, params, body, member }) =>
    commands.answer(db, params.id, body.yes, member.id),
  ),
  serve(contract.changeCircleMember, { limit: changed }, async ({ db, params, body, member, language }) => {
    const memberId = memberIn(params)
    if (body.keeper !== undefined)
      await commands.setKeeper(db, params.id, { memberId, isKeeper: body.keeper }, member.id)
    if (body.buddy !== undefined) await commands.setBuddy(db, params.id, { memberId, isBuddy: body.buddy }, member.id)
    return queries.byId(db, params.id, { id: member.id, language })
  }),
  serve(contract.removeCircleMember, { limit: changed }, ({ db, params, body, member }) =>
    commands.removeMember(db, params.id, { memberId: memberIn(params), reason: body.reason ?? null }, member.id),
  ),
  serve(contract.circleCode, async ({ db, params, member, origin }) => {
    await commands.mustKeep(db, params.id, member.id)
    return queries.codeOf(db, secret, params.id, origin)
  }),
  serve(contract.makeCircleCode, { limit: changed }, async ({ db, params, body, member, origin }) => {
    await commands.makeCode(db, secret, params.id, body.letsIn ?? false, member.id)
    return queries.codeOf(db, secret, params.id, origin)
  }),
  serve(contract.endCircleCode, { limit: changed }, ({ db, params, member }) =>
    commands.removeCode(db, params.id, member.id),
  ),
  serve(contract.enterCircle, { limit: entered }, ({ db, body, member, visitor }) =>
    asTry(limiter, { visitor, userId: member.id }, () => commands.enter(db, secret, body.code, member.id)),
  ),
]
