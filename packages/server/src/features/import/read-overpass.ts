import * as z from 'zod/mini'
import type { Box } from './geometry.ts'
import { readElements } from './json-elements.ts'
import { ImportProblem, type OnBytes, type Tags } from './osm-object.ts'
import type { RawRelation, RawSource, RawWay, Visitor } from './pbf/raw-objects.ts'

const Position = z.object({ lat: z.number(), lon: z.number() })
const Line = z.array(z.nullable(Position))
const Element = z.object({
  type: z.enum(['node', 'way', 'relation']),
  id: z.int(),
  tags: z.optional(z.record(z.string(), z.string())),
  lat: z.optional(z.number()),
  lon: z.optional(z.number()),
  center: z.optional(Position),
  nodes: z.optional(z.array(z.int())),
  geometry: z.optional(Line),
  members: z.optional(
    z.array(z.object({ type: z.string(), ref: z.int(), role: z.string(), geometry: z.optional(Line) })),
  ),
})
type Element = z.output<typeof Element>

/** Elements of an Overpass answer that are not map objects. */
const Other = z.object({ type: z.enum(['area', 'count', 'timeline']) })

const Root = z.object({
  remark: z.optional(z.string()),
  bounds: z.optional(z.object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() })),
})

/** An Overpass answer in JSON: with geometry, with centres, or with the nodes its ways are made of. */
export function readOverpass(path: string, name: string, onBytes: OnBytes): RawSource {
  let box: Box | undefined
  return {
    box: () => box,
    async scan(visitor: Visitor) {
      const onElement = (raw: unknown) => {
        const element = Element.safeParse(raw)
        if (element.success) visit(element.data, visitor)
        else if (!Other.safeParse(raw).success) {
          throw new ImportProblem(`${name} holds an element that is not as Overpass writes it. Nothing was imported.`)
        }
      }
      const { remark, bounds } = Root.parse(await readElements(path, name, { onElement, onBytes }))
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
  const { type, id } = element
  const tags = wantedTags(element.tags, visitor.keys)
  if (type === 'node') {
    if (element.lat !== undefined && element.lon !== undefined) visitor.node?.(id, element.lat, element.lon, tags)
  } else if (type === 'way') visitor.way?.(wayOf(element, tags))
  else visitor.relation?.(relationOf(element, tags))
}

function wayOf({ id, nodes, geometry, center }: Element, tags: Tags | undefined): RawWay {
  return {
    id,
    tags,
    refs: () => nodes ?? [],
    ...(geometry ? { path: pathOf(geometry) } : {}),
    center: center && { latitude: center.lat, longitude: center.lon },
  }
}

function relationOf({ id, members = [], center }: Element, tags: Tags | undefined): RawRelation {
  const outer = members.filter(({ type, role }) => type === 'way' && role !== 'inner')
  return {
    id,
    tags,
    outerWays: () => outer.map(({ ref }) => ref),
    ...(outer.some(({ geometry }) => geometry) ? { paths: outer.map(({ geometry }) => pathOf(geometry ?? [])) } : {}),
    center: center && { latitude: center.lat, longitude: center.lon },
  }
}

function pathOf(line: z.output<typeof Line>): number[] {
  return line.flatMap(position => (position ? [position.lon, position.lat] : []))
}

function wantedTags(tags: Tags | undefined, keys: ReadonlySet<string>): Tags | undefined {
  if (!tags) return undefined
  for (const key in tags) if (keys.has(key)) return tags
  return undefined
}
