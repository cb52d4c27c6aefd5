import { randomUUID } from 'node:crypto'
import { register } from '@papadag/contract/auth'
import type { ServerFrame } from '@papadag/contract/live/frame'
import { socketTicket } from '@papadag/contract/live/live'
import { type Playdate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { onTestFinished } from 'vitest'
import { Client } from '../../packages/server/src/testing/client.ts'
import { createDatabase, startPostgres } from '../../tools/postgres.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'

/** Starts Papadag with these settings and its own data, removed when the test ends. */
export async function startPapadag(env: Record<string, string> = {}): Promise<Product> {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', ...env })
  onTestFinished(() => product.kill())
  return product
}

/** Starts a PostgreSQL server with an empty database. */
export async function startDatabase() {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.remove())
  return { postgres, databaseUrl: createDatabase(postgres.url, 'papadag') }
}

/** Registers a father, who is then logged in. */
export async function newFather(origin: string): Promise<Client & { id: number }> {
  const client = new Client(origin)
  const username = `vader-${randomUUID().slice(0, 8)}`
  const { id } = await client.call(register, {
    body: {
      username,
      email: `${username}@papadag.test`,
      password: 'zandkasteel',
      firstName: 'Vader',
      lastName: username,
    },
  })
  return Object.assign(client, { id })
}

/** The same father, on another node or after a restart. */
export function sameFather(client: Client, origin: string): Client {
  const same = new Client(origin)
  for (const [name, value] of client.cookies) same.cookies.set(name, value)
  return same
}

/** A playdate tomorrow. */
export function aPlaydate(title: string) {
  const startTime = Date.now() + 86_400_000
  return {
    title,
    location: 'Westerpark',
    startTime: new Date(startTime).toISOString(),
    endTime: new Date(startTime + 3_600_000).toISOString(),
    maxParticipants: 5,
  }
}

/** Reads all pages of coming playdates. */
export async function allUpcoming(client: Client): Promise<Playdate[]> {
  const all: Playdate[] = []
  let path: string | undefined = upcomingPlaydates.at.replace('GET ', '')
  while (path) {
    const response: Response = await client.fetch('GET', path)
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    all.push(...(await response.json()))
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return all
}

/** Opens a screen that watches coming playdates, and records the frames of its socket. */
export async function watch(client: Client & { id: number }) {
  const { token } = await client.call(socketTicket)
  const socket = new WebSocket(`${client.origin.replace('http', 'ws')}/ws`)
  onTestFinished(() => socket.close())
  const frames: ServerFrame[] = []
  let closed: number | undefined
  const paths = ['/api/playdates/upcoming']
  const { promise: watching, resolve } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'authenticate', userId: client.id, token }))
    socket.send(JSON.stringify({ type: 'watch', paths }))
    // Frames are handled in order, so once this one has been refused, the watch is in place.
    socket.send(JSON.stringify({ type: 'watch', paths: ['/api/no-such-read'] }))
  })
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as ServerFrame // our own server's
    if (frame.type === 'error') resolve()
    else frames.push(frame)
  })
  socket.addEventListener('close', ({ code }) => {
    closed = code
  })
  await watching
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    /** How often the screen was notified that its list changed. */
    timesChanged: () => frames.filter(({ type }) => type === 'changed').length,
    closedWith: () => closed,
  }
}
