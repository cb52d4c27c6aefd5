import { replaceEqualDeep } from '@tanstack/react-query'

type Item = { id: number }

/**
 * Equal parts of a reply stay the same objects, and equal items of a list do so wherever they move: only what differs is
 * drawn again.
 */
export function keepEqual<T>(before: unknown, reply: T): T {
  if (!isList(before) || !isList(reply)) return replaceEqualDeep(before, reply)
  const items = keepEqualItems(before, reply)
  const isSame = items.length === before.length && items.every((item, at) => item === before[at])
  // It has the items of the reply, or is equal to it.
  return (isSame ? before : items) as T
}

export function keepEqualItems<I extends Item>(before: readonly I[], items: readonly I[]): readonly I[] {
  const known = new Map(before.map(item => [item.id, item]))
  return items.map(item => replaceEqualDeep(known.get(item.id), item))
}

function isList(reply: unknown): reply is readonly Item[] {
  return Array.isArray(reply) && reply.every(item => typeof item?.id === 'number')
}
