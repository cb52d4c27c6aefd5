import type { Playdate } from '@papadag/contract/playdates/playdates'
import { createStore } from '../store.ts'

type Shared = {
  playdate: Playdate
  /** Whether the user has just planned the playdate. */
  isNew?: boolean
  /** Whether it is shared with the other parent instead of other fathers. */
  isForParent?: boolean
}

const shared = createStore<Shared | undefined>(undefined)

/** Opens the sheet that shares a playdate, together with its code. */
export const askToShare = (playdate: Playdate, isNew = false) => shared.set({ playdate, isNew })
/** Opens the same for the other parent. */
export const askToTellParent = (playdate: Playdate) => shared.set({ playdate, isForParent: true })
export const closeSharing = () => shared.set(undefined)

export const useShared = shared.use
