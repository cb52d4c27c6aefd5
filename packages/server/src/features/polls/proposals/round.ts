import { limits, productTimeZone } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { record } from '../../../domain/facts.ts'
import type { Job } from '../../../domain/notifications/kind.ts'
import { countingDaysOf } from '../../../domain/papa-days/papa-days.ts'
import { isSuggestible } from '../../../domain/places/settled.ts'
import { isAhead, isOpenToAll, isPlanned, seatOf } from '../../../domain/playdates/state.ts'
import { isProposal } from '../../../domain/polls.ts'
import { hasSettled } from '../../../domain/position/closeness.ts'
import { townNamed } from '../../../domain/position/towns.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { ask } from '../steps.ts'
import { blocksAmong } from './queries.ts'
import { groupsOf, type Half, halvesAfter, isIn, livesIn, middleOf, neighbourhoodOf, townIn } from './rules.ts'

const planKind = 'proposal.plan'
/** The hour on Monday at which a week begins, so that nobody is asked at night. */
const beginsAt = 9
const fathersAtOnce = 20_000

/**
 * Whether the father `me` may be asked: anybody who is asked can find the others among the fathers who share his days,
 * so a proposal reveals nothing that he could not read there (safety S6c).
 */
const mayBeAsked = sql`me.papa_days <> 0 and me.papa_days_visible and me.proposals and me.discoverable and not me.is_host
  and me.hidden_at is null and coalesce(me.suspended_until <= now(), true) and not me.may_not_start
  and me.created_at < now() - interval '24 hours' and me.last_active_at > now() - interval '30 days' and ${hasSettled}`

/** He has not been asked recently. */
const isDue = sql`not exists (select from poll_fathers f join polls q on q.id = f.poll_id and ${isProposal}
  where f.user_id = me.id and q.created_at > now() - make_interval(days => ${limits.proposalEveryDays}::int))`

const Last = z.object({ id: z.int() })

/**
 * Once a week, schedules a round for each neighbourhood. Several nodes may try at once: one succeeds, and the outbox
 * assigns each neighbourhood to one of them.
 */
export async function beginRound(db: Db): Promise<void> {
  await db.transaction(async tx => {
    const week = sql`date_trunc('week', (now() at time zone ${productTimeZone}) - make_interval(hours => ${beginsAt}))::date`
    const begun = await tx.run(sql`insert into proposal_rounds (week) values (${week}) on conflict do nothing`)
    if (begun === 0) return
    // In batches, since one statement must not take long, however many fathers there are.
    const last = (await tx.one(Last, sql`select coalesce(max(id), 0) as id from users`))?.id ?? 0
    for (let from = 0; from < last; from += fathersAtOnce) {
      await tx.run(sql`
        insert into outbox (kind, payload, dedupe_key)
        select distinct ${planKind}, jsonb_build_object('neighbourhood', neighbourhood), ${`${planKind}:`} || neighbourhood as key
          from (select ${neighbourhoodOf} as neighbourhood from users me
                 where me.id > ${from} and me.id <= ${from + fathersAtOnce} and ${mayBeAsked}) asked
         where neighbourhood is not null order by key
        on conflict (dedupe_key) do nothing`)
    }
  })
}

const Payload = z.object({ neighbourhood: z.string() })

/** Makes the proposals for a neighbourhood; a repeat finds nobody who is due. */
export const proposePlan: Job = {
  kind: planKind,
  async run(db, { payload }) {
    const { neighbourhood } = Payload.parse(payload)
    const town = townIn(neighbourhood)
    const middle = town === undefined ? middleOf(neighbourhood) : townNamed(town)
    if (middle) await db.transaction(tx => proposeIn(tx, neighbourhood, middle, Temporal.Now.instant()))
    return 'done'
  },
}

interface Middle {
  latitude: number
  longitude: number
}

const Id = z.object({ id: z.int() })

async function proposeIn(tx: Db, neighbourhood: string, middle: Middle, now: Temporal.Instant): Promise<void> {
  const place = await playgroundNear(tx, middle)
  if (!place) return
  // The order differs each week, while locks are taken in a fixed one: a father who has moved is asked once.
  const candidates = await tx.many(
    Id,
    sql`select me.id from users me where me.id in (
          select me.id from users me where ${mayBeAsked} and ${livesIn(neighbourhood)} and ${isDue}
           order by md5(me.id::text || date_trunc('week', now())) limit ${limits.proposalCandidates})
         order by me.id for no key update`,
  )
  const ids = candidates.map(({ id }) => id)
  const fathers = await countingDaysOf(tx, sql`me.id = any(${ids}::int[]) and ${mayBeAsked} and ${isDue}`)
  const halves = await unplanned(tx, halvesAfter(now), middle)
  const busy = await busyTimes(tx, ids, halves)
  const free = fathers.map(({ id, days }) => {
    const taken = halves.filter(half => busy.some(time => time.userId === id && isIn(half, time)))
    return { id, days: taken.reduce((left, { bit }) => left & ~bit, days) }
  })
  const isBlocked = await blocksAmong(tx, ids)
  for (const { half, fathers: asked } of groupsOf(free, halves, isBlocked)) await propose(tx, place, half, asked)
}

async function propose(tx: Db, place: Place, { startTime, endTime }: Half, fathers: readonly number[]): Promise<void> {
  const { id: placeId, name, address: placeAddress } = place
  const location = (placeAddress ? `${name}, ${placeAddress}` : name).slice(0, limits.location)
  const times = [{ startTime: startTime.toString(), endTime: endTime.toString() }]
  const endsAt = sql`min(t.start_time) - make_interval(secs => ${limits.proposalEndsBeforeMs / 1000}::float8)`
  const heads = { maxParticipants: limits.proposalHeads }
  const proposalId = await ask(
    tx,
    { asker: undefined, location, placeId, placeAddress, ...heads, times, endsAt },
    fathers,
  )
  await record(tx, { fact: 'proposed', proposalId, fathers })
}

const Place = z.extend(Id, { name: z.string(), address: z.nullable(z.string()) })
type Place = z.output<typeof Place>

/**
 * The playground nearest to the middle of a neighbourhood, whoever is invited, so it reveals nothing about where they
 * live. If members have moved or renamed it lately, the next nearest (safety S35).
 */
function playgroundNear(tx: Db, { latitude, longitude }: Middle): Promise<Place | undefined> {
  return tx.one(
    Place,
    sql`select near.id, near.name, near.address from (
          select pl.id, pl.name, pl.address, metres_between(${latitude}, ${longitude}, pl.latitude, pl.longitude) as metres from places pl
           where pl.type = 'playground' and pl.hidden_at is null and pl.location is not null
             and ${isSuggestible(sql`pl`)}
           order by pl.location <-> (select mercator(${latitude}::float8, ${longitude}::float8)), pl.id limit 1) near
         where near.metres <= ${limits.proposalReachM}`,
  )
}

const Times = z.object({ startTime: z.string(), endTime: z.string() })
const times = sql`${isoOf(sql`p.start_time`)} as "startTime", ${isoOf(sql`p.end_time`)} as "endTime"`
const Busy = z.extend(Times, { userId: z.int() })

const spanOf = (halves: readonly Half[]) => sql`tstzrange(${halves[0]?.from.toString() ?? 'infinity'}::timestamptz,
  ${halves.at(-1)?.until.toString() ?? 'infinity'}::timestamptz)`

/** Those of these half days without a planned playdate around this point. */
async function unplanned(tx: Db, halves: readonly Half[], { latitude, longitude }: Middle): Promise<Half[]> {
  const [high, wide] = [0.0225, 0.0365]
  const planned = await tx.many(
    Times,
    sql`select ${times} from playdates p
         where ${isAhead} and ${isOpenToAll} and p.hidden_at is null and p.location_visibility = 'public'
           and point(p.spot_longitude, p.spot_latitude) <@ box(point(${longitude - wide}, ${latitude - high}), point(${longitude + wide}, ${latitude + high}))
           and tstzrange(p.start_time, p.end_time) && ${spanOf(halves)} limit 1000`,
  )
  return halves.filter(half => !planned.some(one => isIn(half, one)))
}

function busyTimes(tx: Db, ids: readonly number[], halves: readonly Half[]): Promise<z.output<typeof Busy>[]> {
  return tx.many(
    Busy,
    sql`select x.user_id as "userId", ${times} from unnest(${ids}::int[]) of_them (id)
         cross join playdates p join ${seatOf(sql`of_them.id`, sql`x`)}
         where ${isPlanned} and tstzrange(p.start_time, p.end_time) && ${spanOf(halves)}`,
  )
}

/** Forgets in which weeks neighbourhoods were looked through. */
export async function forgetRounds(db: Db): Promise<void> {
  await db.run(sql`delete from proposal_rounds where week < now() - interval '60 days'`)
}
