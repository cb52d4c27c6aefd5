import { Trans } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import { Suspense, useId, useState } from 'react'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { LoadingCard } from '../../../platform/data/loading-card.tsx'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import type { MoreProps } from './folded.tsx'

const MoreRows = laterInside(async () => (await import('./folded.tsx')).MoreRows, 'others')

/** What few need at once, folded. */
export function More(props: MoreProps) {
  const { playdate } = props
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isAhead = playdate.state === 'planned' && !isOver(playdate)
  return (
    <section className="rounded-kap-s bg-sunken">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-3 rounded-kap-s px-4 py-2 text-left leading-[1.3]"
      >
        <span className="min-w-0 flex-1">
          <b className="block font-[650]">
            <Trans>More</Trans>
          </b>
          {isAhead && (
            <span className="block text-ink-2 text-sm">
              {playdate.kind === 'open' ? (
                <Trans>Calendar, route</Trans>
              ) : playdate.myStatus === 'none' ? (
                <Trans>Calendar, route, share</Trans>
              ) : (
                <Trans>Calendar, route, home front, share</Trans>
              )}
            </span>
          )}
        </span>
        <Icon name="down" size={20} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <div id={id} className="px-4 pb-2 empty:hidden">
        {isOpen && (
          <Suspense fallback={<LoadingCard />}>
            <MoreRows {...props} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
