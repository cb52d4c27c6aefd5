/** A type that the two drivers would otherwise decode differently. */
export interface TypeReader {
  /** PostgreSQL's number for the type, and for its array. */
  id: number
  arrayId: number
  read(text: string): unknown
}

/** Makes both databases return the same JavaScript values: numbers, and times as ISO text in UTC. */
export const typeReaders: readonly TypeReader[] = [
  // int8: beyond the safe integers it stays text, which no numeric schema accepts.
  { id: 20, arrayId: 1016, read: text => (Number.isSafeInteger(Number(text)) ? Number(text) : text) },
  // numeric
  { id: 1700, arrayId: 1231, read: Number },
  // date: it has no time zone that could shift it.
  { id: 1082, arrayId: 1182, read: text => text },
  // timestamptz
  { id: 1184, arrayId: 1185, read: text => new Date(text).toISOString() },
]
