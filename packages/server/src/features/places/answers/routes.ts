import { type FactKey, factKeys } from '@papadag/contract/places/facts'
import * as contract from '@papadag/contract/places/place-answers'
import { isIssueCode } from '@papadag/contract/problems'
import { voiceOf } from '../../../domain/places/voices.ts'
import { type Allow, type Served, serve } from '../../../platform/http/serve.ts'
import { Problem } from '../../../platform/problem.ts'
import type { RateLimit } from '../../../platform/rate-limits.ts'
import { byId } from '../queries.ts'
import { mustBeUnlocked, mustSee, standingOf } from '../standing.ts'
import * as commands from './answers.ts'
import { questionFor } from './question.ts'

function whichIn({ id, key }: { id: number; key: string }): { placeId: number; key: FactKey } {
  const known = factKeys.find(each => each === key)
  if (!known) throw new Problem('place.unknownFact')
  return { placeId: id, key: known }
}

function valueIn(key: FactKey, sent: unknown): unknown {
  const read = contract.answerTo(key).safeParse(sent)
  if (read.success) return Array.isArray(read.data) ? read.data.toSorted() : read.data
  const { message = '' } = read.error.issues[0] ?? {}
  throw new Problem('request.invalid', {
    issues: [{ path: 'value', code: isIssueCode(message) ? message : 'field.invalid' }],
  })
}

const hasFacts: Allow<typeof contract.answerFact> = async ({ db, params, member }) => {
  await mustBeUnlocked(db, params.id, member.id)
  whichIn(params)
  if ((await standingOf(db, params.id, member.id)).type !== 'playground') throw new Problem('place.unknownFact')
}

export function answerRoutes({ secret, limit }: { secret: string; limit: RateLimit }): Served[] {
  return [
    serve(contract.placeQuestion, ({ db, member }) => questionFor(db, member.id, secret)),
    serve(contract.answerFact, { limit, allow: hasFacts }, async ({ db, params, body, member, language, visitor }) => {
      const { placeId, key } = whichIn(params)
      const network = voiceOf(secret, `fact ${placeId} ${key}`, visitor)
      await commands.answer(db, { placeId, key }, valueIn(key, body.value), { id: member.id, network })
      return byId(db, placeId, {}, { id: member.id, language })
    }),
    serve(
      contract.takeBackFact,
      { limit, allow: ({ db, params }) => mustSee(db, params.id) },
      ({ db, params, member }) => commands.takeBack(db, whichIn(params), member.id),
    ),
  ]
}
