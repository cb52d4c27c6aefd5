import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Config, readConfig } from '../../platform/config.ts'
import { sql } from '../../platform/db/db.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { giveRole, listRole, type Role } from './set-role.ts'
import { withDatabase } from './with-database.ts'

async function setting() {
  const dataDir = emptyFolder()
  const env = { DATA_DIR: dataDir, ...(postgresUrl ? { DATABASE_URL: await testDatabaseUrl() } : {}) }
  const config = readConfig(env)
  await withDatabase(config, async open => {
    const db = await open()
    for (const name of ['Daan', 'kwame']) {
      await db.run(sql`
        insert into users (username, username_key, email, password_hash, first_name, last_name)
        values (${name}, ${name.toLowerCase()}, ${`${name}@papadag.test`}, '-', ${name}, 'de Tester')`)
    }
  })
  return { env, config, dataDir }
}

async function setRole(role: Role, config: Config, [what, name = '']: readonly string[]) {
  return (await (what === 'list' ? listRole(role, config) : giveRole(role, config, name, what === 'add'))).text
}

const Audited = z.object({ event: z.string(), username: z.string() })

test('an operator makes a member a moderator and takes the role away again, which the audit trail shows', async () => {
  const { config } = await setting()
  const run = (...args: string[]) => setRole('moderator', config, args)
  expect(await run('list')).toBe('There are no moderators.')
  expect(await run('add', 'daan')).toBe('Daan is a moderator now.')
  expect(await run('add', 'DAAN')).toBe('Daan is a moderator already.')
  expect(await run('add', 'kwame')).toBe('kwame is a moderator now.')
  expect(await run('list')).toBe('Daan\nkwame')
  expect(await run('remove', 'Daan')).toBe('Daan is no moderator any more.')
  expect(await run('remove', 'Daan')).toBe('Daan is no moderator.')
  expect(await run('list')).toBe('kwame')
  const audited = await withDatabase(config, async open =>
    (await open()).many(
      Audited,
      sql`select a.event, u.username from audit a join users u on u.id = a.user_id order by a.id`,
    ),
  )
  expect(audited).toEqual([
    { event: 'moderator.added', username: 'Daan' },
    { event: 'moderator.added', username: 'kwame' },
    { event: 'moderator.removed', username: 'Daan' },
  ])
})

test('operators are appointed in the same way, and neither role implies the other', async () => {
  const { config } = await setting()
  expect(await setRole('operator', config, ['list'])).toBe('There are no operators.')
  expect(await setRole('operator', config, ['add', 'daan'])).toBe('Daan is an operator now.')
  expect(await setRole('operator', config, ['list'])).toBe('Daan')
  expect(await setRole('moderator', config, ['list'])).toBe('There are no moderators.')
  expect(await setRole('operator', config, ['remove', 'daan'])).toBe('Daan is no operator any more.')
  expect(await setRole('operator', config, ['remove', 'daan'])).toBe('Daan is no operator.')
  const events = await withDatabase(config, async open =>
    (await open()).many(z.object({ event: z.string() }), sql`select event from audit order by id`),
  )
  expect(events.map(({ event }) => event)).toEqual(['operator.added', 'operator.removed'])
})

test('an organisation is made a host, and is no longer suggested to anybody', async () => {
  const { config } = await setting()
  expect(await setRole('host', config, ['add', 'daan'])).toBe('Daan is a host now.')
  expect(await setRole('operator', config, ['list'])).toBe('There are no operators.')
  const found = await withDatabase(config, async open =>
    (await open()).many(
      z.object({ discoverable: z.boolean(), spotlight: z.boolean() }),
      sql`select discoverable, spotlight from users where is_host`,
    ),
  )
  expect(found).toEqual([{ discoverable: false, spotlight: false }])
  expect(await setRole('host', config, ['remove', 'daan'])).toBe('Daan is no host any more.')
})

test('a user who does not exist cannot become a moderator', async () => {
  const { config } = await setting()
  await expect(setRole('moderator', config, ['add', 'niemand'])).rejects.toThrow(
    'There is no account with the username niemand.',
  )
})

test('the set-role command leaves the embedded database to the server that uses it', async () => {
  const { dataDir } = await setting()
  const running = openDataDir(dataDir)
  running.lock()
  await expect(setRole('moderator', readConfig({ DATA_DIR: dataDir }), ['list'])).rejects.toThrow(
    'in use by another Papadag',
  )
  running.unlock()
})
