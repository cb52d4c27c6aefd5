import { type CSSProperties, type ReactNode, type Ref, useState } from 'react'
import { type Piece, piecesOf } from './pieces.ts'

const pieceSize = 4

type Props<I> = {
  items: readonly I[]
  /** The layout of the entries, and the class `long-list-…`, which gives their height on a phone. */
  className: string
  children: (item: I) => ReactNode
  label?: string
  list?: Ref<HTMLDivElement>
  entryClass?: string
  /** Receives the element of an entry. */
  refOf?: (item: I) => Ref<HTMLDivElement> | undefined
}

/**
 * A list that may be long. Browsers skip rendering distant chunks: checking each of 500 entries took half of each
 * frame's time. All entries stay in the page for its search and the keyboard; Chromium exposes those nearby to screen
 * readers. List and entries have explicit roles, since list elements allow nothing between them.
 */
export function LongList<I extends { id: number }>({ items, className, label, list, ...entry }: Props<I>) {
  const pieces = usePieces(items)
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are pieces between the list and its entries
    <div role="list" ref={list} aria-label={label} className={className}>
      {pieces.map(piece => (
        <Entries key={piece.key} piece={piece} {...entry} />
      ))}
    </div>
  )
}

type EntriesProps<I> = Pick<Props<I>, 'children' | 'entryClass' | 'refOf'> & { piece: Piece<I> }

function Entries<I extends { id: number }>({ piece, children, entryClass, refOf }: EntriesProps<I>) {
  return (
    <div style={heightOf(piece)}>
      {piece.items.map(item => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div key={item.id} role="listitem" ref={refOf?.(item)} className={entryClass}>
          {children(item)}
        </div>
      ))}
    </div>
  )
}

/** The stylesheet defines the height of an entry. */
function heightOf({ items }: Piece<unknown>) {
  return { '--entries': items.length } as CSSProperties // React passes on what it does not know
}

function usePieces<I extends { id: number }>(items: readonly I[]): Piece<I>[] {
  const [cut, setCut] = useState(() => ({ items, pieces: piecesOf(items, [], pieceSize) }))
  if (cut.items === items) return cut.pieces
  const next = { items, pieces: piecesOf(items, cut.pieces, pieceSize) }
  setCut(next)
  return next.pieces
}
