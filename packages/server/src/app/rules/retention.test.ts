import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { world } from '../../testing/world.ts'

/** Everything that is deleted after its retention (safety 9), one row just older and one just younger. */
const rows = {
  playdate: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
               select ${userId}, ${name}, 'Hier', now() - ${ago(days)} - interval '1 hour', now() - ${ago(days)}, 5`),
  child: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into children (user_id, name, birth_month, position)
               values (${userId}, ${name}, (now() - ${ago(days)})::date, 0)`),
  event: (db: Db, _userId: number, name: string, days: number) =>
    db.run(sql`insert into audit (event, at) values (${name}, now() - ${ago(days)})`),
  session: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into sessions (token_hash, user_id, user_agent, expires_at, last_used_at)
               values (sha256(${name}::text::bytea), ${userId}, ${name}, now() + interval '30 days', now() - ${ago(days)})`),
  device: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into devices (user_id, name_hash, token_hash, name, last_used_at)
               values (${userId}, sha256(${name}::text::bytea), 'x', ${name}, now() - ${ago(days)})`),
  attempt: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into idempotency_keys (user_id, route, key, status, created_at)
               values (${userId}, 'POST /api/playdates', ${name}, 201, now() - ${ago(days)})`),
  failure: (db: Db, _userId: number, name: string, days: number) =>
    db.run(sql`insert into login_failures (key, failures, last_at) values (${name}, 1, now() - ${ago(days)})`),
  code: (db: Db, _userId: number, name: string, days: number) =>
    db.run(sql`insert into login_codes (browser_hash, asked_at) values (${name}::text::bytea, now() - ${ago(days)})`),
  challenge: (db: Db, _userId: number, name: string, days: number) =>
    db.run(
      sql`insert into passkey_challenges (digest, answered_at) values (${name}::text::bytea, now() - ${ago(days)})`,
    ),
  notification: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into notifications (user_id, kind, details, created_at)
               values (${userId}, 'playdate.cancelled', jsonb_build_object('title', ${name}::text), now() - ${ago(days)})`),
  upload: (db: Db, _userId: number, name: string, days: number) =>
    db.run(sql`insert into pictures (name, bytes, created_at)
               values (md5(${name}) || '.webp', 1, now() - ${ago(days)})`),
  poll: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into polls (creator_id, title, location, location_visibility, max_participants, salt, token_hash, ends_at)
               values (${userId}, ${name}, 'Hier', 'public', 5, 'salt', sha256(${name}::text::bytea), now() - ${ago(days)})`),
  proposal: (db: Db, _userId: number, name: string, days: number) =>
    db.run(sql`with place as (insert into places (type, name, latitude, longitude)
                              values ('playground', ${name}, 52.1, 5.1) returning id)
               insert into polls (location, location_visibility, place_id, max_participants, ends_at, created_at)
               select ${name}, 'public', id, 20, now(), now() - ${ago(days)} from place`),
  keptText: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`with lost as (insert into received (target_type, target_id, user_id)
                             values ('poll', hashtext(${name}), ${userId}) returning target_id)
               insert into kept_texts (target_type, target_id, subject_id, evidence, kept_until)
               select 'poll', target_id, ${userId}, jsonb_build_object('name', ${name}::text), now() + interval '30 days' - ${ago(days)} from lost`),
  receipt: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`insert into received (target_type, target_id, user_id, lost_at)
               values ('poll', length(${name}), ${userId}, now() - ${ago(days)})`),
  opening: (db: Db, _userId: number, name: string, days: number) =>
    db.run(sql`insert into town_opens (town, day, opens) values (${name}, (now() - ${ago(days)})::date, 1)`),
  visit: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`with place as (insert into places (type, name, latitude, longitude)
                              values ('playground', ${name}, 52.1, 5.1) returning id)
               insert into place_visits (user_id, place_id, until)
               select ${userId}, id, now() + interval '1 day' - ${ago(days)} from place`),
  state: (db: Db, userId: number, name: string, days: number) =>
    db.run(sql`with place as (insert into places (type, name, latitude, longitude)
                              values ('playground', 'Stuk', 52.1, 5.1) returning id)
               insert into place_states (place_id, kind, text, reported_by, since, until)
               select id, 'broken', ${name}, ${userId}, current_date - 90, current_date - floor(${days}::float8)::int from place`),
  erasure: (db: Db, _userId: number, name: string, days: number) =>
    db.run(sql`insert into erasures (user_id, username_hash, erased_at)
               values (${days * 1000}::int, ${name}, now() - ${ago(days)})`),
}

/** The retention of each in days. */
const days: Record<keyof typeof rows, number> = {
  playdate: 366,
  // Eighteen years.
  child: 6575,
  event: 366,
  session: 14,
  device: 90,
  attempt: 1,
  failure: 1,
  code: 10 / 1440,
  challenge: 5 / 1440,
  notification: 92,
  upload: 65 / 1440,
  poll: 7,
  proposal: 15,
  keptText: 30,
  receipt: 30,
  opening: 400,
  visit: 1,
  // It ended 30 days before today.
  state: 31,
  erasure: 35,
}

function ago(count: number) {
  return sql`make_interval(secs => ${count * 86_400}::float8)`
}

/** The rows of this test that are left. */
async function left(db: Db) {
  const found = await db.many(
    z.object({ name: z.string() }),
    sql`select title as name from playdates union all select name from children union all select event from audit union all
        select user_agent from sessions where user_agent like '%session' union all select name from devices union all
        select p.name from place_visits v join places p on p.id = v.place_id union all select text from place_states union all
        select town from town_opens union all select key from idempotency_keys union all select key from login_failures union all
        select convert_from(browser_hash, 'UTF8') from login_codes union all
        select convert_from(digest, 'UTF8') from passkey_challenges union all select title from polls where creator_id is not null union all
        select location from polls where creator_id is null union all
        select details ->> 'title' from notifications union all select username_hash from erasures union all
        select evidence ->> 'name' from kept_texts union all
        select case target_id when 11 then 'old receipt' else 'young receipt' end from received where target_id in (11, 13) union all
        select case name when md5('old upload') || '.webp' then 'old upload' else 'young upload' end from pictures`,
  )
  return found.map(({ name }) => name).sort()
}

test('a starting server deletes what is past its retention time, and nothing younger', async () => {
  const db = await testDb()
  const owner = await db.one(
    z.object({ id: z.number() }),
    sql`insert into users (username, email, password_hash, first_name, last_name)
        values ('oud', 'oud@papadag.test', 'x', 'Oude', 'Vader') returning id`,
  )
  for (const [kind, plant] of Object.entries(rows)) {
    const lives = days[kind as keyof typeof rows] // their own keys
    await plant(db, owner?.id ?? 0, `old ${kind}`, lives + 0.01)
    // Years have 365 or 366 days, and a birth month is a date in Amsterdam.
    await plant(db, owner?.id ?? 0, `young ${kind}`, lives - (lives > 100 ? 4 : 0.01))
  }
  expect(await left(db)).toHaveLength(2 * Object.keys(rows).length)
  const { server } = await world({ db })
  server.startJobs()
  const young = Object.keys(rows).map(kind => `young ${kind}`)
  await vi.waitFor(async () => expect(await left(db)).toEqual(young.sort()))
})
