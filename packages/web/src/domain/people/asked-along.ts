import type { Weekday } from '@papadag/contract/users/papa-days'

/** The fathers somebody had in mind when he planned a playdate: those who are also free on this weekday. */
export type AskedAlong = { day: Weekday; fathers: readonly number[] }

let planned: (AskedAlong & { playdateId: number }) | undefined

/** Keeps them for the sheet in which they are asked, until another playdate is planned. */
export function askAlong(playdateId: number, whom: AskedAlong | undefined): void {
  planned = whom && { ...whom, playdateId }
}

export function askedAlongTo(playdateId: number): AskedAlong | undefined {
  return planned?.playdateId === playdateId ? planned : undefined
}
