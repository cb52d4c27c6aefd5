import { WeatherHour, type WeatherSource } from '@papadag/contract/weather/forecast'
import * as z from 'zod/mini'
import { createCircuitBreaker } from '../../../platform/circuit-breaker/circuit-breaker.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { Problem } from '../../../platform/problem.ts'
import { day, type RateLimit, type RateLimiter } from '../../../platform/rate-limits.ts'
import type { CellCentre, Provider } from './provider.ts'

/** How many requests to the weather service one member may cause; beyond that, others would go without a forecast. */
const caused: RateLimit = { name: 'forecasts-caused', windows: [{ times: 60, seconds: day }] }

const atOnce = 8

/** Nodes of an earlier version store hours without UV and pollen. */
const KnownHour = z.extend(WeatherHour, {
  uvIndex: z._default(WeatherHour.shape.uvIndex, null),
  pollen: z._default(WeatherHour.shape.pollen, null),
})

const Known = z.object({
  hours: z.nullable(z.array(KnownHour)),
  isFresh: z.boolean(),
})

/** A cell of 0.1°, by its south-western corner in tenths of a degree. */
interface Cell {
  latitude: number
  longitude: number
}

interface Position {
  latitude: number
  longitude: number
}

function cellOf({ latitude, longitude }: Position): Cell {
  return { latitude: Math.floor(latitude * 10), longitude: Math.floor(longitude * 10) }
}

/** Never beyond the pole or the date line, behind which there are no cells. */
function centreOf({ latitude, longitude }: Cell): CellCentre {
  const middle = (tenths: number, most: number) => (Math.min(tenths + 0.5, most * 10) / 10).toFixed(2)
  return { latitude: middle(latitude, 90), longitude: middle(longitude, 180) }
}

export interface Forecasts {
  source: WeatherSource
  /** The hours of the cell of a position, requested on this member's behalf; undefined if unknown. */
  at(db: Db, position: Position, memberId: number): Promise<WeatherHour[] | undefined>
}

/**
 * Caches the forecast of each cell for three hours, for all nodes: the node that moves `ask_again_at` ahead requests
 * it, and its members wait for one reply. A cell that fails is left alone for a quarter of an hour, and the service for
 * a minute once several cells fail.
 */
export function createForecasts(provider: Provider, limiter: RateLimiter): Forecasts {
  const underWay = new Map<string, Promise<WeatherHour[] | undefined>>()
  const breaker = createCircuitBreaker({ restMs: 60_000 })

  async function knownOf(db: Db, { latitude, longitude }: Cell) {
    return db.one(
      Known,
      sql`select case when asked_at > now() - interval '12 hours' then hours end as hours, ask_again_at > now() as "isFresh"
            from forecasts where cell_latitude = ${latitude} and cell_longitude = ${longitude} and source = ${provider.source}`,
    )
  }

  /** Whether this caller is the one who requests it. */
  async function claim(db: Db, { latitude, longitude }: Cell): Promise<boolean> {
    const claimed = await db.run(
      sql`insert into forecasts (cell_latitude, cell_longitude, source, ask_again_at)
          values (${latitude}, ${longitude}, ${provider.source}, now() + interval '1 minute')
          on conflict (cell_latitude, cell_longitude, source) do update set ask_again_at = excluded.ask_again_at
           where forecasts.ask_again_at <= now()`,
    )
    return claimed > 0
  }

  async function mayRequest(memberId: number): Promise<boolean> {
    if (breaker.restMsOf(memberId) > 0) return false
    try {
      await limiter.consume(caused, memberId)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }

  async function request(db: Db, cell: Cell, memberId: number, before: WeatherHour[] | undefined) {
    if (!(await mayRequest(memberId))) return before
    // Another caller is requesting it, or has just got it.
    if (!(await claim(db, cell))) return (await knownOf(db, cell))?.hours ?? before
    const { latitude, longitude } = cell
    const isCell = sql`cell_latitude = ${latitude} and cell_longitude = ${longitude} and source = ${provider.source}`
    const hours = await provider.forecast(centreOf(cell))
    if (!hours || hours.length === 0) {
      breaker.failed({ who: memberId, thing: `${latitude} ${longitude}` })
      await db.run(sql`update forecasts set ask_again_at = now() + interval '15 minutes' where ${isCell}`)
      return before
    }
    breaker.succeeded()
    await db.run(
      sql`update forecasts set hours = ${JSON.stringify(hours)}::jsonb, asked_at = now(),
                 ask_again_at = now() + interval '3 hours' where ${isCell}`,
    )
    return hours
  }

  return {
    source: provider.source,
    async at(db, position, memberId) {
      const cell = cellOf(position)
      const key = `${cell.latitude} ${cell.longitude}`
      const known = await knownOf(db, cell)
      const hours = known?.hours ?? undefined
      if (known?.isFresh && !underWay.has(key)) return hours
      const asking = underWay.get(key)
      if (asking) return asking
      if (underWay.size >= atOnce) return hours
      const answer = request(db, cell, memberId, hours).finally(() => underWay.delete(key))
      underWay.set(key, answer)
      return answer
    },
  }
}

/** Deletes forecasts that have not been requested recently, since they reveal where something was planned. */
export async function forgetForecasts(db: Db): Promise<void> {
  await deleteInBatches(db, sql`forecasts`, sql`ask_again_at < now() - interval '12 hours'`)
}
