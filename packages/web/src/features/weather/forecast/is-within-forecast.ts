import type { Playdate } from '@papadag/contract/playdates/playdates'
import { serverFacts } from '../../../platform/server-facts.ts'

const aheadMs = 8 * 86_400_000

/**
 * Whether there may be a forecast for it: the server has a provider, and it is planned for the coming days at a known
 * position.
 */
export function isWithinForecast({ state, startTime, endTime, latitude }: Playdate): boolean {
  const now = Date.now()
  const isSoon = Date.parse(endTime) > now && Date.parse(startTime) < now + aheadMs
  return serverFacts().forecast === 'on' && state === 'planned' && latitude !== null && isSoon
}
