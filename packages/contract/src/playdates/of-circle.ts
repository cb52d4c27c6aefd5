import * as z from 'zod/mini'
import { issue } from '../problems.ts'
import { Id, Timestamp } from '../schema.ts'

/** What a playdate says about the circle that plans it. */
export const ofCircle = {
  /** For its members only. */
  circle: z.optional(z.nullable(z.object({ id: Id, name: z.string() }))),
  /** For them: whether others may come too, and from when on, while it is for members alone. */
  openToOthers: z.optional(z.nullable(z.boolean())),
  opensAt: z.optional(z.nullable(Timestamp)),
}

/** What a new playdate says about it. */
export const withCircle = {
  /** The circle of the caller that plans it: its members are asked first. */
  circleId: z.optional(z.nullable(Id)),
  /** Whether others can find it later; true if omitted. */
  openToOthers: z.optional(z.nullable(z.boolean(issue('field.invalid')))),
}

/** An open hour is for everybody. */
export const isForMembers = z.refine<{
  kind?: 'playdate' | 'open' | undefined
  circleId?: number | null | undefined
}>(({ kind, circleId }) => kind !== 'open' || !circleId, { error: issue('field.invalid'), path: ['circleId'] })
