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

/** Decides by its tags whether an object is wanted. */
export type Wants = (tags: Tags) => boolean

/** A file of open data, which can be read several times to save memory. */
export interface Source {
  /** The area that the file claims to cover; known once it has been read. */
  box(): Box | undefined
  /** Passes every wanted object with its shape to `take`; throws `ImportProblem` for a broken file. */
  each(wants: Wants, take: (object: OsmObject) => void): Promise<void>
  /** Passes wanted objects near something to `take`, with only their nearby points. */
  eachNear(near: Near, wants: Wants, take: (object: OsmObject) => void): Promise<void>
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
