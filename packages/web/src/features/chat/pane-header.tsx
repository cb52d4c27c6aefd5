import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@papadag/ui/layers/banner'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

type Props = {
  isCutOff: boolean
  /** The picture next to the title. */
  sign: ReactNode
  title: ReactNode
  /** The line below the title. */
  about: ReactNode
  /** What can be done with the chat. */
  children: ReactNode
}

/** The top of an open chat: the way back, what it is, and whether the connection is lost. */
export function PaneHeader({ isCutOff, sign, title, about, children }: Props) {
  const { t } = useLingui()
  return (
    <>
      <header className="flex min-h-15 items-center gap-2.5 border-line border-b-[1.5px] bg-surface py-2 pr-2 pl-3">
        <Link to={pathTo('chat')} aria-label={t`Back to chats`} className={`${iconLink} -ml-1 md:hidden`}>
          <Icon name="back" />
        </Link>
        {sign}
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-[650] [font-family:inherit] text-base leading-[1.35] tracking-normal md:text-base">
            {title}
          </h1>
          <p className="truncate text-ink-2 text-xs">{about}</p>
        </div>
        {children}
      </header>
      {isCutOff && (
        <Banner tone="warn" icon="offline" role="status" className="rounded-none">
          <Trans>Connection lost. Reconnecting...</Trans>
        </Banner>
      )}
    </>
  )
}

/** From a chat's header to the father or playdate it is about. */
export function HeaderLink({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <Link to={to} aria-label={label} className={iconLink}>
      <Icon name={icon} />
    </Link>
  )
}

const iconLink = 'grid size-11 shrink-0 place-items-center rounded-m hover:bg-sunken'
