import type { Box, Path, Shape } from './geometry.ts'

export type Tags = Readonly<Record<string, string>>

/** One thing on the map, in whatever format it came. */
export interface OsmObject extends Shape {
  /** 'node/1', 'way/2' or 'relation/3'. */
  id: string
  tags: Tags
  /** A way that is not closed, such as a street; it has no area. */
  line?: Path
}

/** The object's tags decide whether it is handed over. */
export type Wants = (tags: Tags) => boolean

/** A file of open data. It can be read more than once, so that little of it has to be remembered. */
export interface Source {
  /** The area it says it covers, once it has been read. */
  box(): Box | undefined
  /** Hands over every wanted object with its shape; throws `ImportProblem` for a file that is broken. */
  each(wants: Wants, take: (object: OsmObject) => void): Promise<void>
  /** The same for wanted objects near something, shaped by those of their points that are. */
  eachNear(near: Near, wants: Wants, take: (object: OsmObject) => void): Promise<void>
}

/**
 * Whether a position is near something. For the points of paths it is asked after all points in their own right where
 * the file allows that: it may have become choosier by then, as every point of a path has to be remembered.
 */
export type Near = (latitude: number, longitude: number, ofPath: boolean) => boolean

/** A file that cannot be imported; the message is the sentence for the operator. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem'
}

/** Told how many bytes of a file have been read since the last time. */
export type OnBytes = (bytes: number) => void
