/** What happens in this process, told to whoever counts it (`metrics.ts`); nothing here says who did it. */
export interface Meters {
  /** A call was answered: by the pattern of its address alone. */
  request(route: string, status: number, ms: number): void
  /** Messages were stored by this node. */
  committed(messages: number): void
  /** A message was handed to the connections here, so long after it was stored, by whichever node. */
  delivered(ms: number): void
  /** A push service answered; 0 when it did not. */
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

/** How much of something runs and waits at this moment. */
export interface Load {
  running: number
  waiting: number
}

/** What stands at some number at this moment. */
export interface Gauges {
  sockets: number
  members: number
  database: Load
  pictures: Load
  outbox: Readonly<Record<'done' | 'failed' | 'givenUp', number>>
  isBusConnected: boolean
}
