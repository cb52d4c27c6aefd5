import { Trans } from '@lingui/react/macro'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import { Illustration } from '@papadag/ui/pictures/illustration'
import type { ReactNode } from 'react'

/** Three reasons to join. */
export function Reasons({ className }: { className: string }) {
  return (
    <ul className={`grid gap-3 ${className}`}>
      <Feature icon="calendar" title={<Trans>Playdates in two taps</Trans>}>
        <Trans>Date, place, done. Anyone who fancies it joins.</Trans>
      </Feature>
      <Feature icon="map" title={<Trans>Playgrounds, and places with high chairs</Trans>}>
        <Trans>Tested by dads, put on the map.</Trans>
      </Feature>
      <Feature icon="chat" title={<Trans>Dads nearby</Trans>}>
        <Trans>A quick message about who brings the spades.</Trans>
      </Feature>
    </ul>
  )
}

/** A variant with the canal, for large screens. */
export function Marketing() {
  return (
    <aside className="sticky top-0 hidden h-dvh overflow-hidden bg-[#ffc62e] text-[#12332e] md:block">
      <div className="relative z-1 p-12 pt-13">
        <p className="font-[800] font-display text-4xl leading-none tracking-[-.03em]">
          <Trans>
            Your day.
            <br />
            Their adventure.
          </Trans>
        </p>
        <Reasons className="mt-5.5" />
      </div>
      <Illustration lazy name="canal" className="absolute bottom-0 left-0 h-[62%] w-full object-cover object-bottom" />
    </aside>
  )
}

function Feature({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 leading-[1.3]">
      <span className="grid size-11 shrink-0 place-items-center rounded-kap-s bg-[#0f3d35] text-[#ffc62e]">
        <Icon name={icon} />
      </span>
      <span>
        <span className="block font-bold">{title}</span>
        <span className="text-sm">{children}</span>
      </span>
    </li>
  )
}
