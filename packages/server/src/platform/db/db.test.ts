import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDb } from '../../testing/database.ts'
import { createTx, DbConflict, type Settle, sql } from './db.ts'

const One = z.object({ n: z.number() })

test('nested parts of a statement number their parameters in order', () => {
  const inner = sql`b = ${2} and c = ${3}`
  expect(sql`a = ${1} and (${inner}) and d = ${4}`).toMatchObject({
    text: 'a = $1 and (b = $2 and c = $3) and d = $4',
    values: [1, 2, 3, 4],
  })
  expect(sql`select ${sql``}1`).toMatchObject({ text: 'select 1', values: [] })
})

test('the same parts make another statement in another place, and the same statement with other parameters', () => {
  const compose = (first: unknown, second: unknown) => sql`${first}, ${second}`
  const part = () => sql`now()`
  for (let time = 1; time <= 2; time += 1) {
    expect(compose(time, part())).toMatchObject({ text: '$1, now()', values: [time] })
    expect(compose(part(), time)).toMatchObject({ text: 'now(), $1', values: [time] })
    expect(compose(part(), part())).toMatchObject({ text: 'now(), now()', values: [] })
    expect(compose(time, undefined)).toMatchObject({ text: '$1, $2', values: [time, undefined] })
  }
})

test('a statement stays the same however many others have been composed since', () => {
  const compose = (value: number) => sql`select ${value}, ${sql.number(value)}`
  for (let value = 0; value < 30_000; value += 1) expect(compose(value).text).toBe(`select $1, ${value}`)
  expect(compose(7)).toMatchObject({ text: 'select $1, 7', values: [7] })
})

test('only integers can be inlined in a statement', () => {
  expect(sql`limit ${sql.number(70)} offset ${5}`).toMatchObject({ text: 'limit 70 offset $1', values: [5] })
  // Input from outside does not always match its type.
  const fromOutside: number[] = JSON.parse('["1; drop table users", null, [1], 0.5]')
  for (const value of fromOutside) expect(() => sql.number(value)).toThrow(TypeError)
})

test('a parameter is never read as SQL, whatever it contains', async () => {
  const db = await testDb()
  const fromOutside: unknown = JSON.parse('{"text": "1", "parts": ["1; drop table users"], "values": []}')
  const statement = sql`select ${fromOutside}::jsonb as said`
  expect(statement.text).toBe('select $1::jsonb as said')
  expect(await db.one(z.unknown(), statement)).toEqual({ said: fromOutside })
})

test('parts of a statement can be joined', () => {
  const columns = [sql`a = ${1}`, sql`b = ${2}`, sql`c = ${3}`]
  expect(sql`set ${sql.join(columns)} where ${sql.join(columns, sql` and `)}`).toMatchObject({
    text: 'set a = $1, b = $2, c = $3 where a = $4 and b = $5 and c = $6',
    values: [1, 2, 3, 1, 2, 3],
  })
  expect(sql.join([]).text).toBe('')
})

test('both databases return the same types', async () => {
  const db = await testDb()
  const row = await db.one(
    z.unknown(),
    sql`select 9007199254740991::bigint as big, 12.5::numeric as exact, 1.5::float8 as float, true as yes, null::text as nothing,
               timestamptz '2031-06-01 10:00:00.5+02' as moment, array['a','ü','👨‍👧'] as texts, array[1,2]::int[] as numbers,
               date '2031-06-01' as day, array[date '2031-06-01', null] as days, array[1.5::numeric] as exacts,
               array[1::bigint] as bigs, array[timestamptz '2031-06-01 10:00:00+02'] as moments,
               timestamptz '1930-06-01 10:00:00Z' as "longAgo", 9007199254740993::bigint as "tooBig",
               '{"a":[1,null]}'::jsonb as json, json_build_object('at', 1) as built, ${'x'}::text as text, ${[1, 2]}::int[] as passed`,
  )
  expect(row).toEqual({
    big: 9007199254740991,
    exact: 12.5,
    float: 1.5,
    yes: true,
    nothing: null,
    moment: '2031-06-01T08:00:00.500Z',
    texts: ['a', 'ü', '👨‍👧'],
    numbers: [1, 2],
    day: '2031-06-01',
    days: ['2031-06-01', null],
    exacts: [1.5],
    bigs: [1],
    moments: ['2031-06-01T08:00:00.000Z'],
    longAgo: '1930-06-01T10:00:00.000Z',
    // A string here would pass as a number; no numeric schema accepts it.
    tooBig: '9007199254740993',
    json: { a: [1, null] },
    built: { at: 1 },
    text: 'x',
    passed: [1, 2],
  })
})

test('a refused statement names the violated constraint, and the connection stays usable', async () => {
  const db = await testDb()
  const insert = sql`insert into login_failures (key, failures, last_at) values (${'a'}, 1, now())`
  await db.run(insert)
  for (let times = 0; times < 3; times += 1) {
    await expect(db.run(insert)).rejects.toEqual(new DbConflict('login_failures_pkey'))
  }
  expect(await db.count(sql`from login_failures`)).toBe(1)
})

test('an error does not contain the refused row', async () => {
  const db = await testDb()
  for (const refused of [
    sql`insert into users (username, email, password_hash, first_name) values ('vader', 'vader@papadag.test', 'x', 'Jan')`,
    sql`insert into idempotency_keys (user_id, route, key) values (12, 'x', 'vader@papadag.test')`,
  ]) {
    const error = await db.run(refused).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 5 }).split('    at ')[0]).toMatch(/violates|conflict/)
    expect(inspect(error, { depth: 5 })).not.toContain('vader@papadag.test')
  }
})

test('a write returns how many rows it changed', async () => {
  const db = await testDb()
  const add = (key: string) => sql`insert into login_failures (key, failures, last_at) values (${key}, 1, now())
    on conflict do nothing`
  expect(await db.run(add('a'))).toBe(1)
  expect(await db.run(add('a'))).toBe(0)
  await db.run(add('b'))
  expect(await db.run(sql`update login_failures set failures = 2`)).toBe(2)
  expect(await db.run(sql`select key from login_failures`)).toBe(0)
})

test('a violated check or foreign key is reported as a conflict', async () => {
  const db = await testDb()
  const picture = (name: string, ownerId: number | null) =>
    db.run(sql`insert into pictures (name, owner_id, bytes) values (${name}, ${ownerId}, 1)`)
  await expect(picture('../etc/passwd', null)).rejects.toEqual(new DbConflict('pictures_name_check'))
  await expect(picture(`${'0'.repeat(32)}.webp`, 12)).rejects.toEqual(new DbConflict('pictures_owner_id_fkey'))
})

test('a transaction’s consequences are settled once before it commits, or at once if what they read is about to change', async () => {
  const said: string[] = []
  const settle: Settle = async (tx, facts) => {
    await tx.count(sql`from users`)
    said.push(facts.map(({ fact }) => fact).join(' '))
  }
  const { run, end } = createTx({
    run: async () => ({ rows: [{ n: 0 }], affected: 0 }),
    script: async () => {},
    decode: true,
    settle,
  })
  const result = await run(async tx => {
    await tx.record({ fact: 'joined' })
    await tx.record({ fact: 'erased', isLast: true })
    await tx.transaction(inner => inner.record({ fact: 'left' }))
    said.push('work is done')
    return 7
  })
  end()
  expect(result).toBe(7)
  expect(said).toEqual(['erased', 'work is done', 'joined left'])
})

test('a transaction that fails settles no consequences, and consequences that fail make it fail', async () => {
  const db = await testDb()
  const add = sql`insert into audit (event) values ('a')`
  // Nothing is known to follow from this.
  const unknown = { fact: 'unheardOf' }
  for (const fails of [true, false])
    await expect(
      db.transaction(async tx => {
        await tx.run(add)
        await tx.record(unknown)
        if (fails) throw new Error('failed')
      }),
    ).rejects.toThrow(fails ? 'failed' : 'unheardOf')
  await expect(db.record(unknown)).rejects.toThrow('outside a transaction')
  expect(await db.count(sql`from audit`)).toBe(0)
})

test('a conflict rolls its transaction back, and the next transaction works', async () => {
  const db = await testDb()
  const add = sql`insert into login_failures (key, failures, last_at) values ('a', 1, now())`
  for (const _ of [1, 2, 3]) {
    await expect(
      db.transaction(async tx => {
        await tx.run(add)
        await tx.run(add)
      }),
    ).rejects.toEqual(new DbConflict('login_failures_pkey'))
  }
  expect(await db.count(sql`from login_failures`)).toBe(0)
})

test('a statement that its transaction did not await is refused afterwards', async () => {
  const db = await testDb()
  const kept = await db.transaction(async tx => tx)
  await expect(kept.count(sql`from users`)).rejects.toThrow('the transaction is over')
  await expect(kept.transaction(async () => {})).rejects.toThrow('the transaction is over')
})

test('a failed transaction leaves nothing, and a nested one is part of the outer one', async () => {
  const db = await testDb()
  const add = (key: string) => sql`insert into login_failures (key, failures, last_at) values (${key}, 1, now())`
  await expect(
    db.transaction(async tx => {
      await tx.run(add('a'))
      await tx.transaction(inner => inner.run(add('b')))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await db.count(sql`from login_failures`)).toBe(0)
})

test('concurrent transactions do not see each other’s uncommitted work', async () => {
  const db = await testDb()
  await db.run(sql`insert into login_failures (key, failures, last_at) values ('n', 0, now())`)
  await Promise.all(
    Array.from({ length: 50 }, () =>
      db.transaction(async tx => {
        const row = await tx.one(One, sql`select failures as n from login_failures where key = 'n' for update`)
        await tx.run(sql`update login_failures set failures = ${(row?.n ?? 0) + 1} where key = 'n'`)
      }),
    ),
  )
  expect(await db.one(One, sql`select failures as n from login_failures where key = 'n'`)).toEqual({ n: 50 })
})

test('a row that does not match its schema is refused', async () => {
  const db = await testDb()
  await expect(db.one(One, sql`select 'x'::text as n`)).rejects.toThrow()
})

test('a user with many statements delays only himself, and another user’s statement comes next', async () => {
  const db = await testDb()
  const order: string[] = []
  const ask = (who: string) =>
    db
      .for(who)
      .one(z.unknown(), sql`select 1 as n`)
      .then(() => void order.push(who))
  await Promise.all([...Array.from({ length: 200 }, () => ask('busy')), ask('other')])
  // On PostgreSQL his statement may get a connection that is still being made.
  expect(order.indexOf('other')).toBeLessThan(100)
})

test('a transaction with all its statements takes one of the user’s turns', async () => {
  const db = (await testDb()).for('father')
  expect(await db.transaction(tx => tx.transaction(inner => inner.for('another').count(sql`from users`)))).toBe(0)
})
