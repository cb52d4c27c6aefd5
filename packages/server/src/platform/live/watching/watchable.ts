import { methodAndPath } from '@papadag/contract/route'
import * as z from 'zod/mini'
import type { Db } from '../../db/db.ts'
import { pageIn, paramsReader } from '../../http/requests/request-parts.ts'
import type { Call, Member, Served } from '../../http/serve.ts'
import type { Shows } from './shows.ts'

/** Determines what a read shows to this member. */
export type FindShows = (db: Db, member: Member) => Promise<Shows> | Shows

/** Recognises the addresses of reads; undefined for any other address. */
export type FindRead = (address: string) => FindShows | undefined

const nothing: Shows = {}

/** The reads of the contract by their addresses: every GET. */
export function createFindRead(served: readonly Served[]): FindRead {
  const byShape = new Map<string, { pattern: RegExp; keys: readonly string[]; lookAt: ShowsAt }[]>()
  for (const one of served) {
    const { method, path } = methodAndPath(one.route.at)
    if (method !== 'GET') continue
    const keys = Array.from(path.matchAll(/:(\w+)/g), ([, key = '']) => key)
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '([^/?]+)')}$`)
    const alike = byShape.get(shapeOf(path)) ?? []
    byShape.set(shapeOf(path), [...alike, { pattern, keys, lookAt: lookOf(one) }])
  }
  return address => {
    const [path = '', query] = address.split('?', 2)
    for (const { pattern, keys, lookAt } of byShape.get(shapeOf(path)) ?? []) {
      const found = pattern.exec(path)
      if (found) return lookAt(Object.fromEntries(keys.map((key, at) => [key, found[at + 1] ?? ''])), query)
    }
    return undefined
  }
}

/** The noun and the number of parts, which distinguish most addresses. */
function shapeOf(path: string) {
  const parts = path.split('/')
  return `${parts[2]} ${parts.length}`
}

type ShowsAt = (params: Record<string, string>, query: string | undefined) => FindShows

function lookOf({ route, options: { shows } }: Served): ShowsAt {
  if (!shows) return () => () => nothing
  const readParams = paramsReader(route)
  return (rawParams, rawQuery) => {
    const params = readParams(rawParams)
    const values = Object.fromEntries(new URLSearchParams(rawQuery))
    const query = route.query ? z.safeParse(route.query, values) : undefined
    // The read itself refuses such an address.
    if (!params || query?.success === false) return () => nothing
    const page = pageIn(values)
    return (db, member) => shows({ db, member, params, query: query?.data, page } as Call<typeof route>)
  }
}
