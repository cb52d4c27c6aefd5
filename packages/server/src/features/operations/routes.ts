import { operations } from '@papadag/contract/operations/operations'
import * as z from 'zod/mini'
import { isOperator } from '../../domain/account.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import type { Load } from '../../platform/metrics/meters.ts'
import type { PictureStore } from '../../platform/pictures/store.ts'
import { Problem } from '../../platform/problem.ts'
import { minute, type RateLimit } from '../../platform/rate-limits.ts'
import { version } from '../../platform/version.ts'
import { databaseChecks } from './database-checks.ts'
import { diagnose, type Finding, inLanguage } from './diagnosis.ts'
import { readFacts } from './facts.ts'
import { rememberMeetingAgain } from './meeting-again.ts'
import { surroundingChecks } from './surrounding-checks.ts'

const looks: RateLimit = { name: 'operations', windows: [{ times: 30, seconds: minute }] }
/** After this time, mail server, bucket and proxy are checked again. */
const foundForMs = minute * 1000

export interface OperationsParts {
  config: Config
  /** The server's own access, so that the checks use no member's turns. */
  db: Db
  store: PictureStore
  /** The load of this process: running and waiting work. */
  here(): { database: Load; pictures: Load; sockets: number }
}

const Nodes = z.object({ version: z.string(), count: z.int() })

export function operationsRoutes({ config, db: own, store, here }: OperationsParts): Served[] {
  const findings = remembering(async () => {
    const [around, inside] = await Promise.all([
      diagnose(surroundingChecks(config, store)),
      diagnose(databaseChecks(own, { isShared: config.databaseUrl !== undefined, store, publicUrl: config.publicUrl })),
    ])
    return [...around, ...inside]
  })
  const meetingAgain = rememberMeetingAgain(own)

  return [
    serve(
      operations,
      {
        limit: looks,
        async allow({ db, member }) {
          if (!(await isOperator(db, member.id))) throw new Problem('request.unknownPath')
        },
      },
      async ({ db, language }) => {
        const [{ found, lookedAtMs }, metAgain, facts, nodes] = await Promise.all([
          findings(),
          meetingAgain(),
          readFacts(db, config),
          db.many(
            Nodes,
            sql`select version, count(*)::int as count from nodes
                 where seen_at > now() - interval '3 minutes' group by version order by version`,
          ),
        ])
        return {
          lookedAt: new Date(lookedAtMs).toISOString(),
          findings: inLanguage(found, language),
          version,
          runtime: process.version,
          nodes,
          backedUpAt: facts.backedUpAtS > 0 ? new Date(facts.backedUpAtS * 1000).toISOString() : null,
          diskFreeBytes: facts.diskFreeBytes,
          metAgain,
          outbox: { due: facts.outboxDue, oldestS: facts.outboxAgeS },
          here: here(),
        }
      },
    ),
  ]
}

interface Found {
  found: Finding[]
  lookedAtMs: number
}

/** Checks once for all operators who ask within a minute. */
function remembering(look: () => Promise<Finding[]>): () => Promise<Found> {
  let last: Promise<Found> | undefined
  let askedAtMs = 0
  return () => {
    const nowMs = Date.now()
    if (!last || nowMs - askedAtMs > foundForMs) {
      askedAtMs = nowMs
      last = look().then(found => ({ found, lookedAtMs: nowMs }))
    }
    return last
  }
}
