import type { Db } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import * as seats from './seats.ts'

interface Coming {
  id: number
  children: number
}

/** What has become of fathers who said that they would come; those in neither list could not join. */
export interface Seated {
  seated: number[]
  waiting: number[]
}

/** Joins everybody who said that he would come, in this order, as if each had joined himself. */
export async function seatEverybody(tx: Db, playdateId: number, coming: readonly Coming[]): Promise<Seated> {
  const [seated, waiting, left]: [number[], number[], Coming[]] = [[], [], []]
  for (const father of coming) {
    if (await isDone(() => seats.join(tx, playdateId, father.id, father.children))) seated.push(father.id)
    else left.push(father)
  }
  // These come after everybody who fits, so that a large family keeps nobody waiting.
  for (const { id, children } of left)
    if (await isDone(() => seats.wait(tx, playdateId, id, children))) waiting.push(id)
  return { seated, waiting }
}

/** Whether this succeeds without a refusal. */
async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (refused) {
    if (refused instanceof Problem) return false
    throw refused
  }
}
