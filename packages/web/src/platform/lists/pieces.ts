type Item = { id: number }
export type Piece<I> = { key: number; items: I[] }

/**
 * Cuts a list into chunks of about this many items. An item stays in its chunk when others are added, removed or moved,
 * since React would render it anew in another one: the chunk takes whatever comes in between.
 */
export function piecesOf<I extends Item>(items: readonly I[], before: readonly Piece<I>[], size: number): Piece<I>[] {
  const places = new Map<number, { at: number; piece: Piece<I> }>()
  for (const piece of before) for (const { id } of piece.items) places.set(id, { at: places.size, piece })
  const known = items.flatMap(({ id }) => places.get(id) ?? [])
  let freeKey = Math.max(-1, ...before.map(({ key }) => key)) + 1
  const pieces = new Map<number, Piece<I>>()
  const begin = (key: number) => {
    const piece: Piece<I> = { key, items: [] }
    pieces.set(key, piece)
    return piece
  }
  let piece: Piece<I> | undefined
  let met = 0
  for (const item of items) {
    let own = places.get(item.id)
    if (own) met += 1
    const next = known[met]
    // It has moved up, so it counts as a new item of the chunk it moves into.
    if (own && next && next.at < own.at) own = undefined
    if (own) {
      if (!piece || !pieces.has(own.piece.key)) piece = begin(own.piece.key)
    } else {
      const most = next ? 2 * size : size
      // Items at the beginning join the first chunk.
      if (!piece && next && next.piece.items.length < most) piece = begin(next.piece.key)
      else if (!piece || piece.items.length >= most) piece = begin(freeKey++)
    }
    piece.items.push(item)
  }
  return [...pieces.values()]
}
