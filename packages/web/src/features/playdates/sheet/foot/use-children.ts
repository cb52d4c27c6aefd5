import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { childrenToBring } from '../../../../domain/playdates/children-to-bring.ts'
import { useUser } from '../../../../platform/session/session.ts'

export type Children = ReturnType<typeof useChildren>

/** How many children he brings: as many as he has typed, is down for, or has, if there is room. */
export function useChildren(playdate: Playdate, typed: number | undefined, type: (value: number | undefined) => void) {
  const { id: userId, childrenInfo } = useUser()
  const { maxParticipants, placesTaken, participants } = playdate
  const me = participants.find(person => person.id === userId)
  const brought = me?.children ?? 0
  const left = maxParticipants - placesTaken
  const isFull = left <= 0 && !me
  // The places available for his children, including those they already have; a whole playdate for those who wait.
  const room = me ? left + brought : isFull ? maxParticipants - 2 : left - 1
  const max = Math.max(0, Math.min(limits.childrenAlong, room))
  const usual = isFull ? Math.min(childrenInfo.length, max) : childrenToBring(playdate, childrenInfo.length).usual
  const value = typed ?? (me ? brought : usual)
  return {
    value,
    max,
    type,
    isChanged: value !== brought,
    /** Whether there is anything to choose. */
    isAsked: playdate.kind !== 'open' && (me !== undefined || max > 0),
  }
}
