import { createHmac, randomInt } from 'node:crypto'
import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import type { Visitor } from '../platform/http/address.ts'
import { Problem } from '../platform/problem.ts'
import { day, hour, type RateLimit, type RateLimiter } from '../platform/rate-limits.ts'
import { make, mustBeAmongThoseWhoKnow } from './circle-making.ts'
import { keepersOf } from './circles.ts'
import { record } from './facts.ts'
import { blockedWith } from './visibility.ts'

/** Without digits and letters that look like others. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

export const randomCode = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Where a code is entered. */
export const linkOfCode = (origin: string, code: string): string => `${origin}/circles?code=${code}`

/** The code that keepers can look up again, derived instead of stored. */
export function codeFrom(secret: string, salt: string): string {
  let rest = BigInt(`0x${createHmac('sha256', secret).update(`circle:${salt}`).digest('hex')}`)
  let code = ''
  while (code.length < length) {
    code += letters[Number(rest % BigInt(letters.length))]
    rest /= BigInt(letters.length)
  }
  return code
}

/** What is stored of a code, however it is typed. */
export function hashOfCode(secret: string, typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return createHmac('sha256', secret).update(`circle code:${code}`).digest('hex')
}

const ofAccount: RateLimit = {
  name: 'wrong-circle-codes',
  windows: [
    { times: 5, seconds: hour },
    { times: 20, seconds: day },
  ],
}
const fromAddress: RateLimit = {
  name: 'wrong-circle-codes-from',
  windows: [
    { times: 20, seconds: hour, inNetwork: 60 },
    { times: 60, seconds: day, inNetwork: 200 },
  ],
}
/** Of everybody together; beyond it each account has one try a day, so that an attack keeps out no honest father. */
const ofAll: RateLimit = { name: 'wrong-circle-codes-all', windows: [{ times: 1000, seconds: hour }] }
const duringAttack: RateLimit = { name: 'wrong-circle-codes-attack', windows: [{ times: 1, seconds: day }] }

/** Counts a try before it is looked at, and takes the count back for a code that opens. */
export async function asTry<T>(
  limiter: RateLimiter,
  { visitor, userId }: { visitor: Visitor; userId?: number },
  work: () => Promise<T>,
): Promise<T> {
  const counted: [RateLimit, Parameters<RateLimiter['consume']>[1]][] = []
  const count = async (limit: RateLimit, who: Parameters<RateLimiter['consume']>[1]) => {
    await limiter.consume(limit, who)
    counted.push([limit, who])
  }
  if (userId !== undefined) await count(ofAccount, userId)
  await count(fromAddress, visitor)
  try {
    await count(ofAll, 'all:0')
  } catch (refused) {
    if (!(refused instanceof Problem)) throw refused
    await count(duringAttack, userId ?? visitor)
  }
  const done = await work()
  for (const [limit, who] of counted) await limiter.giveBack(limit, who)
  return done
}

const Door = z.object({
  /** Null before anybody has come with a code of this organisation. */
  circleId: z.nullable(z.int()),
  organisationId: z.nullable(z.int()),
  letsIn: z.boolean(),
  isIn: z.boolean(),
})

/**
 * The circle `g` that this code `k`, its own or an organisation's, opens for him: not one that is used up or over, nor of a
 * circle that is full or one of whose keepers has a block with him. One statement for all of it, so that no refusal takes
 * longer.
 */
function doorFor(hash: string, userId: number): Sql {
  const isIn = sql`exists (select from circle_members m where m.circle_id = g.id and m.user_id = ${userId})`
  const mayCome = sql`(select count(*) from circle_members m where m.circle_id = g.id) < ${limits.circleMembers}::int
    and not (${keepersOf(sql`g.id`)} && ${blockedWith(userId)})`
  return sql`
    select g.id as "circleId", null::int as "organisationId", ${isIn} as "isIn",
           k.lets_in or exists (select from circle_asked a where a.circle_id = g.id and a.user_id = ${userId} and a.declined_at is null) as "letsIn"
      from circle_codes k join circles g on g.id = k.circle_id
     where k.code_hash = decode(${hash}, 'hex') and k.expires_at > now()
       and (${isIn} or ${mayCome}
         and (k.uses_left > 0 or exists (select from circle_wishes v where v.circle_id = g.id and v.user_id = ${userId})))
    union all
    select g.id, k.organisation_id, ${isIn}, true
      from organisation_codes k join organisations o on o.id = k.organisation_id left join circles g on g.id = o.circle_id
     where k.code_hash = decode(${hash}, 'hex') and k.expires_at > now()
       and (${isIn} or k.used_at is null and (g.id is null or ${mayCome}))`
}

/** Throws unless this code opens for somebody who has no account yet. */
export async function mustOpen(db: Db, secret: string, typed: string): Promise<void> {
  if (!(await db.one(Door, doorFor(hashOfCode(secret, typed), 0)))) throw new Problem('circle.codeUnknown')
}

/** Lets him into the circle of this code, or asks its keepers; throws `circle.codeUnknown` for any that does not open. */
export async function enterByCode(
  tx: Db,
  secret: string,
  typed: string,
  userId: number,
): Promise<{ isIn: boolean; circleId: number | null }> {
  const hash = hashOfCode(secret, typed)
  const found = await tx.one(Door, doorFor(hash, userId))
  if (!found) throw new Problem('circle.codeUnknown')
  const circleId = found.organisationId === null ? found.circleId : await circleOf(tx, found.organisationId, userId)
  await tx.run(sql`select from circles where id = ${circleId} for update`)
  // It may have become full, or have been rotated, while this waited.
  const door = await tx.one(Door, doorFor(hash, userId))
  if (!door) throw new Problem('circle.codeUnknown')
  const { isIn, letsIn } = door
  if (isIn && circleId !== found.circleId) await spend(tx, hash)
  if (isIn || circleId === null) return { isIn, circleId }
  if (!letsIn) {
    const isNew = await tx.run(sql`
      insert into circle_wishes (circle_id, user_id) values (${circleId}, ${userId}) on conflict do nothing`)
    if (isNew) {
      await use(tx, circleId)
      await record(tx, { fact: 'circleWished', circleId, userId })
    }
    return { isIn: false, circleId: null }
  }
  await (found.organisationId === null ? use(tx, circleId) : spend(tx, hash))
  await comeIn(tx, circleId, userId)
  return { isIn: true, circleId }
}

const use = (tx: Db, circleId: number) =>
  tx.run(sql`update circle_codes set uses_left = uses_left - 1 where circle_id = ${circleId} and uses_left > 0`)

const spend = (tx: Db, hash: string) =>
  tx.run(sql`update organisation_codes set used_at = now() where code_hash = decode(${hash}, 'hex')`)

const Organisation = z.object({ name: z.string(), circleId: z.nullable(z.int()) })

/** The circle of an organisation, which the first father with one of its codes makes and keeps; two at once make one. */
async function circleOf(tx: Db, organisationId: number, userId: number): Promise<number | null> {
  const organisation = await tx.one(
    Organisation,
    sql`select name, circle_id as "circleId" from organisations where id = ${organisationId} for update`,
  )
  if (!organisation) throw new Problem('circle.codeUnknown')
  if (organisation.circleId !== null) return organisation.circleId
  await mustBeAmongThoseWhoKnow(tx)
  const id = await make(tx, { name: organisation.name }, [userId])
  await tx.run(sql`update organisations set circle_id = ${id} where id = ${organisationId}`)
  return id
}

/** Makes codes for an organisation, each for one father; returns them, since they are nowhere stored. */
export async function makeOrganisationCodes(
  tx: Db,
  secret: string,
  { name, count, days }: { name: string; count: number; days: number },
): Promise<string[]> {
  const organisation = await tx.one(
    z.object({ id: z.int() }),
    sql`insert into organisations (name) values (${name})
        on conflict (lower(name)) do update set name = organisations.name returning id`,
  )
  const codes = new Set<string>()
  while (codes.size < count) codes.add(randomCode())
  const hashes = [...codes].map(code => hashOfCode(secret, code))
  await tx.run(sql`
    insert into organisation_codes (code_hash, organisation_id, expires_at)
    select decode(h, 'hex'), ${organisation?.id ?? 0}::int, now() + make_interval(days => ${days}::int)
      from unnest(${hashes}::text[]) h`)
  return [...codes]
}

/** Makes him a member, while its row is locked and he may come. */
export async function comeIn(tx: Db, circleId: number, userId: number, isKeeper = false): Promise<void> {
  await tx.run(sql`delete from circle_asked where circle_id = ${circleId} and user_id = ${userId}`)
  await tx.run(sql`delete from circle_wishes where circle_id = ${circleId} and user_id = ${userId}`)
  await tx.run(sql`
    insert into circle_members (circle_id, user_id, is_keeper) values (${circleId}, ${userId}, ${isKeeper})`)
  await record(tx, { fact: 'circleJoined', circleId, userId })
}
