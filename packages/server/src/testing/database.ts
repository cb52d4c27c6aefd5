import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Db } from '../platform/db.ts'
import { openEmbedded } from '../platform/db-embedded.ts'
import { openPostgres } from '../platform/db-postgres.ts'
import { migrate } from '../platform/migrate.ts'

/** A PostgreSQL server where tests may make databases; undefined means the embedded one, in memory. */
export const postgresUrl = process.env.TEST_DATABASE_URL

function onError(error: Error) {
  throw error
}

/** A fresh database with all migrations, gone when the test ends. */
export async function testDb(): Promise<Db> {
  if (postgresUrl) return openPostgres({ url: await testDatabaseUrl(), decode: true, onError: () => {} })
  const db = idle.pop() ?? (await openEmbedded({ decode: true, onCrash: onError }))
  await db.script('drop schema public cascade; create schema public')
  await migrate(db)
  onTestFinished(() => {
    idle.push(db)
  })
  return db
}

/** Opening an embedded database takes a second, emptying one does not. */
const idle: Db[] = []

/** The address of a new migrated database on the PostgreSQL of the tests. */
export async function testDatabaseUrl(): Promise<string> {
  if (!postgresUrl) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  const name = `papadag_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const db = openPostgres({ url: url.href, decode: true, onError })
  await migrate(db)
  await db.close()
  onTestFinished(() => onServer(`drop database if exists ${name} with (force)`))
  return url.href
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
