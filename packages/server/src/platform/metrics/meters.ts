/** Counts what happens in this process (`metrics.ts`), but never who did it. */
export interface Meters {
  /** A call got a reply; `route` is the pattern of its address. */
  request(route: string, status: number, ms: number): void
  /** Messages were stored by this node. */
  committed(messages: number): void
  /** A message was handed to the connections here, this long after any node stored it. */
  delivered(ms: number): void
  /** A push service replied with this status; 0 without a reply. */
  pushed(host: string, status: number): void
  mailed(outcome: 'sent' | 'failed'): void
}

/** Counts nothing. */
export const noMeters: Meters = {
  request() {},
  committed() {},
  delivered() {},
  pushed() {},
  mailed() {},
}

/** How much of something is running and waiting at this moment. */
export interface Load {
  running: number
  waiting: number
}

/** Measurements of this node at this moment. */
export interface Gauges {
  sockets: number
  members: number
  database: Load
  pictures: Load
  outbox: Readonly<Record<'done' | 'failed' | 'givenUp', number>>
  isBusConnected: boolean
  /** The map served here; undefined without one. */
  map: { name: string; area: string; dataAtMs: number } | undefined
}

/** Measurements of the whole installation. */
export interface Facts {
  outboxDue: number
  /** How long the oldest due row of the outbox has been due. */
  outboxAgeS: number
  nodes: number
  /** When the last import of places ended, in seconds since 1970; 0 without one. */
  importedAtS: number
  /** When the last backup was made, in seconds since 1970; 0 without one. */
  backedUpAtS: number
  diskFreeBytes: number
  /** The share of fathers who meet the same father again within 14 days; NaN if there are too few. */
  metAgain: number
}
