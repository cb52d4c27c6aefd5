import { changes, type Touch } from '@papadag/contract/live/touches'
import * as z from 'zod/mini'

/** What lists are about. */
export type Kind = 'playdate' | 'place' | 'person'

/** A tile of the world's Web Mercator map, which is all that a change tells of where something is. */
export const Cell = z.object({ zoom: z.int(), x: z.int(), y: z.int() })
export type Cell = z.output<typeof Cell>

/** Own reads of these users, under these addresses. */
const OfPeople = z.object({ users: z.array(z.number()), reads: z.array(z.string()) })

/** Things that screens show, such as `playdate 5`. */
const OfThings = z.object({
  things: z.array(z.string()),
  /** Lists of this kind concern everything in an area. */
  kind: z.optional(z.enum(['playdate', 'place', 'person'])),
  /** Without one nobody knows where it is. */
  cell: z.optional(Cell),
  /** It stays on the pages where it is, and appears on no other. */
  isInPlace: z.optional(z.boolean()),
  /** Those who may see it, where not everybody may. */
  only: z.optional(z.array(z.number())),
  except: z.optional(z.array(z.number())),
})

const what = { what: z.enum(Object.keys(changes) as [Touch, ...Touch[]]) } // its own keys
export const Change = z.union([z.extend(OfPeople, what), z.extend(OfThings, what)])
export type Change = z.output<typeof Change>
export type ChangeOfThings = Extract<Change, { things: string[] }>

/** Whether this user may hear of it. */
export function mayHear({ only, except }: ChangeOfThings, userId: number): boolean {
  return (only === undefined || only.includes(userId)) && !except?.includes(userId)
}
