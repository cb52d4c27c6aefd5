import type { ReactNode } from 'react'
import { Icon } from './pictures/icon.tsx'

type Props = {
  /** A picture, faces or an icon. */
  leading?: ReactNode
  title: ReactNode
  /** A smaller line below. */
  detail?: ReactNode
  /** At the end, instead of the arrow. */
  trailing?: ReactNode
}

/** The look of a link or button that is a whole row of a `RowList`. */
export const rowClass =
  'flex min-h-14 w-full items-center gap-3 px-3.5 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-3'

/** Rows below each other in one card. */
export const rowListClass = 'card overflow-hidden rounded-kap-m bg-surface card-shadow'

/** The line above each row but the first. */
export const rowItemClass = 'border-line border-t-[1.5px] first:border-t-0'

/** What a row shows: one line, or two. */
export function RowContent({ leading, title, detail, trailing }: Props) {
  return (
    <>
      {leading && <span className="shrink-0">{leading}</span>}
      <span className="min-w-0 flex-1 break-words">
        <span className="block font-[650] leading-[1.3]">{title}</span>
        {detail && <span className="block text-ink-2 text-sm leading-[1.35]">{detail}</span>}
      </span>
      {trailing ?? <Icon name="chev" size={18} className="shrink-0" />}
    </>
  )
}

/** The square behind a row's icon. */
export const RowIcon = ({ name }: { name: Parameters<typeof Icon>[0]['name'] }) => (
  <span className="grid size-9 place-items-center rounded-kap-avatar bg-picked-soft">
    <Icon name={name} size={20} />
  </span>
)
