import type { ChangeOfThings } from '../../change.ts'
import { mayHear } from '../../change.ts'
import type { Watched } from '../connection.ts'
import { indexCellOf, indexCellsOf, meets } from './area.ts'
import type { Shows } from './shows.ts'

const nowhere: readonly string[] = []

/** What a read shows, with the keys by which changes find it. An area that is too large for the index is ignored. */
export function indexed({ things, kind, area, ...more }: Shows) {
  const cells = area && indexCellsOf(area)
  const keys = [...new Set(things), ...(cells ?? nowhere).map(cell => `${kind}@${cell}`)]
  return { ...more, things, kind, area: cells && area, keys }
}

/** The keys by which a change finds reads. */
export function keysOfChange({ things, kind, cell }: ChangeOfThings): string[] {
  return kind && cell ? [...things, `${kind}@${indexCellOf(cell)}`] : [...things]
}

/** Whether a list can gain or lose a thing by this change, wherever it is. */
export function canMove({ isFiltered }: Shows, { isInPlace }: ChangeOfThings): boolean {
  return !isInPlace || isFiltered === true
}

/**
 * Whether the screen is notified of a change to its read; a list with an area is not notified of changes outside it.
 */
export function hears(watched: Watched, change: ChangeOfThings): boolean {
  const { area } = watched
  if (!isOpenTo(watched, change) || isElsewhere(watched, change)) return false
  return isShown(watched, change) || (area !== undefined && change.cell !== undefined && canMove(watched, change))
}

const isOpenTo = ({ connection: { member } }: Watched, change: ChangeOfThings) =>
  member !== undefined && mayHear(change, member.id)
const isElsewhere = ({ area }: Watched, { cell }: ChangeOfThings) => area && cell && !meets(area, cell)
const isShown = ({ things }: Watched, change: ChangeOfThings) =>
  things?.some(one => change.things.includes(one)) ?? false

/** The watched reads of this node by what they show, so that a change costs no work for screens it does not concern. */
export interface WatchedReads {
  add(watched: Watched): void
  remove(watched: Watched): void
  /** The reads that are notified of this change, and a call for each list that shows it although it is elsewhere. */
  concernedBy(change: ChangeOfThings, elsewhere: (list: Watched) => void): Set<Watched>
}

export function createWatchedReads(): WatchedReads {
  const byKey = new Map<string, Set<Watched>>()
  return {
    add(watched) {
      for (const key of watched.keys) {
        const found = byKey.get(key)
        if (found) found.add(watched)
        else byKey.set(key, new Set([watched]))
      }
    },
    remove(watched) {
      for (const key of watched.keys) {
        const found = byKey.get(key)
        found?.delete(watched)
        if (found?.size === 0) byKey.delete(key)
      }
    },
    concernedBy(change, elsewhere) {
      const hearing = new Set<Watched>()
      for (const key of keysOfChange(change)) {
        for (const watched of byKey.get(key) ?? []) {
          if (hears(watched, change)) hearing.add(watched)
          else if (isOpenTo(watched, change) && isShown(watched, change)) elsewhere(watched)
        }
      }
      return hearing
    },
  }
}
