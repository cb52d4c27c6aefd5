import { Trans } from '@lingui/react/macro'
import { address, type Route } from '@papadag/contract/route'
import type { Due } from '@papadag/contract/today'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import { textLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { useIsUnsent } from '../../platform/data/unsent-writes.ts'
import { Link } from '../../platform/navigation/navigation.tsx'

export type Of<Kind extends Due['kind']> = Extract<Due, { kind: Kind }>
export type OfPlaydate = Extract<Due, { playdate: object }>
export type AnswerProps<D> = {
  due: D
  /** Larger, and with the one yellow button. */
  isFirst: boolean
  /** Its playdate has no room any more. */
  onFull: (due: OfPlaydate) => void
}

type Props = {
  isFirst: boolean
  icon: IconName
  /** What it is about, above the question. */
  kicker: ReactNode
  /** The question. */
  title: ReactNode
  /** Below the question. */
  detail?: ReactNode
  /** Where all of it can be read. */
  to: string
  /** Whether the detail leads there too, for something he has not seen yet. */
  isUnread?: boolean
  /** The address of a write that may wait for a network. */
  sends?: string
  /** One short button, which stands beside the question if there is room. */
  isShort?: boolean
  /** Its answers. */
  children: ReactNode
}

/** One question with its answers; with large text the ones after the first are a line that opens. */
export function DueRow({ isFirst, icon, kicker, title, detail, to, isUnread, sends = '', isShort, children }: Props) {
  const isUnsent = useIsUnsent(sends)
  return (
    <>
      {!isFirst && (
        <Link to={to} className="hidden min-h-11 items-center justify-between gap-2 font-[650] @max-[22rem]:flex">
          <span className="min-w-0 break-words">{title}</span>
          <Icon name="chev" size={18} className="shrink-0" />
        </Link>
      )}
      <div
        className={`${isFirst ? '' : '@max-[22rem]:hidden'} ${isShort ? 'flex flex-wrap items-center gap-2.5' : ''}`}
      >
        <div className="min-w-0 flex-1 basis-40">
          <p className="mb-1 flex items-center gap-1.5 font-bold text-[.8125rem] text-ink-2 leading-tight">
            <Icon name={icon} size={16} className="shrink-0" />
            <span className="min-w-0 break-words">{kicker}</span>
          </p>
          <h3 className={`break-words ${isFirst ? 'text-xl leading-[1.15]' : 'text-[1.0625rem] leading-[1.15]'}`}>
            {title}
          </h3>
          {detail && (
            <p className="mt-0.5 break-words text-ink-2 text-sm leading-[1.35]">
              {isUnread ? (
                <Link to={to} className={textLinkClass}>
                  {detail}
                </Link>
              ) : (
                detail
              )}
            </p>
          )}
        </div>
        {!isUnsent && (
          <div className={`flex flex-wrap gap-2 ${isShort ? 'shrink-0' : isUnread ? '' : 'mt-2.5'}`}>{children}</div>
        )}
        <p role="status" className={isUnsent ? 'mt-1 text-ink-2 text-sm' : 'sr-only'}>
          {isUnsent && <Trans>Will be sent as soon as you are online again</Trans>}
        </p>
      </div>
    </>
  )
}

/** The address of a write about something with this id. */
export const writeOf = (route: Route, id: number) => address(route, { params: { id } })
