import { closeCodes } from '@papadag/contract/live/frame'
import { type IssueCode, isIssueCode, type ProblemCode } from '@papadag/contract/problems'
import { Id } from '@papadag/contract/schema'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { DbUnavailable } from '../db/db.ts'
import { Problem } from '../problem.ts'
import type { Sentence } from '../texts.ts'
import { type Connection, sendBytes, toWire } from './connection.ts'

const malformedFrames = 3

/** The subject of a frame, for its refusal. */
const About = z.object({
  chatId: z.optional(z.catch(z.optional(Id), undefined)),
  clientId: z.optional(z.catch(z.optional(z.string()), undefined)),
})

export interface RefusalParts {
  texts: Readonly<Record<ProblemCode | IssueCode, Sentence>>
  log: Logger
  isLimited: boolean
}

/** Tells a connection, in its language, why a frame was not handled. */
export interface Refusal {
  because(connection: Connection, code: ProblemCode): void
  /** A handler threw. */
  forError(connection: Connection, error: unknown, frame: unknown): void
  /** Not a frame of the contract; the third one closes the connection. */
  forForm(connection: Connection): void
  /** A known frame with an invalid field: a form's own sentence if it has one, else that of a malformed frame. */
  forFields(connection: Connection, frame: unknown, error: z.core.$ZodError): void
}

export function createRefusal({ texts, log, isLimited }: RefusalParts): Refusal {
  function because(
    connection: Connection,
    code: ProblemCode,
    about: z.output<typeof About> = {},
    sentence = texts[code],
  ) {
    const error = sentence[connection.language]
    sendBytes(connection, toWire({ type: 'error', error, code, ...about }), isLimited)
  }

  function forForm(connection: Connection) {
    because(connection, 'live.malformed')
    connection.malformed += 1
    if (connection.malformed >= malformedFrames) connection.socket.close(closeCodes.policy)
  }

  return {
    because: (connection, code) => because(connection, code),
    forError(connection, error, frame) {
      const code =
        error instanceof Problem ? error.code : error instanceof DbUnavailable ? 'server.unavailable' : 'server.failed'
      if (code === 'server.failed') log.error({ err: error }, 'unexpected error in a frame')
      because(connection, code, About.parse(frame))
    },
    forForm,
    forFields(connection, frame, error) {
      const [first] = error.issues
      if (!first || !isIssueCode(first.message)) return forForm(connection)
      because(connection, 'request.invalid', About.safeParse(frame).data ?? {}, texts[first.message])
    },
  }
}
