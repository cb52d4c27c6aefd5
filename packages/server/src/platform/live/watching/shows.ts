import type { Kind } from '../../change.ts'
import type { Area } from './area.ts'

/** What a watched read shows, and so which changes are reported to its screen. */
export interface Shows {
  /** The things themselves, such as `playdate 5`; for a list those on its page. */
  things?: readonly string[] | undefined
  /** What it lists. */
  kind?: Kind | undefined
  /** Its area; without one, the list can contain anything of its kind. */
  area?: Area | undefined
  /** It also lists what is outside its area, and is notified of that when its turn comes. */
  reachesFurther?: boolean
  /** Its filter considers more than time and place, so every change can add or remove a thing. */
  isFiltered?: boolean
  /** Its things change along with it, so they are looked up again after each change. */
  isPage?: boolean
}
