import { Message } from '../../../platform/protobuf.ts'
import type { Tags } from '../osm-object.ts'

/** A decoded block: its objects in groups, and what they refer to. */
export interface PbfBlock {
  groups: readonly Buffer[]
  textAt(index: number): string
  /** The tags of an object; undefined unless one of its keys is wanted. */
  tagsOf(keys: readonly number[], values: readonly number[]): Tags | undefined
  latitude(value: number): number
  longitude(value: number): number
}

export function blockOf(buffer: Buffer, wantedKeys: ReadonlySet<string>): PbfBlock {
  let strings: Buffer[] = []
  const groups: Buffer[] = []
  let [granularity, latitudeOffset, longitudeOffset] = [100, 0, 0]
  const message = new Message(buffer)
  while (message.next()) {
    if (message.field === 1) strings = stringsIn(message.bytes())
    else if (message.field === 2) groups.push(message.bytes())
    else if (message.field === 17) granularity = message.varint()
    else if (message.field === 19) latitudeOffset = message.int64()
    else if (message.field === 20) longitudeOffset = message.int64()
    else message.skip()
  }

  const texts: (string | undefined)[] = []
  function textAt(index: number): string {
    texts[index] ??= strings[index]?.toString('utf8') ?? ''
    return texts[index]
  }

  const isWanted = strings.map((_, index) => wantedKeys.has(textAt(index)))
  function tagsOf(keys: readonly number[], values: readonly number[]): Tags | undefined {
    if (!keys.some(key => isWanted[key])) return undefined
    const tags: Record<string, string> = {}
    for (const [index, key] of keys.entries()) tags[textAt(key)] = textAt(values[index] ?? 0)
    return tags
  }

  return {
    groups,
    textAt,
    tagsOf,
    latitude: value => Math.round(latitudeOffset / 100 + (granularity / 100) * value) / 1e7,
    longitude: value => Math.round(longitudeOffset / 100 + (granularity / 100) * value) / 1e7,
  }
}

function stringsIn(buffer: Buffer): Buffer[] {
  const found: Buffer[] = []
  const message = new Message(buffer)
  while (message.next()) {
    if (message.field === 1) found.push(message.bytes())
    else message.skip()
  }
  return found
}
