import type { Language } from '@papadag/contract/limits'
import type { ServerFrame } from '@papadag/contract/live/frame'
import type * as z from 'zod/mini'
import type { Db } from '../db/db.ts'
import type { Member } from '../http/serve.ts'
import type { RateLimit } from '../rate-limits.ts'

/** The input of a frame's handler: the sender, and how to answer on the same connection. */
export interface FrameCall<S extends z.ZodMiniType> {
  /** The database in the sender's turns. */
  db: Db
  member: Member
  language: Language
  frame: z.output<S>
  /** Answers the frame; even a long answer does not count as a slow reader's backlog. */
  reply(frame: ServerFrame): void
}

interface FrameOptions {
  /** A member who sends too many of these is slowed down, not disconnected (safety S26). */
  isPaced?: boolean
  /** How often one member may do this (safety 7). */
  limit?: RateLimit
}

/** A frame of the contract and its handler; a `Problem` that it throws is sent as an error frame. */
export interface ServedFrame {
  type: string
  schema: z.ZodMiniType
  options: FrameOptions
  handle(call: FrameCall<z.ZodMiniType>): unknown
}

/** Binds a declared frame to its handler. The frames of one connection are handed over in order. */
export function onFrame<S extends z.ZodMiniType>(
  schema: S,
  options: FrameOptions,
  handle: (call: FrameCall<S>) => unknown,
): ServedFrame {
  // A list of frames of different types can only have their common type; the schema parses what the handler gets.
  return { type: typeOf(schema), schema, options, handle: handle as ServedFrame['handle'] }
}

/** The `type` required by a frame's schema. */
function typeOf(schema: z.ZodMiniType): string {
  const { shape } = schema as z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }> // every frame of the contract is one
  return String(shape.type.def.values[0])
}
