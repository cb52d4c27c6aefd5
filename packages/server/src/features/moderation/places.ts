import { isModerator } from '../../domain/account.ts'
import { audit } from '../../domain/audit.ts'
import { notePlaceDecision, type PlaceDecision, setHidden } from '../../domain/decisions.ts'
import { record } from '../../domain/facts.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'

/** For a route's `allow`: answers 404 to anybody but a moderator, whether or not the place is hidden. */
export async function mustModeratePlace(db: Db, id: number, memberId: number): Promise<void> {
  const isThere = (await db.count(sql`from places where id = ${id}`)) > 0
  if (!isThere || !(await isModerator(db, memberId))) throw new Problem('place.unknown')
}

interface Decided {
  decision: PlaceDecision
  reason: string
  rule?: string | null | undefined
}

/** Carries out a moderator's decision on a place, closes the open proposals and gives the contributor the reasons. */
export function decideOnPlace(db: Db, id: number, decided: Decided, moderatorId: number): Promise<void> {
  const { decision } = decided
  return db.transaction(async tx => {
    if (decision === 'hide' || decision === 'restore')
      await setHidden(tx, 'place', id, decision === 'hide', { isByModerator: true })
    else if (decision === 'confirm')
      await tx.run(sql`update places set status = 'confirmed', unsettled = '{}' where id = ${id}`)
    else
      await tx.run(sql`update places set locked_at = case when ${decision === 'lock'} then now() end where id = ${id}`)
    await tx.run(sql`update place_proposals set closed_at = now() where place_id = ${id} and closed_at is null`)
    await notePlaceDecision(tx, id, { ...decided, moderatorId })
    await record(tx, { fact: 'placeDecided', placeId: id })
    await audit(tx, 'place.decided', moderatorId)
  })
}
