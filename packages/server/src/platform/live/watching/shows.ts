import type { Kind } from '../../change.ts'
import type { Area } from './area.ts'

/** What a watched read shows, and so which changes its screen hears of. */
export interface Shows {
  /** The things themselves, such as `playdate 5`; of a list those on its page. */
  things?: readonly string[] | undefined
  /** What it lists. */
  kind?: Kind | undefined
  /** Where it looks; without it the list can contain anything of its kind. */
  area?: Area | undefined
  /** It lists what lies outside its area too, and hears of that when its turn comes. */
  reachesFurther?: boolean
  /** Its filter looks at more than time and place, so that every change can bring a thing in or take it out. */
  isFiltered?: boolean
  /** Its things change with it, so they are looked up again after each change. */
  isPage?: boolean
}
