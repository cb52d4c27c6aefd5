import { currentUser } from '@papadag/contract/auth'
import { languages } from '@papadag/contract/limits'
import { findingNames, operations } from '@papadag/contract/operations/operations'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { world } from '../../testing/world.ts'
import { diagnose, inLanguage, ok } from './diagnosis.ts'
import { sentences } from './sentences.ts'

async function operating() {
  const here = await world({ fathers: 1 })
  const { db, host } = here
  await db.run(sql`update users set is_operator = true where id = ${host.id}`)
  return here
}

test('an operator reads what the doctor finds, with versions, nodes, the last backup and the queues', async () => {
  const { db, host } = await operating()
  await db.run(sql`
    insert into nodes (id, version, knows)
    values (gen_random_uuid(), '1.0.0', ''), (gen_random_uuid(), '1.0.0', ''), (gen_random_uuid(), '1.1.0', '')`)
  await db.run(sql`insert into outbox (kind, due_at) values ('unknown', now() - interval '1 hour')`)
  const found = await host.call(operations)
  expect(found).toMatchObject({
    nodes: [
      { version: '1.0.0', count: 2 },
      { version: '1.1.0', count: 1 },
    ],
    backedUpAt: null,
    outbox: { due: 1 },
    here: { pictures: { running: 0, waiting: 0 } },
  })
  expect(found.outbox.oldestS).toBeGreaterThan(3500)
  const states = Object.fromEntries(found.findings.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({ version: 'ok', backup: 'look', nodes: 'look', outbox: 'look', database: 'ok' })
  expect(found.findings.map(({ name }) => name)).toEqual(findingNames.filter(name => name !== 'configuration'))
})

test('an operator reads the findings in his own language', async () => {
  const { host } = await operating()
  const said: string[] = []
  for (const language of languages) {
    host.cookies.set('language', language)
    const { findings } = await host.call(operations)
    const backup = findings.find(({ name }) => name === 'backup')?.text ?? ''
    expect(backup).toBe(sentences.noBackups[language])
    said.push(backup)
  }
  expect(new Set(said).size).toBe(languages.length)
})

test('numbers in the findings are formatted for the reader’s language', async () => {
  const findings = await diagnose({ dataFolder: () => ok('room', { folder: '/data', gigabytes: 78.4 }) })
  expect(inLanguage(findings, 'de')).toMatchObject([{ text: '/data, 78,4 GB frei' }])
  expect(inLanguage(findings, 'en')).toMatchObject([{ text: '/data, 78.4 GB free' }])
})

test('for members who are not operators, even moderators, the overview does not exist', async () => {
  const { db, host, father: member, visitor } = await operating()
  await db.run(sql`update users set is_moderator = true where id = ${member.id}`)
  const refused = await member.fetch('GET', '/api/operations')
  const unknown = await member.fetch('GET', '/api/there-is-no-such-call')
  expect(refused.status).toBe(404)
  expect(await refused.json()).toEqual(await unknown.json())
  expect((await visitor.fetch('GET', '/api/operations')).status).toBe(401)
  expect(await member.call(currentUser)).not.toHaveProperty('isOperator')
  expect(await host.call(currentUser)).toMatchObject({ isOperator: true })
})

test('the doctor runs once for all operators who ask within a minute, and reveals nothing about members', async () => {
  const { db, host } = await operating()
  await db.run(sql`update users set first_name = 'Geheim', city = 'Verborgen', email = 'stil@papadag.test'`)
  const first = await host.call(operations)
  await db.run(sql`insert into outbox (kind, due_at) values ('unknown', now() - interval '1 hour')`)
  const again = await host.call(operations)
  expect(again.lookedAt).toBe(first.lookedAt)
  expect(again.outbox.due).toBe(1)
  expect(JSON.stringify(again)).not.toMatch(/Geheim|Verborgen|stil@|vader/)
})

test('every sentence of the overview has the same placeholders in every language', () => {
  for (const [name, sentence] of Object.entries(sentences)) {
    const holes = languages.map(language => [...sentence[language].matchAll(/\{\w+\}/g)].map(String).sort())
    expect([name, ...holes]).toEqual([name, ...languages.map(() => holes[0])])
  }
})
