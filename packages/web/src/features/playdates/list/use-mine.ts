import { ownPlaydates, type Playdate } from '@papadag/contract/playdates/playdates'
import { polls } from '@papadag/contract/playdates/polls'
import { useState } from 'react'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useRead } from '../../../platform/data/data.ts'

const isHis = ({ myStatus, waiting, askedBy, declined }: Playdate) =>
  myStatus !== 'none' || Boolean(waiting) || (Boolean(askedBy) && !declined)

/**
 * His own among the upcoming playdates (made, joined, waited for or invited to), the open questions which day suits,
 * and the others. Without filters his own are all there, however far down the list. One that he joins or leaves stays
 * where it is until the screen opens again, since it would otherwise move away under his finger.
 */
export function useMine(upcoming: readonly Playdate[] | undefined, isFiltered: boolean) {
  const own = useRead(ownPlaydates, {})
  const asked = useRead(polls, {})
  const listed = new Set((upcoming ?? []).map(({ id }) => id))
  const further = isFiltered ? [] : (own.data ?? []).filter(playdate => !listed.has(playdate.id) && !isOver(playdate))
  const known = [...(upcoming ?? []), ...further]
  const [placed, setPlaced] = useState<ReadonlyMap<number, boolean>>(new Map())
  const unplaced = known.filter(({ id }) => !placed.has(id))
  if (unplaced.length > 0) {
    setPlaced(new Map([...placed, ...unplaced.map(playdate => [playdate.id, isHis(playdate)] as const)]))
  }
  const mine = known.filter(({ id }) => placed.get(id)).toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  return {
    rows: inSeries(mine),
    all: mine,
    questions: isFiltered ? [] : (asked.data ?? []).filter(({ state }) => state === 'open'),
    others: upcoming?.filter(({ id }) => !placed.get(id)),
    isKnown: isAnswered(own) && isAnswered(asked),
  }
}

const isAnswered = (read: { data: unknown; error: unknown }) => read.data !== undefined || Boolean(read.error)

/** The next planned date of each series, and every other playdate. */
function inSeries(mine: readonly Playdate[]): Playdate[] {
  const seen = new Set<number>()
  return mine.filter(({ series, state }) => {
    if (!series || state === 'cancelled') return true
    if (seen.has(series.id)) return false
    seen.add(series.id)
    return true
  })
}

/** The playdate of these rows in which a date of a series is found. */
export function rowOf(id: number, { rows, all }: Pick<ReturnType<typeof useMine>, 'rows' | 'all'>): number {
  const series = all.find(playdate => playdate.id === id)?.series?.id
  if (series === undefined || rows.some(row => row.id === id)) return id
  return rows.find(row => row.series?.id === series)?.id ?? id
}
