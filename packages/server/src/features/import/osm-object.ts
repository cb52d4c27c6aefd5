import type { Box, Path, Shape } from './geometry.ts'

export type Tags = Readonly<Record<string, string>>

/** An OpenStreetMap object, independent of the file format. */
export interface OsmObject extends Shape {
  /** 'node/1', 'way/2' or 'relation/3'. */
  id: string
  tags: Tags
  /** A way that is not closed, such as a street; it has no area. */
  line?: Path
}

/** The tags among the properties of an object, as texts. */
export function tagsIn(properties: Readonly<Record<string, unknown>>): Tags {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)]] : [],
    ),
  )
}

/** Why an object of a file has no position. */
export type WhyUnplaced = 'points' | 'outlines' | 'coordinates' | 'exchanged'

/** An object that the file names without telling where it is. */
export interface UnplacedObject {
  id: string
  tags: Tags
  why: WhyUnplaced
}

/** What receives the objects of a file. */
export interface Taker {
  take(object: OsmObject): void
  takeUnplaced(object: UnplacedObject): void
}

/** What a file contains besides its objects. */
export interface Unreadable {
  count: number
  /** The first of them, such as 'feature 3 (way/7)'; empty if there are none. */
  first: string
}

/** Decides by its tags whether an object is wanted. */
export type Wants = (tags: Tags) => boolean

/** A file of open data, which can be read several times to save memory. */
export interface Source {
  /** The area that the file claims to cover; known once it has been read. */
  box(): Box | undefined
  /** Parts of the file that are no objects; known once it has been read. */
  unreadable(): Unreadable
  /** Passes on every wanted object with its shape; throws `ImportProblem` for a broken file. */
  each(wants: Wants, taker: Taker): Promise<void>
  /** Passes on the wanted objects near something. */
  eachNear(wanted: readonly Wanted[]): Promise<void>
}

/** Objects to look for near something. */
export interface Wanted {
  wants: Wants
  near: Near
  take(object: OsmObject): void
  /** Whether ways and relations are passed on with their whole shape, or else just ways with their nearby points. */
  isWhole: boolean
}

/**
 * Whether a position is near something. Points of paths are checked after all separate nodes, if the file allows that:
 * the answer may be stricter by then, since every point of a path takes memory.
 */
export type Near = (latitude: number, longitude: number, ofPath: boolean) => boolean

/** A file that cannot be imported; its message is shown to the operator. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem'
}

/** Called with the number of bytes read since the previous call. */
export type OnBytes = (bytes: number) => void
