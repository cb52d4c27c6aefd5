/** What travels over the `/ws` socket. Client frames are parsed at the edge; server frames only describe. */
import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { problemStatus } from './problems.ts'
import { Id } from './schema.ts'

type Shape = Record<string, z.ZodMiniType>

function frame<const T extends string, S extends Shape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...shape })
}

/** A frame the browser sends. */
export const clientFrame = frame
/** A frame the server sends. */
export const serverFrame = frame

/**
 * First frame of a connection: who is there. The session decides, this only has to agree (safety S22).
 * `tab` names the browser tab, so that its own writes are not echoed to it.
 */
export const authenticate = clientFrame('authenticate', {
  userId: Id,
  token: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  tab: z.optional(z.string().check(z.maxLength(64))),
})

/**
 * The reads this tab shows now; replaces what was watched before (contract 12). `readAgoMs` is how long ago the oldest
 * of them was read: what changed between that read and this frame is told at once.
 */
export const watch = clientFrame('watch', {
  readAgoMs: z.optional(z.number().check(z.gte(0))),
  paths: z.array(z.string().check(z.maxLength(limits.urlBytes))).check(z.maxLength(limits.watchedPaths)),
})

/** Answer to `authenticate`. */
export const authenticated = serverFrame('authenticated', { userId: Id, retentionDays: z.number() })

/** These watched reads have changed: read them again. */
export const changed = serverFrame('changed', { paths: z.array(z.string()) })

/** What was refused, with the same closed list of codes as HTTP. */
export const refused = serverFrame('error', {
  error: z.string(),
  code: z.enum(Object.keys(problemStatus)),
  chatId: z.optional(Id),
  clientId: z.optional(z.string()),
})

/** The server asks to come back after so many milliseconds. */
export const retry = serverFrame('retry', { afterMs: z.number() })

export type ServerFrame =
  | z.output<typeof authenticated>
  | z.output<typeof changed>
  | z.output<typeof refused>
  | z.output<typeof retry>

/** Close codes of `/ws` (safety 5). */
export const closeCodes = {
  unauthenticated: 4401,
  wrongUser: 4403,
  slow: 4408,
  tooMany: 4409,
  policy: 1008,
  tooLarge: 1009,
  tryLater: 1013,
} as const
