import type { Db } from '../../platform/db/db.ts'
import type { Fact } from '../../platform/db/facts.ts'
import type { Facts, Happened } from '../facts.ts'
import { ofChats } from './of-chats.ts'
import { ofCircles } from './of-circles.ts'
import { ofDevices } from './of-devices.ts'
import { ofModeration } from './of-moderation.ts'
import { ofPeople } from './of-people.ts'
import { ofPlaces } from './of-places.ts'
import { ofPlaydates } from './of-playdates.ts'
import { ofPolls } from './of-polls.ts'
import { ofProposals } from './of-proposals.ts'
import { ofSeats } from './of-seats.ts'
import { ofSeries } from './of-series.ts'
import { type Follows, kinds, type Rows } from './table.ts'

// What follows from each fact: the only place that decides who is notified of what, what is withdrawn, who is reminded
// or asked, and whose screens are updated.

/**
 * The facts of one transaction follow in this order, since the last notice about a playdate is the one that leaves the
 * app: a father who has a place reads that, and not what gave it to him.
 */
const table: Rows<keyof Facts> = {
  ...ofPlaydates,
  ...ofSeries,
  ...ofSeats,
  ...ofPolls,
  ...ofProposals,
  ...ofPeople,
  ...ofModeration,
  ...ofPlaces,
  ...ofChats,
  ...ofCircles,
  ...ofDevices,
}
const order = Object.keys(table)

/** Carries out what follows from these facts. */
export async function settle(tx: Db, facts: readonly Fact[]): Promise<void> {
  const inOrder = (facts as readonly Happened[]).toSorted((a, b) => order.indexOf(a.fact) - order.indexOf(b.fact))
  for (const happened of inOrder) await follow(tx, happened)
}

async function follow<F extends keyof Facts>(tx: Db, happened: { fact: F } & Facts[F]): Promise<void> {
  const row: Rows<keyof Facts>[F] | undefined = table[happened.fact]
  if (!row) throw new Error(`nothing is known to follow from ‘${happened.fact}’`)
  const cells: readonly Follows<Facts[F]>[] = Object.values(row)
  for (const kind of kinds) for (const cell of cells) await cell[kind]?.(tx, happened)
}
