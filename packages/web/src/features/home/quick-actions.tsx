import { Trans } from '@lingui/react/macro'
import { QuickArt, type QuickArtName } from '@papadag/ui/pictures/quick-art'
import type { ReactNode } from 'react'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

/** The screens fathers visit most; the first one is the next step unless something waits for him. */
export function QuickActions({ isNextStep }: { isNextStep: boolean }) {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="sr-only">
        <Trans>Quick Actions</Trans>
      </h2>
      <ul className="grid grid-cols-3 gap-2.5">
        <Action to={pathTo('create-playdate')} art="playdate" isNextStep={isNextStep}>
          <Trans context="quick action">New Playdate</Trans>
        </Action>
        <Action to={pathTo('places', {}, { type: 'restaurant' })} art="restaurants">
          <Trans>Restaurants</Trans>
        </Action>
        <Action to={pathTo('places', {}, { type: 'playground' })} art="playgrounds">
          <Trans>Playgrounds</Trans>
        </Action>
      </ul>
    </section>
  )
}

type ActionProps = { to: string; art: QuickArtName; isNextStep?: boolean; children: ReactNode }

function Action({ to, art, isNextStep, children }: ActionProps) {
  const look = isNextStep
    ? 'bg-do text-do-ink raised-do hover:bg-do-hover active:[translate:0_3px]'
    : 'bg-surface card-shadow hover:bg-sunken'
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className={`flex h-full min-h-28 flex-col items-center gap-1.5 rounded-kap-m px-1.5 pt-2.5 pb-3 text-center font-bold text-sm leading-[1.15] transition-[translate,box-shadow,background-color,opacity] duration-(--pd-dur-1) max-[359px]:px-1 max-[359px]:text-xs md:min-h-26 md:flex-row md:flex-wrap md:place-content-center md:gap-x-2.5 md:px-2.5 md:text-[1.0625rem] xl:text-left ${look}`}
      >
        <QuickArt name={art} />
        {/* Next to the picture if its longest word fits there, otherwise below. */}
        <span className="max-w-full grow hyphens-auto break-words md:max-w-max md:basis-[min-content]">{children}</span>
      </Link>
    </li>
  )
}
