import { changes, type Touch } from '@papadag/contract/live/touches'
import * as z from 'zod/mini'

/** What a list contains. */
export type Kind = 'playdate' | 'place' | 'person'

/** A tile of the Web Mercator map, which is all that a change reveals about a location. */
export const Cell = z.object({ zoom: z.int(), x: z.int(), y: z.int() })
export type Cell = z.output<typeof Cell>

/** These users' own reads at these addresses. */
const OfPeople = z.object({ users: z.array(z.number()), reads: z.array(z.string()) })

/** Things that screens show, such as `playdate 5`. */
const OfThings = z.object({
  things: z.array(z.string()),
  /** Lists of this kind concern everything in an area. */
  kind: z.optional(z.enum(['playdate', 'place', 'person'])),
  /** Absent if the location is unknown. */
  cell: z.optional(Cell),
  /** It stays on the pages where it is, and appears on no others. */
  isInPlace: z.optional(z.boolean()),
  /** Those who may see it, if not everybody may. */
  only: z.optional(z.array(z.number())),
  except: z.optional(z.array(z.number())),
})

const what = { what: z.enum(Object.keys(changes) as [Touch, ...Touch[]]) } // its own keys
export const Change = z.union([z.extend(OfPeople, what), z.extend(OfThings, what)])
export type Change = z.output<typeof Change>
export type ChangeOfThings = Extract<Change, { things: string[] }>

/** Whether this user may be notified of it. */
export function mayHear({ only, except }: ChangeOfThings, userId: number): boolean {
  return (only === undefined || only.includes(userId)) && !except?.includes(userId)
}
