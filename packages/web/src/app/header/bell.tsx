import { useLingui } from '@lingui/react/macro'
import { IconButton } from '@papadag/ui/icon-button'
import { Icon } from '@papadag/ui/pictures/icon'
import { lazy, Suspense, useState } from 'react'
import { Link, usePath } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { useKeptNotices } from '../../platform/screen/notices.ts'
import { Quiet, sayUnavailable } from '../../platform/screen/quiet.tsx'
import { usable } from '../../platform/screen/usable.ts'
import { inCorner, Unread } from './unread.tsx'

const Inbox = lazy(async () => ({ default: (await import('./inbox.tsx')).Inbox }))

function useBell() {
  const { t } = useLingui()
  const { unread } = useKeptNotices()
  return { unread, label: unread > 0 ? t`Notifications, ${unread} new` : t`Notifications` }
}

/** On a phone the bell leads to the notifications screen. */
export function PhoneBell() {
  const { unread, label } = useBell()
  const to = pathTo('notifications')
  return (
    <Link
      to={to}
      aria-label={label}
      aria-current={usePath() === to ? 'page' : undefined}
      className="relative grid size-11 shrink-0 place-items-center rounded-m aria-[current]:bg-sunken md:hidden"
    >
      <Icon name="bell" />
      <Unread count={unread} className={inCorner} />
    </Link>
  )
}

/**
 * On a wide screen the bell opens a popover. Its code loads after the first screen, except on a phone; if the bell is
 * pressed earlier, it opens once loaded.
 */
export function WideBell() {
  const bell = useBell()
  const isUsable = usable.use()
  const [isWanted, setIsWanted] = useState(false)
  const button = {
    icon: 'bell',
    badge: <Unread count={bell.unread} className={inCorner} />,
    'aria-label': bell.label,
  } as const
  const untilLoaded = <IconButton {...button} aria-busy={isWanted} onClick={() => setIsWanted(true)} />
  return (
    <span className="hidden md:inline-flex">
      <Quiet fallback={<IconButton {...button} onClick={sayUnavailable} />}>
        <Suspense fallback={untilLoaded}>
          {isWanted || (isUsable && matchMedia('(width >= 48rem)').matches) ? (
            <Inbox bell={bell} openAtOnce={isWanted} />
          ) : (
            untilLoaded
          )}
        </Suspense>
      </Quiet>
    </span>
  )
}
