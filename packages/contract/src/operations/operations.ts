import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Timestamp } from '../schema.ts'

/** The checks of the doctor (`npx papadag doctor`), in order. */
export const findingNames = [
  'configuration',
  'version',
  'dataFolder',
  'backup',
  'pictureStore',
  'redis',
  'publicUrl',
  'socket',
  'proxies',
  'mail',
  'push',
  'contact',
  'map',
  'database',
  'schema',
  'nodes',
  'clock',
  'passkeys',
  'leftovers',
  'outbox',
] as const
export type FindingName = (typeof findingNames)[number]

/** In order, worth a look, broken, or not in use. */
export const findingStates = ['ok', 'look', 'broken', 'off'] as const
export type FindingState = (typeof findingStates)[number]

export const Finding = z.object({
  name: z.enum(findingNames),
  state: z.enum(findingStates),
  /** One sentence in the caller's language. */
  text: z.string(),
})
export type Finding = z.output<typeof Finding>

/** How much is running, and how much is waiting for its turn. */
const Load = z.object({ running: z.int(), waiting: z.int() })

export const Operations = z.object({
  /** When the doctor looked; he does so at most once a minute. */
  lookedAt: Timestamp,
  findings: z.array(Finding),
  version: z.string(),
  /** The Node it runs on. */
  runtime: z.string(),
  /** The nodes that have served in the last three minutes, by version. */
  nodes: z.array(z.object({ version: z.string(), count: z.int() })),
  /** Null if there is no backup, or none that this node knows of. */
  backedUpAt: z.nullable(Timestamp),
  diskFreeBytes: z.number(),
  /** Notices and mails that are due, across all nodes. */
  outbox: z.object({ due: z.int(), oldestS: z.number() }),
  /**
   * Of the fathers who met another father in the ten weeks that ended 14 days ago, the share who met the same one again
   * within 14 days; null for fewer than ten.
   */
  metAgain: z.nullable(z.object({ fathers: z.int(), share: z.number() })),
  /** The load of this node. */
  here: z.object({ database: Load, pictures: Load, sockets: z.int() }),
})
export type Operations = z.output<typeof Operations>

export const operations = route('GET /api/operations', {
  access: 'member',
  summary:
    'Gets the doctor’s findings, versions, nodes, last backup, queues and the share of fathers who meet again. Contains no member data. Operators only, 404 for others.',
  reply: Operations,
})
