import { address, methodAndPath, type Route } from '@papadag/contract/route'
import { expect, vi } from 'vitest'
import type { Bus } from '../../platform/bus/bus.ts'
import { topic } from '../../platform/live/watching/announcer.ts'
import type { Given } from '../examples.ts'
import { connect } from '../socket.ts'
import type { Father } from '../world.ts'
import type { notedTables } from './noted-tables.ts'

/** A socket watches 20 reads; two of them mark where the frames of a write begin and end. */
const pathsPerSocket = 18
const [beginning, end] = ['/api/env', '/api/health']

/** The addresses of all reads among these calls, about everything that an example of any call names. */
export function addressesOf(routes: readonly Route[], exampleOf: (route: Route) => Given): string[] {
  const named = new Map<string, Set<string>>()
  for (const route of routes) {
    const { params } = exampleOf(route)
    if (!params) continue
    const known = named.get(nounOf(route)) ?? new Set()
    named.set(nounOf(route), known.add(JSON.stringify(params)))
  }
  const reads = routes.filter(({ at }) => methodAndPath(at).method === 'GET')
  const addresses = reads.flatMap(route => {
    const given = exampleOf(route)
    if (!given.params) return [address(route, given)]
    return [...(named.get(nounOf(route)) ?? [])].map(params => address(route, { ...given, params: JSON.parse(params) }))
  })
  return [...new Set(addresses)]
}

/** What the id in an address is one of: `/api/playdates/:id/join` and `/api/playdates/:id` name the same things. */
function nounOf({ at }: Route): string {
  const { path } = methodAndPath(at)
  const [noun = '', key = ''] = path.split(':')
  return key.startsWith('id') && !noun.includes('at-place') ? noun : path
}

/** Reads, by their addresses, with the tables from which they have come so far. */
export type ReadFrom = Map<string, Set<string>>

/** These reads, open on a father's screens. */
export async function watching(father: Father, addresses: readonly string[], bus: Bus) {
  const marked = (path: string) =>
    bus.publish(topic, { changes: [{ what: 'account', users: [father.id], reads: [path] }], touches: [] })
  const groups = Array.from({ length: Math.ceil(addresses.length / pathsPerSocket) }, (_, at) =>
    addresses.slice(at * pathsPerSocket, (at + 1) * pathsPerSocket),
  )
  const sockets = await Promise.all(groups.map((_, at) => connect(father, `screen ${at}`)))
  for (const [at, { send }] of sockets.entries())
    send({ type: 'watch', paths: [...(groups[at] ?? []), beginning, end] })
  await vi.waitFor(async () => {
    await marked(beginning)
    for (const { frames } of sockets) expect(frames.flatMap(({ paths }) => paths)).toContain(beginning)
  })
  let handled = sockets.map(({ frames }) => frames.length)

  return {
    /** The reads that the screens were notified to repeat since the last time. */
    async told(): Promise<Set<string>> {
      await marked(end)
      const lasts = await Promise.all(
        sockets.map(({ frames, until }, at) =>
          until(() => frames.findIndex(({ paths }, n) => n >= (handled[at] ?? 0) && isIn(paths, end)) + 1 || undefined),
        ),
      )
      const paths = sockets.flatMap(({ frames }, at) =>
        frames.slice(handled[at], lasts[at]).flatMap(frame => (Array.isArray(frame.paths) ? frame.paths : [])),
      )
      handled = lasts
      return new Set(paths.filter(path => path !== beginning && path !== end))
    },
  }
}

/** All reads at these addresses, open on a father's screens. */
export async function screensOf(
  father: Father,
  addresses: readonly string[],
  bus: Bus,
  { during }: Awaited<ReturnType<typeof notedTables>>,
  readFrom: ReadFrom,
) {
  const { told } = await watching(father, addresses, bus)
  const shown = new Map<string, string>()
  async function show(path: string) {
    const response = await father.fetch('GET', path)
    const text = await response.text()
    // The moment of a count differs each time.
    shown.set(path, response.ok ? text.replace(/"asOf":[\d.]+/, '') : '')
  }

  return {
    father,
    /**
     * What the screens show after reading again whatever may show something else, or everything; a refused read shows
     * nothing.
     */
    async read(changed?: ReadonlySet<string>): Promise<Map<string, string>> {
      for (const path of addresses) {
        const known = readFrom.get(path) ?? new Set()
        if (changed && known.isDisjointFrom(changed)) continue
        readFrom.set(path, known.union(await during(() => show(path))))
      }
      return new Map(shown)
    },
    told,
  }
}

const isIn = (paths: unknown, path: string) => Array.isArray(paths) && paths.includes(path)
