import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../platform/navigation/navigation.tsx'

type Props = { icon: IconName; hint?: ReactNode; children: ReactNode }

const row = 'flex min-h-13 w-full items-center gap-3 py-2 text-left leading-[1.3]'

/** A row of "More" on a playdate's sheet. */
export function MoreRow({ onClick, ...face }: Props & { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={row}>
      <Face {...face} />
    </button>
  )
}

/** The same, leading to a screen of the app. */
export function MoreLink({ to, ...face }: Props & { to: string }) {
  return (
    <Link to={to} className={row}>
      <Face {...face} />
    </Link>
  )
}

/** The same row as a link that leaves the app. */
export function MoreAnchor({ icon, hint, children, ...anchor }: Props & Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a {...anchor} className={row}>
      <Face {...{ icon, hint, children }} />
    </a>
  )
}

function Face({ icon, hint, children }: Props) {
  return (
    <>
      <Icon name={icon} size={20} />
      <span className="min-w-0 flex-1">
        <span className="block font-[650]">{children}</span>
        {hint && <span className="block text-ink-2 text-sm">{hint}</span>}
      </span>
      <Icon name="chev" size={18} />
    </>
  )
}
