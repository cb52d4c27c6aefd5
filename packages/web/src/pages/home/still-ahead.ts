import type { Today } from '@papadag/contract/today'
import { isOver } from '../../domain/playdates/playdate-facts.tsx'
import { isOffline } from '../../platform/browser/network.ts'
import { dateAndTimeOf } from '../../platform/language/dates.ts'

/** Today as it is now: without a network it may be days old, and nothing can be answered that a hint proposes. */
export function stillAhead({ due, next, hint, ...today }: Today): Today & { isDayOver: boolean } {
  const now = Date.now()
  const isOpen = ({ expiresAt }: Today['due'][number]) => expiresAt === null || Date.parse(expiresAt) > now
  return {
    ...today,
    due: due.filter(isOpen),
    next: next && isOver(next) ? null : next,
    hint: isOffline() ? null : hint,
    isDayOver: today.day !== null && today.day.date < dateAndTimeOf(new Date(now)).date,
  }
}
