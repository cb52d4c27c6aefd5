import { answerSuggestion } from '@papadag/contract/circles'
import type { Db } from '../../platform/db/db.ts'
import type { Father } from '../world.ts'
import { meetTwice, sayOfOneMet } from './meetings.ts'

/** These met twice, of whom the first wants a circle, and says that he knows the second. */
export async function meetAndSay(db: Db, [one, other, third]: readonly [Father, Father, Father], network: string) {
  const id = await meetTwice(db, [other, one, third])
  await one.call(answerSuggestion, { params: { id }, body: { yes: true } })
  await sayOfOneMet(db, id, one, other, network)
}
