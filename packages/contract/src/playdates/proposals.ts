import * as z from 'zod/mini'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { Id, Timestamp } from '../schema.ts'
import { ChildrenAlong } from './playdates.ts'

/** A meeting at a playground that the app proposes. Nobody learns who else is invited, or how many (safety S6c). */
export const Proposal = z.object({
  id: Id,
  place: z.object({ id: Id, name: z.string(), address: z.nullable(z.string()) }),
  startTime: Timestamp,
  endTime: Timestamp,
  /** The deadline for becoming a playdate. */
  endsAt: Timestamp,
  /** The number of fathers that makes it a playdate. */
  minimum: z.int(),
  /** How many have accepted; blocked, hidden and suspended ones count nowhere. */
  accepted: z.int(),
  /** The caller's answer. */
  mine: z.nullable(z.enum(['yes', 'no'])),
  /** How many children he brings; null before he has accepted. */
  children: z.nullable(z.int()),
  /**
   * `made`: it has become a playdate, which he can see. `over`: it has not done so in time, or that playdate is gone.
   */
  state: z.enum(['open', 'made', 'over']),
  playdateId: z.nullable(Id),
})
export type Proposal = z.output<typeof Proposal>

export const proposals = route('GET /api/proposals', {
  access: 'member',
  summary: 'Lists upcoming meetings that the app proposes to the caller, newest first.',
  answers: 'list',
  reply: z.array(Proposal),
})

export const answerProposal = route('PUT /api/proposals/:id/answer', {
  access: 'member',
  summary:
    'Accepts or declines a proposed meeting. Once enough fathers accept, it becomes a playdate with all of them, created by the first.',
  repeats: 'natural',
  body: z.object({
    coming: z.boolean(issue('field.invalid')),
    /** How many children the caller would bring; none if omitted. */
    children: z.optional(ChildrenAlong),
  }),
  reply: Proposal,
  errors: ['proposal.unknown', 'proposal.made', 'proposal.over', 'user.stopped'],
  touches: ['proposal', 'playdate', 'notices'],
})
