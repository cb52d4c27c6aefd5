import type { Playdate } from '@papadag/contract/playdates/playdates'
import { createStore } from '../store.ts'

type Shared = {
  playdate: Playdate
  /** Whether the user has just planned the playdate. */
  isNew?: boolean
}

const shared = createStore<Shared | undefined>(undefined)

/** Opens the sheet that shares a playdate, together with its code. */
export const askToShare = (playdate: Playdate, isNew = false) => shared.set({ playdate, isNew })
export const closeSharing = () => shared.set(undefined)

export const useShared = shared.use
