import pg from 'pg'

/** Runs work with a connection to the PostgreSQL server of the tests. */
export async function onPostgres<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of a database on that server. */
export function addressOn(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href
}
