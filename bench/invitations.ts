import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { cookieOf, crossSiteToken, makeDatabase } from './data.ts'
import { type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'

const times = 200

/** The duration of an invitation's page and of its picture, drawn and from the cache. */
export async function measureInvitations(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'invitations', 10)
  const ours = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, 'invitations'),
    RATE_LIMIT: 'off',
  })
  const cookie = await cookieOf(databaseUrl, 1)
  const xsrf = await crossSiteToken(ours.url, cookie)
  const headers = {
    cookie: `${cookie}; XSRF-TOKEN=${xsrf}`,
    'x-xsrf-token': xsrf,
    'content-type': 'application/json',
  }
  const call = async (path: string, body: object) => {
    const response = await fetch(ours.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const startTime = new Date(Date.now() + 86_400_000).toISOString()
  const endTime = new Date(Date.now() + 90_000_000).toISOString()
  const plan = { title: 'Zand', location: 'Park', startTime, endTime, maxParticipants: 5 }
  const { id } = await call('/api/playdates', plan)
  const { token } = await call(`/api/playdates/${id}/invites`, {})

  async function timeOf(path: string) {
    const start = performance.now()
    const response = await fetch(ours.url + path)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return performance.now() - start
  }
  const many = async (path: string) => {
    const all: number[] = []
    for (let time = 0; time < times; time += 1) all.push(await timeOf(path))
    return all.sort((a, b) => a - b)
  }
  const at = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0

  const picture = `/i/${token}/0.jpg`
  // Each language has its own picture; the first also loads the code that draws it.
  const made: number[] = []
  for (const language of ['nl', 'en', 'de', 'fr', 'es']) made.push(await timeOf(`${picture}?language=${language}`))
  made.sort((a, b) => a - b)
  const kept = await many(picture)
  const page = await many(`/i/${token}`)
  await ours.stop()
  const row = (name: string, all: readonly number[]): [string, ...number[]] => [
    name,
    at(all, 0.5),
    at(all, 0.95),
    at(all, 1),
  ]
  return {
    title: 'An invitation and its picture',
    settings: `A visitor without cookies; HTTP on loopback, PostgreSQL, ${times} requests each, one after another. The picture is drawn once in each of five languages; the first also loads the drawing library.`,
    columns: ['p50 ms', 'p95 ms', 'slowest ms'],
    rows: [row('page', page), row('picture, drawn', made), row('picture, cached', kept)],
    aims: [
      { name: 'p95 of the page, ms', value: at(page, 0.95), atMost: 50 },
      { name: 'slowest drawn picture, ms', value: at(made, 1), atMost: 300 },
      { name: 'p95 of the cached picture, ms', value: at(kept, 0.95), atMost: 5 },
    ],
  }
}
