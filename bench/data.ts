import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { openPostgres } from '../packages/server/src/platform/db/postgres.ts'
import { hashPassword } from '../packages/server/src/platform/sessions/password.ts'
import { createDatabase } from '../tools/postgres.ts'

const usualFathers = 2000
export const password = 'zandkasteel'
const comers = 4

/**
 * Creates a database with this many upcoming playdates, as many past ones, and four fathers on each; returns its
 * address.
 */
export async function makeDatabase(
  server: string,
  name: string,
  playdates: number,
  fathers = usualFathers,
): Promise<string> {
  const url = createDatabase(server, name)
  const db = openPostgres({ url, decode: true, onError: fail })
  await migrate(db)
  await db.close()

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(await fathersAndPlaydates(playdates, fathers))
  await client.query('vacuum (analyze)')
  await client.end()
  return url
}

/** The statements that fill a database with fathers and with upcoming and past playdates. */
export async function fathersAndPlaydates(playdates: number, fathers = usualFathers): Promise<string> {
  const plan = (sign: '+' | '-') => `
    insert into playdates (creator_id, title, description, location, start_time, end_time, max_participants)
    select 1 + (n * 7) % ${fathers}, 'Modderen in het park ' || n, 'Laarzen mee, en een handdoek voor daarna.',
           'Westerpark, Amsterdam', t, t + interval '1 hour', 8
      from generate_series(1, ${playdates}) n, lateral (select now() ${sign} interval '2 hours' ${sign} n * interval '10 minutes' as t) x;`
  // All rows refer to existing rows, so foreign keys need no check.
  return `
    set session_replication_role = replica;
    insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, profile_image)
    select 'vader' || n, 'vader' || n, 'vader' || n || '@papadag.test', 'vader' || n || '@papadag.test',
           '${await hashPassword(password)}', 'Vader', 'Nummer ' || n, '/uploads/' || md5(n::text) || '.webp'
      from generate_series(1, ${fathers}) n;
    ${plan('+')} ${plan('-')}
    insert into participants (playdate_id, user_id, children)
    select p.id, 1 + (p.creator_id - 1 + k * 311) % ${fathers}, k % 2 from playdates p, generate_series(0, ${comers - 1}) k;
    set session_replication_role to default`
}

/** A session of this father, as the cookies of a browser that has it. */
export async function cookieOf(url: string, userId: number): Promise<string> {
  const { cookie, text, values } = sessionOf(userId)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text, values)
  await client.end()
  return cookie
}

/** A cookie, and the statement that starts its session. */
export function sessionOf(userId: number) {
  const token = randomBytes(32).toString('base64url')
  return {
    cookie: `sid=${token}`,
    text: `insert into sessions (token_hash, user_id, expires_at) values (decode($1, 'hex'), $2, now() + interval '1 day')`,
    values: [createHash('sha256').update(token).digest('hex'), userId],
  }
}

/** The cross-site token for a browser with these cookies, which sends it as a cookie from then on. */
export async function crossSiteToken(origin: string, cookie: string): Promise<string> {
  const response = await fetch(`${origin}/api/health/live`, { headers: { cookie } })
  const issued = response.headers.getSetCookie().find(line => line.startsWith('XSRF-TOKEN='))
  return decodeURIComponent(/=([^;]+)/.exec(issued ?? '')?.[1] ?? '')
}

function fail(error: Error): never {
  throw error
}
