import * as z from 'zod/mini'
import type { Box } from '../geometry.ts'
import { placeTypeOf } from '../mapping.ts'
import { ImportProblem, type OnBytes, type Tags, tagsIn, type Unreadable } from '../osm-object.ts'
import { isClosedList, type RawRelation, type RawSource, type RawWay, type Visitor } from '../pbf/raw-objects.ts'
import { readElements } from './json-elements.ts'

const Position = z.object({ lat: z.number(), lon: z.number() })
/** What is beyond the requested area is null. */
const Line = z.array(z.catch(z.nullable(Position), null))
const Member = z.object({
  type: z.string(),
  ref: z.int(),
  role: z.string(),
  geometry: z.catch(z.optional(Line), undefined),
})
const Element = z.object({
  type: z.enum(['node', 'way', 'relation']),
  id: z.int(),
  tags: z.optional(z.record(z.string(), z.unknown())),
  // What is damaged here counts as missing: the object then has no position.
  lat: z.catch(z.optional(z.number()), undefined),
  lon: z.catch(z.optional(z.number()), undefined),
  center: z.catch(z.optional(Position), undefined),
  nodes: z.catch(z.optional(z.array(z.int())), undefined),
  geometry: z.catch(z.optional(Line), undefined),
  members: z.catch(z.optional(z.array(Member)), undefined),
})
type Element = z.output<typeof Element>
const Tagged = z.object({ tags: z.record(z.string(), z.unknown()) })

/** Elements of an Overpass answer that are not map objects. */
const Other = z.object({ type: z.enum(['area', 'count', 'timeline']) })

const Root = z.object({
  remark: z.catch(z.optional(z.string()), undefined),
  bounds: z.catch(
    z.optional(z.object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() })),
    undefined,
  ),
})

/** An Overpass answer in JSON: with geometry, with centres, or with the nodes its ways are made of. */
export function readOverpass(path: string, name: string, onBytes: OnBytes): RawSource {
  let box: Box | undefined
  let unreadable: Unreadable = { count: 0, first: '' }
  return {
    box: () => box,
    unreadable: () => unreadable,
    async scan(visitor: Visitor) {
      unreadable = { count: 0, first: '' }
      let readable = 0
      const refusal = (where: string) =>
        new ImportProblem(
          `${name} holds an element that is not as Overpass writes it (${where}). Nothing was imported.`,
        )
      const onElement = (raw: unknown, at: number) => {
        const element = Element.safeParse(raw)
        if (element.success || Other.safeParse(raw).success) {
          readable += 1
          if (element.success) visit(element.data, visitor)
          return
        }
        if (placeTypeOf(tagsIn(Tagged.safeParse(raw).data?.tags ?? {}))) throw refusal(`element ${at}`)
        unreadable = { count: unreadable.count + 1, first: unreadable.first || `element ${at}` }
      }
      const { remark, bounds } = Root.parse(await readElements(path, name, { onElement, onBytes }))
      if (unreadable.count > 0 && readable === 0) throw refusal(unreadable.first)
      if (remark !== undefined) {
        // When Overpass runs out of time or memory, it answers 200 with a remark and partial results.
        throw new ImportProblem(
          `${name} is not complete; Overpass remarked: ${remark.slice(0, 300)} Nothing was imported.`,
        )
      }
      if (bounds) box = { south: bounds.minlat, west: bounds.minlon, north: bounds.maxlat, east: bounds.maxlon }
    },
  }
}

function visit(element: Element, visitor: Visitor) {
  const { type, id, lat = Number.NaN, lon = Number.NaN } = element
  const tags = wantedTags(element.tags, visitor.keys)
  if (type === 'node') visitor.node?.(id, lat, lon, tags)
  else if (type === 'way') visitor.way?.(wayOf(element, tags))
  else visitor.relation?.(relationOf(element, tags))
}

function wayOf({ id, nodes, geometry, center }: Element, tags: Tags | undefined): RawWay {
  return {
    id,
    tags,
    refs: () => nodes ?? [],
    isClosed: () => (nodes ? isClosedList(nodes) : isClosedLine(geometry ?? [])),
    path: () => pathOf(geometry),
    center: center && { latitude: center.lat, longitude: center.lon },
  }
}

function relationOf({ id, members = [], center }: Element, tags: Tags | undefined): RawRelation {
  return {
    id,
    tags,
    ways: () =>
      members
        .filter(({ type }) => type === 'way')
        .map(({ ref, role, geometry }) => ({ id: ref, isInner: role === 'inner', path: pathOf(geometry) })),
    center: center && { latitude: center.lat, longitude: center.lon },
  }
}

/** Nobody can tell with a line that is cut at both ends; what is drawn as a place is mostly an area. */
function isClosedLine(line: z.output<typeof Line>): boolean {
  const [first, last] = [line[0], line.at(-1)]
  return line.length > 3 && (!first || !last || (first.lat === last.lat && first.lon === last.lon))
}

function pathOf(line: z.output<typeof Line> | undefined): number[] | undefined {
  const path = (line ?? []).flatMap(position => (position ? [position.lon, position.lat] : []))
  return path.length > 0 ? path : undefined
}

function wantedTags(tags: Readonly<Record<string, unknown>> | undefined, keys: ReadonlySet<string>): Tags | undefined {
  for (const key in tags) if (keys.has(key)) return tagsIn(tags)
  return undefined
}
