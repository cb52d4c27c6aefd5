import { Trans, useLingui } from '@lingui/react/macro'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { listAddress, mapAddress, type Wanted } from './surface-address.ts'

type Segment = { to: string; isCurrent: boolean; icon?: IconName; children: ReactNode }

/** Looks like tabs, but each view has an address of its own. */
function Segments({ label, segments, className = '' }: { label: string; segments: Segment[]; className?: string }) {
  return (
    <nav aria-label={label} className={`flex flex-wrap gap-1 rounded-2xl bg-sunken p-1 ${className}`}>
      {segments.map(({ to, isCurrent, icon, children }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={`flex min-h-11 min-w-0 grow items-center justify-center gap-2 rounded-xl px-3 py-1 text-sm leading-tight md:text-base ${isCurrent ? 'bg-picked font-bold text-picked-ink' : 'font-[650] text-ink-2'}`}
        >
          {icon && <Icon name={icon} size={18} />}
          {children}
        </Link>
      ))}
    </nav>
  )
}

/** From the list to the map and back, with the same search. */
export function ListOrMap({ shown, wanted, list }: { shown: 'list' | 'map'; wanted: Wanted; list: string }) {
  const { t } = useLingui()
  return (
    <Segments
      label={t`List or map`}
      segments={[
        { to: list, isCurrent: shown === 'list', icon: 'list', children: <Trans>List</Trans> },
        { to: mapAddress(wanted), isCurrent: shown === 'map', icon: 'map', children: <Trans>Map</Trans> },
      ]}
    />
  )
}

/** The types of the list, from the map, which has playgrounds alone. */
export function TypesFromMap({ wanted }: { wanted: Wanted }) {
  const { t } = useLingui()
  return (
    <Segments
      label={t`Places for Kids`}
      segments={[
        {
          to: listAddress(wanted, undefined),
          isCurrent: false,
          children: <Trans context="places">All</Trans>,
        },
        { to: listAddress(wanted, 'restaurant'), isCurrent: false, children: <Trans>Restaurants</Trans> },
        { to: mapAddress(wanted), isCurrent: true, children: <Trans>Playgrounds</Trans> },
      ]}
    />
  )
}
